export { rotateSale, rotateSales } from "./rotate-job.ts";
export { isBlocking } from "./sale-blocking.ts";
export { releaseRuns, unendedRun } from "./sale-runs.ts";
export { defaultSaleSettings } from "./sale-settings.ts";
