import { publishingStatusOf } from "@/entities/post";
import { type Cause, causeOf } from "./causes";
import type { ScheduledPost } from "./schema";

/** Failed posts of one account and one cause: the next step is the same for all of them. */
export type FailedGroup = {
  readonly id: string;
  readonly account: ScheduledPost["social_account"];
  /** Undefined if the platform's error text is unknown. */
  readonly cause: Cause | undefined;
  readonly posts: readonly ScheduledPost[];
};

/** Returns true if the post may already be live, by its status or by the cause of its error. */
export const mayBeLive = (post: ScheduledPost) =>
  publishingStatusOf(post.status) === "unknown" || (causeOfPost(post)?.mayBeLive ?? false);

/**
 * Returns true if a retry would be refused again: the platform does not take the content, which is still
 * the same.
 */
export const mustChange = (post: ScheduledPost) =>
  !post.is_changed && (causeOfPost(post)?.refusesContent ?? false);

export const causeOfPost = ({ social_account }: ScheduledPost) =>
  causeOf(social_account?.platform_type ?? "", social_account?.last_known_error);

/** Groups by account and cause, in the order of first occurrence; every post is in one group. */
export function groupFailed(posts: readonly ScheduledPost[]): readonly FailedGroup[] {
  const groups = new Map<string, FailedGroup>();
  for (const post of posts) {
    const account = post.social_account;
    const cause = causeOfPost(post);
    const words = cause?.id ?? account?.last_known_error ?? "";
    const id = JSON.stringify([account?.platform_type, account?.platform_username, words]);
    const before = groups.get(id)?.posts ?? [];
    groups.set(id, { id, account, cause, posts: [...before, post] });
  }
  return [...groups.values()];
}
