export { everything, poolMedia, poolStatuses } from "./filter";
export { activeCategory, listedCategories } from "./pool";
export { contentQueries } from "./queries";
export { CategoryItems } from "./views/category-items";
export { ContentPool } from "./views/content-pool";
export { DirectPublishing } from "./views/direct-publishing";
