export { generate } from "./generate-job.ts";
export { returnImage, takeImage } from "./image-usage.ts";
export { planDay, previewDay } from "./plan-day.ts";
export { dailyQuota } from "./quota.ts";
export { queuePlanner } from "./run-planner.ts";
export { addTokens, costOf, returnText, takeText } from "./text-usage.ts";
