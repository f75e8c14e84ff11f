export { everything, poolMedia, poolStatuses } from "./filter";
export { activeCategory, listedCategories } from "./pool";
export { contentQueries } from "./queries";
export { CategoryItems, type ItemsPlace } from "./views/category-items";
export { ContentPool, type PoolPlace } from "./views/content-pool";
export { DirectPublishing } from "./views/direct-publishing";
