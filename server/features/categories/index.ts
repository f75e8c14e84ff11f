export { type CategoryRow, findCategory } from "./categories.ts";
