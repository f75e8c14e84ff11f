import type { SchedulerStatus } from "./schema";

/**
 * Whether there may be more posts of a kind than those that were read: the server lists only so many, and
 * some may be unreadable.
 */
export const mayHaveMore = (status: SchedulerStatus, list: keyof SchedulerStatus) =>
  status[list].unreadable > 0 || status[list].items.length >= (list === "failed_posts" ? 200 : 20);
