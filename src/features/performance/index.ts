export { performanceQueries } from "./queries";
export { sortKeys, sortOrders } from "./schema";
export { defaultOrder } from "./sorting";
export { AllPosts } from "./views/all-posts";
export { PostPerformance } from "./views/post-performance";
