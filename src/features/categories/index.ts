export { setUpCategories } from "./queries";
export { CategorySettings } from "./views/category-settings";
