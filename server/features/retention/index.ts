export { deleteHistory, type Retention } from "./retention.ts";
export { deleteUnusedMedia } from "./unused-media.ts";
