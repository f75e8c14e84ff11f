export { useInstagramRefresh } from "./mutations";
export { performanceQueries } from "./queries";
export { defaultOrder, listMost, listStep, periods, sortKeys, sortOrders } from "./sorting";
export { AllPosts } from "./views/all-posts";
export { ByCategory } from "./views/by-category";
export { RefreshInstagram } from "./views/refresh-instagram";
