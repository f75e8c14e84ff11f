export { activityApi } from "./contract";
export { activityKey } from "./keys";
export { kindOf } from "./kinds";
export { activityQueries } from "./queries";
export type { Activity } from "./schema";
export { ActivityLog } from "./views/activity-log";
export { LatestActivity } from "./views/latest-activity";
