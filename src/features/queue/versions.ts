import type { QueueItem } from "@/entities/post";
import { isOffered } from "@/shared/api/capabilities";
import type { Id } from "@/shared/api/id";
import { toasts } from "@/shared/toast/toast";
import { approveAtCapability } from "./contract";

/** Serializes the parts of a post that will be published, to compare two versions of it. */
export const publishedPartsOf = ({
  text_content,
  title,
  image_url,
  video_url,
  thumbnail_url,
}: Pick<QueueItem, "text_content" | "title" | "image_url" | "video_url" | "thumbnail_url">) =>
  JSON.stringify(
    [text_content, title, image_url, video_url, thumbnail_url].map((it) => it ?? null),
  );

/** Returns true if two versions of a pending post have other content, or other accounts. */
export function isOtherVersion(one: QueueItem, other: QueueItem): boolean {
  const [before, now] = [accountsOf(one), accountsOf(other)];
  return (
    publishedPartsOf(one) !== publishedPartsOf(other) ||
    (before !== undefined && now !== undefined && before !== now)
  );
}

/**
 * Makes the query of an approval: the accounts, if the operator has chosen some, and the version of the
 * post that the operator has seen, for a backend that compares it.
 */
export function approvalQuery(item: QueueItem, on?: readonly Id[]) {
  const isCompared = isOffered(approveAtCapability);
  const seen = isCompared ? item.updated_at : undefined;
  const seenOn = isCompared && !on ? accountsOf(item) : undefined;
  return {
    ...(on && { social_account_ids: on.join(",") }),
    ...(seen && { expected_updated_at: seen }),
    ...(seenOn !== undefined && { expected_account_ids: seenOn }),
  };
}

/** Lists the ids of a post's destinations; undefined if the server does not name them all. */
function accountsOf({ goes_out_on }: QueueItem): string | undefined {
  if (!goes_out_on || goes_out_on.unreadable > 0) return undefined;
  const ids = goes_out_on.items
    .filter(({ why }) => typeof why !== "string")
    .map(({ social_account_id }) => social_account_id);
  return ids.every((id) => id !== null) ? ids.map(String).toSorted().join(",") : undefined;
}

/** Warns if the server's reply shows that it approved other content than the operator read. */
export function warnOfOtherVersion(read: QueueItem, approved: QueueItem | undefined) {
  if (!approved || publishedPartsOf(read) === publishedPartsOf(approved)) return;
  toasts.show({
    kind: "error",
    title: "The approved version differs from the one shown.",
    detail: `Post #${String(read.id)} had just been changed. Check it in Upcoming Scheduled Posts.`,
    duration: 10_000,
  });
}
