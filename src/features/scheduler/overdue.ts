import { publishingStatusOf } from "@/entities/post";
import { parseTime } from "@/shared/format/time";
import type { ScheduledPost } from "./schema";

/** A scheduler that works is never so late, in milliseconds. */
const grace = 5 * 60_000;

const notWaiting = ["publishing", "published", "failed", "unknown"];

/** Whether a post that is to go out should have done so a while ago, whatever its server calls waiting. */
export function isOverdue({ status, publish_at }: ScheduledPost, now: number): boolean {
  const due = parseTime(publish_at);
  const isWaiting = !notWaiting.includes(publishingStatusOf(status));
  return isWaiting && due !== undefined && now - due > grace;
}
