export { postNow, publishDirectly } from "./post-now.ts";
