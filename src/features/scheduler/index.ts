export { schedulerApi } from "./contract";
export { accountOf } from "./posts";
export { schedulerQueries } from "./queries";
export { Maintenance } from "./views/maintenance";
export { PostCommands } from "./views/post/post-commands";
export { SchedulerHealth } from "./views/scheduler-health";
export { StatusLists } from "./views/status-lists";
export { UpcomingScheduledPosts } from "./views/upcoming/upcoming-scheduled-posts";
