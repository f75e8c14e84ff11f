export { defaultOrder, listMost, listStep, periods, sortKeys, sortOrders } from "./list-options";
export { useInstagramRefresh } from "./mutations";
export { performanceQueries } from "./queries";
export { ByCategory } from "./views/by-category";
export { AllPosts } from "./views/posts/all-posts";
export { RefreshInstagram } from "./views/refresh-instagram";
