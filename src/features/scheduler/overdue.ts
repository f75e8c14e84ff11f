import { publishingStatusOf } from "@/entities/post";
import { parseTime } from "@/shared/format/time";
import type { ScheduledPost } from "./schema";

/** A working scheduler is never this far behind, in milliseconds. */
const grace = 5 * 60_000;

const notWaiting = ["publishing", "published", "failed", "unknown"];

/** Returns true if a waiting post is overdue, whatever word its server has for waiting. */
export function isOverdue({ status, publish_at }: ScheduledPost, now: number): boolean {
  const due = parseTime(publish_at);
  const isWaiting = !notWaiting.includes(publishingStatusOf(status));
  return isWaiting && due !== undefined && now - due > grace;
}
