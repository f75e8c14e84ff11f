import { type Account, fitOf, isPlatform, type TextFit, textLimits } from "@/entities/account";
import { publishingStatusOf } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import type { ContentItem, PublishingResult, UnsettledPost } from "./schema";

/** The post that is written, without its group. */
export type DirectPost = {
  readonly text_content: string;
  /** Undefined for a backend that takes none. */
  readonly title?: string | null | undefined;
  readonly image_url: string | null;
  /** Undefined for a backend that takes none. */
  readonly video_url?: string | null | undefined;
};

export const hasMedia = ({ image_url, video_url }: DirectPost) => Boolean(image_url || video_url);

/** Returns the posts that would be doubled on the given accounts. */
export const duplicatesOn = (accounts: readonly Account[], posts: readonly UnsettledPost[]) =>
  posts.filter((post) =>
    accounts.some(({ id }) => sameId(id, post.social_account_id ?? undefined)),
  );

/** The result of a post on one account. */
export type PostResult = Pick<
  PublishingResult,
  "error" | "waits_for" | "waits_until" | "published_post_url"
> & {
  /** Undefined if it was deleted or is unknown: the post cannot be retried there. */
  readonly account: Id | undefined;
  /** Undefined if the answer does not name the account. */
  readonly platform_type: string | undefined;
  readonly platform_username: string | null | undefined;
  /** published, failed, unknown, cancelled or sent; or the server's own word. */
  readonly status: string;
};

/** Checks an item against a platform's limits; undefined if this console does not know it. */
export function fitOn(platform: string, item: ContentItem): TextFit | undefined {
  if (!isPlatform(platform)) return undefined;
  const text = item.text_content ?? "";
  const hasMedia = Boolean(item.image_url || item.video_url);
  // For a platform whose posts have titles, an item may have a title and a text of its own.
  return textLimits[platform].maxTitle === undefined
    ? fitOf(platform, { text, hasMedia })
    : fitOf(platform, {
        text: item.reddit_body || text,
        title: item.reddit_title || item.title,
        hasMedia,
      });
}

/**
 * Returns one result for every account that was sent to. If the answer leaves out an account, its
 * status is unknown: the post may be live there. A result without an account is assigned to one
 * only if it fits no other.
 */
export function resultsOf(
  sent: readonly Account[],
  answered: readonly PublishingResult[],
): readonly PostResult[] {
  const results = answered.map(
    ({ social_account_id, platform_type, platform_username, status, ...rest }): PostResult => ({
      account: social_account_id ?? undefined,
      platform_type,
      platform_username,
      // Without a status the post may be live.
      status: publishingStatusOf(status ?? "unknown"),
      error: rest.error,
      waits_for: rest.waits_for,
      waits_until: rest.waits_until,
      published_post_url: rest.published_post_url,
    }),
  );
  const isOf = (account: Account) => (result: PostResult) =>
    result.account === undefined
      ? result.platform_type === account.platform_type &&
        (result.platform_username ?? null) === (account.platform_username ?? null)
      : sameId(result.account, account.id);
  const isNamed = ({ account, platform_type }: PostResult) =>
    account !== undefined || platform_type !== undefined;
  const named = results.filter(isNamed);
  const nameless = results.filter((result) => !isNamed(result));
  const unanswered = sent.filter((account) => !named.some(isOf(account)));
  return [...named, ...sharedOut(nameless, unanswered)];
}

/** Assigns results without an account to the accounts without a result, if they are identical. */
function sharedOut(
  nameless: readonly PostResult[],
  accounts: readonly Account[],
): readonly PostResult[] {
  const [first] = nameless;
  if (!first) return accounts.map((account) => resultFor(account, "unknown"));
  const json = JSON.stringify(first);
  if (
    nameless.length === accounts.length &&
    nameless.every((result) => JSON.stringify(result) === json)
  ) {
    return accounts.map((account) => ({ ...first, ...accountOf(account) }));
  }
  const left = Math.max(0, accounts.length - nameless.length);
  const unknown = { account: undefined, platform_type: undefined, platform_username: undefined };
  return [...nameless, ...Array.from({ length: left }, () => ({ ...unknown, status: "unknown" }))];
}

const accountOf = ({ id, platform_type, platform_username }: Account) => ({
  account: id,
  platform_type,
  platform_username,
});

const resultFor = (account: Account, status: string): PostResult => ({
  ...accountOf(account),
  status,
});

/** Returns the results for a server that accepts the post but names no result per account. */
export const sentTo = (accounts: readonly Account[]): readonly PostResult[] =>
  accounts.map((account) => resultFor(account, "sent"));

/** Returns false if the status is unknown: the post may be live, and a retry would publish it twice. */
export const mayRetry = ({ status, account }: PostResult) =>
  status === "failed" && account !== undefined;

/**
 * Replaces failed results with those of a retry. Results without an account come last and replace
 * every failure that the retry has no result for.
 */
export function withAgain(before: readonly PostResult[], again: readonly PostResult[]) {
  const nameless = again.filter(({ account }) => account === undefined);
  const kept = before.flatMap((result) => {
    const next = again.find(({ account }) => sameId(account, result.account));
    if (next) return [next];
    return nameless.length > 0 && mayRetry(result) ? [] : [result];
  });
  return [...kept, ...nameless];
}

const words: ReadonlyMap<string, string> = new Map([
  ["published", "Published"],
  ["failed", "Failed"],
  ["unknown", "It may already be live: check the profile."],
  ["sent", "Sent"],
  ["publishing", "Publishing"],
  // Only here: a post that was to go out at once is tried again.
  ["scheduled", "Not sent yet"],
  ["cancelled", "Cancelled"],
]);

/** Returns the status in words, or unchanged if the server uses its own. */
export const statusInWords = (status: string) => words.get(status) ?? status;

/** 'Published on 2 of 3 accounts. 1 failed.' */
export function inWords(results: readonly PostResult[]): string {
  const of = (wanted: string) => results.filter(({ status }) => status === wanted).length;
  const [failed, unknown, sent] = [of("failed"), of("unknown"), of("sent")];
  const [waiting, cancelled] = [of("scheduled"), of("cancelled")];
  const accounts = results.length === 1 ? "account" : "accounts";
  if (sent === results.length) {
    return `Sent to ${sent} ${accounts}. The server reports no result per account.`;
  }
  return [
    `Published on ${of("published")} of ${results.length} ${accounts}.`,
    failed > 0 && `${failed} failed.`,
    cancelled > 0 && `${cancelled} cancelled.`,
    waiting > 0 && `${waiting} not sent yet.`,
    unknown > 0 && `${unknown} may already be live.`,
  ]
    .filter(Boolean)
    .join(" ");
}
