import { publishingStatusOf } from "@/entities/post";
import { parseTime } from "@/shared/format/time";
import type { ScheduledPost } from "./schema";

/** A working scheduler is never this far behind, in milliseconds. */
const grace = 5 * 60_000;

const notWaiting = ["publishing", "published", "failed", "unknown"];

/** Returns true if a post waits for its time, whatever word its server has for waiting. */
export const isWaiting = ({ status }: Pick<ScheduledPost, "status">): boolean =>
  !notWaiting.includes(publishingStatusOf(status));

/** Returns true if a waiting post is overdue. One that waits for something else than its time is not. */
export function isOverdue(post: ScheduledPost, now: number): boolean {
  const due = parseTime(post.publish_at);
  const isHeld = post.is_paused || Boolean(post.waits_for);
  return isWaiting(post) && !isHeld && due !== undefined && now - due > grace;
}
