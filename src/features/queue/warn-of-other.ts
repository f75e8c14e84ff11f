import type { QueueItem } from "@/entities/post";
import { toasts } from "@/shared/toast/toast";
import { seenOf } from "./shown";

/** Warns if the server's reply shows that it approved other content than the operator read. */
export function warnOfOther(read: QueueItem, approved: QueueItem | undefined) {
  if (!approved || seenOf(read) === seenOf(approved)) return;
  toasts.show({
    kind: "error",
    title: "The approved version differs from the one shown.",
    detail: `Post #${String(read.id)} had just been changed. Check it in Upcoming Scheduled Posts.`,
    duration: 10_000,
  });
}
