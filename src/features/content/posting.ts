import {
  type Account,
  fitOf,
  handleOf,
  isPlatform,
  platformLabel,
  type TextFit,
  textLimits,
} from "@/entities/account";
import { type Id, sameId } from "@/shared/api/id";
import type { ContentItem, PublishingResult } from "./schema";

/** What became of a post on one account. */
export type PostResult = Pick<
  PublishingResult,
  "platform_type" | "platform_username" | "status" | "error" | "published_post_url"
> & {
  /** Undefined where the account is gone: nothing can be sent there again. */
  readonly account: Id | undefined;
};

/** '@zimska · Bluesky' */
export const accountName = ({
  platform_type,
  platform_username,
}: Pick<Account, "platform_type" | "platform_username">) =>
  [platform_username && handleOf(platform_username), platformLabel(platform_type)]
    .filter(Boolean)
    .join(" · ");

/** What an account's platform will make of an item; undefined for a platform that is not known here. */
export function fitOn(platform: string, item: ContentItem): TextFit | undefined {
  if (!isPlatform(platform)) return undefined;
  const text = item.text_content ?? "";
  const hasMedia = Boolean(item.image_url || item.video_url);
  // Where posts have titles, an item may have a title and a text for there alone.
  return textLimits[platform].maxTitle === undefined
    ? fitOf(platform, { text, hasMedia })
    : fitOf(platform, {
        text: item.reddit_body || text,
        title: item.reddit_title || item.title,
        hasMedia,
      });
}

/**
 * One result for every account that was sent to. What the answer does not speak of, or says in words
 * that could not be read, may be live: nobody knows.
 */
export function resultsOf(
  sent: readonly Account[],
  answered: readonly PublishingResult[],
): readonly PostResult[] {
  const isOf = (account: Account) => (result: PublishingResult) =>
    result.social_account_id
      ? sameId(result.social_account_id, account.id)
      : result.platform_type === account.platform_type &&
        result.platform_username === account.platform_username;
  const unheard = sent.filter((account) => !answered.some(isOf(account)));
  return [
    ...answered.map(({ social_account_id, ...result }) => ({
      ...result,
      account: social_account_id ?? undefined,
    })),
    ...unheard.map(({ id, platform_type, platform_username }) => ({
      platform_type,
      platform_username,
      status: "unknown" as const,
      error: null,
      published_post_url: null,
      account: id,
    })),
  ];
}

/** Only what has failed for sure: what is unknown may be live, and would be there twice. */
export const mayRetry = ({ status, account }: PostResult) =>
  status === "failed" && account !== undefined;

/** The results with those of a second attempt in the places of the first. */
export const withAgain = (before: readonly PostResult[], again: readonly PostResult[]) =>
  before.map((result) => again.find(({ account }) => sameId(account, result.account)) ?? result);

const words: Readonly<Record<string, string>> = {
  published: "Published",
  failed: "Failed",
  unknown: "It may already be live: check the profile.",
};

/** A result's status in words, or as it came where a newer server sends one we do not know. */
export const statusInWords = (status: string) =>
  Object.hasOwn(words, status) ? words[status] : status.replaceAll("_", " ");

/** 'Published on 2 of 3 accounts. 1 failed.' */
export function inWords(results: readonly PostResult[]): string {
  const of = (wanted: string) => results.filter(({ status }) => status === wanted).length;
  const [failed, unknown] = [of("failed"), of("unknown")];
  const accounts = results.length === 1 ? "account" : "accounts";
  return [
    `Published on ${of("published")} of ${results.length} ${accounts}.`,
    failed > 0 && `${failed} failed.`,
    unknown > 0 && `${unknown} may already be live.`,
  ]
    .filter(Boolean)
    .join(" ");
}
