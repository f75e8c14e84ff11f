export { performanceKey } from "./keys";
export { listMost, listStep } from "./limits";
export { useInstagramRefresh } from "./mutations";
export { periods } from "./periods";
export { performanceQueries } from "./queries";
export { defaultOrder, sortKeys, sortOrders } from "./sorting";
export { AllPosts } from "./views/all-posts";
export { ByCategory } from "./views/by-category";
export { RefreshInstagram } from "./views/refresh-instagram";
