export { contentOf, findContent, groupOfContent, lockUsesOf } from "./content.ts";
export { changedMedia, mediaTypeFor } from "./post-media.ts";
