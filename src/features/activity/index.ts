export { activityApi } from "./contract";
export { activityQueries } from "./queries";
export type { Activity } from "./schema";
export { kindOf } from "./schema";
export { ActivityLog } from "./views/activity-log";
export { LatestActivity } from "./views/latest-activity";
