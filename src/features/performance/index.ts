export { useInstagramRefresh } from "./mutations";
export { listMost, listStep, performanceQueries } from "./queries";
export { sortKeys, sortOrders } from "./schema";
export { defaultOrder } from "./sorting";
export { AllPosts } from "./views/all-posts";
export { ByCategory } from "./views/by-category";
export { RefreshInstagram } from "./views/refresh-instagram";
