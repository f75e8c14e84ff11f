import { type PlatformType, platforms } from "@/entities/account/platforms";
import { type TextUnit, textLength } from "@/entities/account/text-length";
import type { BadCredentials, FinalRefusal, Refused } from "../../ports/outcome.ts";
import type {
  PlatformAccount,
  Publication,
  Publisher,
  RedditTarget,
  SubredditResult,
} from "../../ports/publisher.ts";
import { hashOf } from "./random.ts";
import { subredditOf } from "./subreddits.ts";

/** The length that a text may have, and the platform's message about a longer one of this length. */
type Limit = {
  readonly unit: TextUnit;
  readonly max: number;
  readonly tooLong: (length: number) => string;
};

/** A platform's limits and its messages for refusals. */
type Rules = {
  /** In the order in which the platform checks them. */
  readonly limits: readonly Limit[];
  /** Given if a post needs an image or a video. */
  readonly noMedia?: string;
  /** Given if a post needs a title, of at most 300 code points. */
  readonly noTitle?: string;
  readonly titleTooLong?: string;
  /** Given if posts go to subreddits: the refusal of one that requires a flair. */
  readonly noFlair?: string;
  readonly badCredentials: string;
};

const metaToken =
  "Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons. (190)";

/** Returns a limit whose message is the same for every longer text. */
const limit = (unit: TextUnit, max: number, message: string): Limit => ({
  unit,
  max,
  tooLong: () => message,
});

const linkedin: Rules = {
  limits: [
    limit(
      "code points",
      3000,
      "422 FIELD_LENGTH_TOO_LONG: commentary is longer than 3000 characters.",
    ),
  ],
  badCredentials: "401 The token used in the request has expired. (65601)",
};

const rules: Readonly<Record<PlatformType, Rules>> = {
  x_twitter: {
    limits: [
      limit("x-weighted", 280, "403 Forbidden: You are not permitted to perform this action."),
    ],
    badCredentials: "403 Unsupported Authentication: the keys or tokens of this app are not valid.",
  },
  instagram: {
    limits: [
      limit(
        "code points",
        2200,
        "The caption was too long: at most 2200 characters. (36004/2207010)",
      ),
    ],
    noMedia: "(#100) The parameter image_url or video_url is required.",
    badCredentials: metaToken,
  },
  facebook_page: {
    limits: [limit("code points", 63_206, "(#100) The message is longer than 63206 characters.")],
    badCredentials: metaToken,
  },
  linkedin_profile: linkedin,
  linkedin_organization: linkedin,
  threads: {
    limits: [
      limit("emoji as bytes", 500, "(#100) Param text must be at most 500 characters long."),
    ],
    badCredentials: metaToken,
  },
  bluesky: {
    // As a server answered in November 2026.
    limits: [
      {
        unit: "UTF-8 bytes",
        max: 3000,
        tooLong: (bytes) =>
          `InvalidRequest: string too big (maximum 3000, got ${bytes}) at $.record.text`,
      },
      {
        unit: "graphemes",
        max: 300,
        tooLong: (graphemes) =>
          `InvalidRequest: grapheme too big (maximum 300, got ${graphemes}) at $.record.text`,
      },
    ],
    badCredentials: "AuthenticationRequired: Invalid identifier or password",
  },
  reddit: {
    limits: [limit("code points", 40_000, "TOO_LONG: this is too long. (text)")],
    noTitle: "NO_TEXT: we need something here. (title)",
    titleTooLong: "TOO_LONG: this is too long. (title)",
    noFlair: "SUBMIT_VALIDATION_FLAIR_REQUIRED: Your post must contain post flair.",
    badCredentials: "401 invalid_grant: the refresh token was revoked.",
  },
  tiktok: {
    limits: [
      limit("UTF-16 units", 2200, "invalid_params: the caption is longer than 2200 UTF-16 units."),
    ],
    noMedia: "invalid_params: a photo or a video is required.",
    badCredentials: "access_token_invalid: the session is not valid any more.",
  },
};

export const refuse = (error: string): FinalRefusal => ({ ok: false, error });

const refuseAccount = (error: string): BadCredentials => ({ ok: false, error, why: "credentials" });

/** At least one key is required, even by platforms whose keys are all optional. */
const noKeys = "No keys have been entered for this account.";

const notPrimed = "login_required: the session of this account has not been primed.";

/** Refuses an account that lacks its session or a key, or has 'wrong' in a key or its name. */
export function refusalOfAccount({
  platform,
  username,
  credentials,
  isPrimed,
}: PlatformAccount): Refused | undefined {
  if (isPrimed === false) return refuseAccount(notPrimed);
  const { fields, fieldsRequired } = platforms[platform];
  if (fields.length > 0 && !fields.some(({ name }) => credentials[name]))
    return refuseAccount(noKeys);
  const missing = fieldsRequired && fields.some(({ name }) => !credentials[name]);
  const wrong = [username ?? "", ...Object.values(credentials)].some((value) =>
    /wrong/i.test(value),
  );
  return missing || wrong ? refuseAccount(rules[platform].badCredentials) : undefined;
}

function refusalOfPost({ account, post }: Publication): Refused | undefined {
  const { limits, noMedia, noTitle, titleTooLong, noFlair } = rules[account.platform];
  if (noMedia && !post.imageUrl && !post.videoUrl) return refuse(noMedia);
  if (noTitle && !post.title) return refuse(noTitle);
  if (titleTooLong && textLength(post.title ?? "", "code points") > 300)
    return refuse(titleTooLong);
  const text = (noFlair && post.reddit?.body) || post.text;
  for (const { unit, max, tooLong } of limits) {
    const length = textLength(text, unit);
    if (length > max) return refuse(tooLong(length));
  }
  return undefined;
}

/**
 * Returns what becomes of a post in its subreddits, as with the real Reddit: none gets it if one of
 * them would not take it, and one that refuses it later does not keep it from the others.
 */
function inSubreddits(
  { subreddits, flairIds }: RedditTarget,
  url: string,
): readonly SubredditResult[] {
  const { noFlair = "" } = rules.reddit;
  const checked = subreddits.map(({ name, flairId }) => {
    const { refusal, submitRefusal, flairRequired, flairs } = subredditOf(name);
    const hasFlair = flairId !== null || flairs.some(({ id }) => flairIds.includes(id));
    return { name, submitRefusal, refusal: refusal ?? (flairRequired && !hasFlair ? noFlair : "") };
  });
  const isOpen = checked.every(({ refusal }) => refusal === "");
  return checked.map(({ name, refusal, submitRefusal = "" }) => {
    const error = isOpen ? submitRefusal : refusal;
    if (error) return { name, status: "refused", url: null, error };
    const status = isOpen ? "published" : "not_sent";
    return { name, status, url: isOpen ? url : null, error: null };
  });
}

/** Publishes to `/sandbox/posts/{id}`, by the rules of the post's platform. */
export const sandboxPublisher: Publisher = {
  publish: async (publication, { trace, prepared, committing }) => {
    const { account, post } = publication;
    const refusal = refusalOfAccount(account) ?? refusalOfPost(publication);
    if (refusal) return refusal;
    const url = `/sandbox/posts/${post.id}`;
    const isForReddit = account.platform === "reddit" && post.reddit !== undefined;
    const results = isForReddit ? inSubreddits(post.reddit, url) : [];
    const isSeveral = results.length > 1;
    const refused = results.filter(({ status }) => status === "refused");
    if (refused.length > 0 && !results.some(({ status }) => status === "published")) {
      if (isSeveral) await prepared(trace, results);
      const words = refused.map(({ name, error }) => (isSeveral ? `r/${name}: ${error}` : error));
      return refuse(words.join(" "));
    }
    await committing(trace);
    const externalId = `sandbox_${hashOf(`${account.platform}:${post.id}`)}`;
    const places = refused.map(({ name }) => `r/${name}`).join(", ");
    return {
      ...{ ok: true, externalId, url },
      ...(refused.length > 0 && { note: `but not in ${places}, which refused it` }),
      ...(isSeveral && { subreddits: results }),
    };
  },
  // It keeps no posts of its own that it could look for.
  locate: async () => ({ ok: "unsure", advice: "It may already be live: check the profile." }),
  test: async (account) => refusalOfAccount(account) ?? { ok: true },
  refresh: async () => null,
};
