import { parseTime } from "@/shared/format/time";
import type { ScheduledPost } from "./schema";

/** A scheduler that works is never so late, in milliseconds. */
const grace = 5 * 60_000;

/** Whether a post should have gone out a while ago and still waits. */
export function isOverdue({ status, publish_at }: ScheduledPost, now: number): boolean {
  const due = parseTime(publish_at);
  return status === "scheduled" && due !== undefined && now - due > grace;
}
