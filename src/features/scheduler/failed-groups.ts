import { publishingStatusOf } from "@/entities/post";
import { type Cause, causes } from "./causes";
import { causesOfMeta } from "./causes-of-meta";
import type { ScheduledPost } from "./schema";

/** Returns the cause for a platform's error text; undefined for an unknown text. */
export function causeOf(platform: string, words: string | null | undefined): Cause | undefined {
  if (!words) return undefined;
  return [...causes, ...causesOfMeta].find(
    ({ platforms, signature }) =>
      (!platforms || platforms.some((type) => type === platform)) && signature.test(words),
  );
}

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

/**
 * Returns true if a retry would fail again, because nothing can be published on the account now. Where
 * the backend does not say so, the cause tells: the credentials were refused.
 */
export const mustReconnect = (post: ScheduledPost) =>
  post.account_problem === undefined
    ? (causeOfPost(post)?.needsCredentials ?? false)
    : Boolean(post.account_problem);

export const causeOfPost = ({ social_account }: ScheduledPost) =>
  causeOf(social_account?.platform_type ?? "", social_account?.last_known_error);

/** Returns what it means for the account's posts, in words, and what to do first. */
export function stepOf({ cause, posts: [post] }: FailedGroup): string {
  const problem = post?.account_problem;
  const said = cause && `${cause.meaning} ${cause.nextStep}`;
  if (!problem || cause?.needsCredentials) return said ?? unknownCause(post);
  return [said, `The account cannot be used now: ${problem}.`].filter(Boolean).join(" ");
}

const unknownCause = (post: ScheduledPost | undefined) =>
  post?.social_account?.last_known_error
    ? "Unknown cause: see the error."
    : "No error was reported.";

/** Returns the platform's own words for a group: nearly always one text. */
export const errorsOf = ({ posts }: FailedGroup): readonly string[] => [
  ...new Set(posts.flatMap(({ social_account }) => social_account?.last_known_error ?? [])),
];

/** The settings in which the next step for a group is done. */
export type Remedy = {
  readonly text: string;
  readonly tab: "accounts" | "evergreen";
};

/** Returns undefined if the group's posts are retried or changed, or if nothing here helps. */
export function remedyOf({ cause, account, posts: [post] }: FailedGroup): Remedy | undefined {
  if (!post || !account) return undefined;
  if (mustReconnect(post)) {
    const primes = cause?.remedy === "Prime session";
    return { text: primes ? "Prime session" : "Update credentials", tab: "accounts" };
  }
  if (cause?.remedy === "Reddit settings") return { text: cause.remedy, tab: "evergreen" };
  return undefined;
}

/** Returns true if a retry of the post as it is may help. */
export const isWorthARetry = (post: ScheduledPost) =>
  !mayBeLive(post) && !mustChange(post) && !mustReconnect(post);

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
