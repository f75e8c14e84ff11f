export { CategorySettings } from "./views/category-settings";
