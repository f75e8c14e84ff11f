export { enqueueMeasurements, measure } from "./measure-job.ts";
export { engagementRate, testPerformanceFetch } from "./performance.ts";
export { backfillPerformance } from "./refresh-figures.ts";
