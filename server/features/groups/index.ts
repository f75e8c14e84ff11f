export { categoryContents, removeCategory } from "./removal.ts";
