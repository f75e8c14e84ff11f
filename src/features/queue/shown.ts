import type { QueueItem } from "@/entities/post";
import { isOffered } from "@/shared/api/capabilities";
import type { Id } from "@/shared/api/id";
import { approveAt } from "./contract";

/** Serializes the parts of a post that will be published, to compare two versions of it. */
export const seenOf = ({
  text_content,
  title,
  image_url,
  video_url,
  thumbnail_url,
}: Pick<QueueItem, "text_content" | "title" | "image_url" | "video_url" | "thumbnail_url">) =>
  JSON.stringify(
    [text_content, title, image_url, video_url, thumbnail_url].map((it) => it ?? null),
  );

/** Whether a pending post reads differently from another version, or would go out on other accounts. */
export function isOther(one: QueueItem, other: QueueItem): boolean {
  const [before, now] = [accountsOf(one), accountsOf(other)];
  return (
    seenOf(one) !== seenOf(other) || (before !== undefined && now !== undefined && before !== now)
  );
}

/**
 * The query of an approval: on which accounts, if the operator has chosen some, and which version of the
 * post the operator has seen, for a backend that compares it.
 */
export function approvalOf(item: QueueItem, on?: readonly Id[]) {
  const isCompared = isOffered(approveAt);
  const seen = isCompared ? item.updated_at : undefined;
  const seenOn = isCompared && !on ? accountsOf(item) : undefined;
  return {
    ...(on && { social_account_ids: on.join(",") }),
    ...(seen && { expected_updated_at: seen }),
    ...(seenOn !== undefined && { expected_account_ids: seenOn }),
  };
}

/** The ids of the accounts that a post goes out on; undefined if the server does not name them all. */
function accountsOf({ goes_out_on }: QueueItem): string | undefined {
  if (!goes_out_on || goes_out_on.unreadable > 0) return undefined;
  const ids = goes_out_on.items
    .filter(({ why }) => typeof why !== "string")
    .map(({ social_account_id }) => social_account_id);
  return ids.every((id) => id !== null) ? ids.map(String).toSorted().join(",") : undefined;
}
