import type { SchedulerStatus } from "./schema";

/** Whether the server, which lists so many posts of a kind, may have more of them. */
export const mayHaveMore = (status: SchedulerStatus, list: keyof SchedulerStatus) =>
  status[list].items.length + status[list].unreadable >= (list === "failed_posts" ? 200 : 20);
