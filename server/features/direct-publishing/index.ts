export { postNow } from "./post-now.ts";
export { publishDirectly } from "./publish-directly.ts";
