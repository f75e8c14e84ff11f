export { rotateSale, rotateSales } from "./rotate-job.ts";
export { isBlocking, releaseRuns, unendedRun } from "./sale-runs.ts";
