export { schedulerQueries } from "./queries";
export { FailedCount } from "./views/failed-count";
export { FailedPosts } from "./views/failed-posts";
export { Maintenance } from "./views/maintenance";
export { RecentlyPublished, UpcomingPosts } from "./views/post-lists";
export { SchedulerHealth } from "./views/scheduler-health";
export { UpcomingScheduledPosts } from "./views/upcoming-scheduled-posts";
