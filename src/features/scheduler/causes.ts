import type { PlatformType } from "@/entities/account";

/** The meaning of a platform's refusal and the operator's next step. */
export type Cause = {
  /** The same for all posts that failed for this cause. */
  readonly id: string;
  readonly meaning: string;
  readonly nextStep: string;
  /** True if the platform may have published although it answered with an error. */
  readonly mayBeLive?: boolean;
  /** True if the platform refuses this very text or media, whenever it is sent. */
  readonly refusesContent?: boolean;
  /** True if the platform takes nothing more with the account's present credentials. */
  readonly needsCredentials?: boolean;
  /** What leads to the next step, if it is not 'Retry', 'Edit' or 'Update credentials'. */
  readonly remedy?: "Prime session" | "Reddit settings" | "Open media";
};

type Known = Cause & {
  /** All platforms if it is missing. */
  readonly platforms?: readonly PlatformType[];
  /** Matches the platform's error text, in any case. */
  readonly signature: RegExp;
};

const meta = ["instagram", "facebook_page", "threads"] as const;
const linkedin = ["linkedin_profile", "linkedin_organization"] as const;
const profileFirst = "Check the profile before any retry.";

/** A pattern of Meta's short codes as they stand in an error: `(#506)`, `(506)`, `(506/1455006)`, `"code":506`. */
const coded = (codes: string) => `(?:#|\\bcode["']?:? ?)(?:${codes})\\b|\\((?:${codes})[/)]`;

/**
 * The first match is the cause. Collected in November 2026 from the platforms' developer pages, the
 * error tables of open publishing tools and the answers of real Bluesky servers. LinkedIn's 65601 comes
 * from general knowledge only.
 */
const known: readonly Known[] = [
  {
    // The server's own words. They come first: their numbers are no codes of a platform.
    id: "text-length",
    signature: /^the text has [\d,]+ [a-z ]+; .+ allows /i,
    meaning: "The text is longer than the platform allows.",
    nextStep: "Shorten it.",
    refusesContent: true,
  },
  {
    id: "meta-restricted",
    platforms: ["instagram", "threads"],
    signature: /2207050|2207051|4279013/,
    meaning: "The account is restricted or the action was blocked.",
    nextStep: profileFirst,
    mayBeLive: true,
  },
  {
    id: "fb-authorization",
    platforms: ["facebook_page"],
    signature: /1404078/,
    meaning: "Facebook requires publishing authorization for the page.",
    nextStep: "A page admin completes it on Facebook.",
  },
  {
    id: "meta-permission",
    platforms: meta,
    signature: new RegExp(`the token lacks a permission|${coded("10|2\\d\\d")}`, "i"),
    meaning: "The access token lacks a permission.",
    nextStep: "Create a token with all permissions, update the account's credentials, then retry.",
    needsCredentials: true,
  },
  {
    id: "meta-token",
    platforms: meta,
    signature:
      /\b190\b|error validating access token|revoked_access_token|session has been invalidated/i,
    meaning: "The access token no longer works.",
    nextStep: "Update the account's credentials, then retry.",
    needsCredentials: true,
  },
  {
    id: "meta-fetch",
    platforms: ["instagram", "threads"],
    signature: /2207052|\b9004\b|could not be fetched|could not fetch the file/i,
    meaning: "Meta could not download the image or video.",
    nextStep:
      "Open its address in a private window: it must be public, and not blocked by robots.txt.",
    remedy: "Open media",
  },
  {
    id: "ig-timeout",
    platforms: ["instagram"],
    signature: /2207003/,
    meaning: "Meta took too long to download the media.",
    nextStep: "Retry once; if it fails again, use a smaller file.",
  },
  {
    id: "ig-video-format",
    platforms: ["instagram"],
    signature: /2207026/,
    meaning: "Instagram does not accept this video format.",
    nextStep: "Re-convert the video.",
    refusesContent: true,
  },
  {
    id: "ig-image-format",
    platforms: ["instagram"],
    signature: /2207005|2207004/,
    meaning: "Instagram does not accept the image format or size.",
    nextStep: "Use a JPEG of at most 8 MB.",
    refusesContent: true,
  },
  {
    id: "ig-ratio",
    platforms: ["instagram"],
    signature: /36003|2207009/,
    meaning: "The image is wider or taller than Instagram allows (4:5 to 1.91:1).",
    nextStep: "Crop the image.",
    refusesContent: true,
  },
  {
    id: "ig-caption",
    platforms: ["instagram"],
    signature: /2207010/,
    meaning: "The caption is too long.",
    nextStep: "Shorten it to 2,200 characters.",
    refusesContent: true,
  },
  {
    id: "ig-cap",
    platforms: ["instagram"],
    signature: /2207042/,
    meaning: "The account has reached Instagram's daily limit.",
    nextStep: "Retry tomorrow: a retry now would fail too.",
  },
  {
    id: "ig-no-media",
    platforms: ["instagram"],
    signature: /image_url or video_url is required|needs an image or video/i,
    meaning: "Instagram posts need an image or video.",
    nextStep: "Give the post an image, or leave Instagram out of its category.",
    refusesContent: true,
  },
  {
    id: "fb-speed",
    platforms: ["facebook_page"],
    signature: /1390008/,
    meaning: "The page is posting too often for Facebook.",
    nextStep: "Wait before the next retry.",
  },
  {
    id: "meta-blocked",
    platforms: meta,
    signature: new RegExp(`deemed abusive|${coded("368")}`, "i"),
    meaning: "Meta has blocked the account for now, for what it posts or how often.",
    nextStep: "Wait a day before the next retry.",
  },
  {
    id: "fb-duplicate",
    platforms: ["facebook_page"],
    signature: new RegExp(`duplicate status message|${coded("506")}`, "i"),
    meaning: "Facebook already has this text.",
    nextStep: "Change the text.",
    refusesContent: true,
  },
  {
    id: "fb-photo",
    platforms: ["facebook_page"],
    signature: /1366046/,
    meaning: "The photo is too big or in the wrong format.",
    nextStep: "Use a JPG or PNG under 4 MB.",
    refusesContent: true,
  },
  {
    id: "fb-empty",
    platforms: ["facebook_page"],
    signature: /\b197\b|the post is empty|needs a text, an image or a video/i,
    meaning: "The post has no text.",
    nextStep: "Add a text.",
    refusesContent: true,
  },
  {
    id: "x-duplicate",
    platforms: ["x_twitter"],
    signature: /not allowed to create a tweet|duplicate/i,
    meaning: "X already has this text.",
    nextStep: "Change the text.",
    refusesContent: true,
  },
  {
    id: "x-not-permitted",
    platforms: ["x_twitter"],
    signature: /not permitted to perform this action/i,
    meaning: "X does not allow this text or media.",
    nextStep: "Check the length and the media.",
    refusesContent: true,
  },
  {
    id: "x-cap",
    platforms: ["x_twitter"],
    signature: /usage-capped|\b429\b|creditsdepleted|^402\b/i,
    meaning: "The credit or limit on X is used up.",
    nextStep: "Check the billing, or wait.",
  },
  {
    id: "x-keys",
    platforms: ["x_twitter"],
    signature:
      /unsupported authentication|could not authenticate|^401\b|oauth1-permissions|client-forbidden/i,
    meaning: "The keys or tokens are no longer valid, or of the wrong type.",
    nextStep: "Update the account's credentials, then retry.",
    needsCredentials: true,
  },
  {
    id: "x-suspended",
    platforms: ["x_twitter"],
    signature: /user-suspended/i,
    meaning: "X has suspended the account.",
    nextStep: "Stop posting to it and contact X.",
  },
  {
    id: "x-video-length",
    platforms: ["x_twitter"],
    signature: /longer than (\d+) minutes/i,
    meaning: "The video is longer than this account may post.",
    nextStep: "Shorten the video.",
    refusesContent: true,
  },
  {
    id: "linkedin-length",
    platforms: linkedin,
    signature: /field_length_too_long/i,
    meaning: "The text is longer than 3,000 characters.",
    nextStep: "Shorten it.",
    refusesContent: true,
  },
  {
    id: "linkedin-token",
    platforms: linkedin,
    signature: /\b401\b|expired|65601/i,
    meaning: "The access token has expired. LinkedIn tokens last 60 days.",
    nextStep: "Update the account's credentials, then retry.",
    needsCredentials: true,
  },
  {
    id: "linkedin-duplicate",
    platforms: linkedin,
    signature: /duplicate_post|content is a duplicate of/i,
    meaning: "LinkedIn already has this text.",
    nextStep: "Change the text.",
    refusesContent: true,
  },
  {
    id: "reddit-flair",
    platforms: ["reddit"],
    signature: /submit_validation_flair_required|it requires a flair/i,
    meaning: "The subreddit requires a flair.",
    nextStep: "Set one in the category's Reddit settings.",
    remedy: "Reddit settings",
  },
  {
    id: "reddit-limit",
    platforms: ["reddit"],
    signature: /ratelimit|^429\b/i,
    meaning: "The account is posting too often for Reddit.",
    nextStep: "Wait before the next retry.",
  },
  {
    id: "tiktok-session",
    platforms: ["tiktok"],
    signature:
      /access_token_invalid|invalid_grant|scope_not_authorized|not connected|session (?:has )?expired/i,
    meaning: "The primed session has ended.",
    nextStep: "Prime the session again, then retry.",
    needsCredentials: true,
    remedy: "Prime session",
  },
  {
    id: "tiktok-inbox-full",
    platforms: ["tiktok"],
    signature: /too_many_pending_share/i,
    meaning: "TikTok accepts no more drafts: the account's inbox is full.",
    nextStep: "Post or delete them in TikTok, then retry.",
  },
  {
    id: "tiktok-address",
    platforms: ["tiktok"],
    signature: /url_ownership_unverified/i,
    meaning: "TikTok does not fetch images from this server's address.",
    nextStep: "Verify it in TikTok's developer portal, under URL properties.",
  },
  {
    id: "tiktok-spam",
    platforms: ["tiktok"],
    signature: /spam_risk/i,
    meaning: "TikTok treats it as spam.",
    nextStep: "Wait before the next retry.",
  },
  {
    id: "tiktok-unaudited",
    platforms: ["tiktok"],
    signature: /unaudited_client/i,
    meaning: "TikTok has not approved this client.",
    nextStep: "Get it approved by TikTok.",
  },
  {
    id: "tiktok-media",
    platforms: ["tiktok"],
    signature: /_check_failed/i,
    meaning: "TikTok does not accept the format, length or size of the media.",
    nextStep: "Replace the media.",
    refusesContent: true,
  },
  {
    id: "threads-length",
    platforms: ["threads"],
    signature: /text must be at most 500 characters/i,
    meaning: "The text is longer than 500 bytes.",
    nextStep: "Shorten it.",
    refusesContent: true,
  },
  {
    id: "threads-links",
    platforms: ["threads"],
    signature: /link_limit/i,
    meaning: "The text has more than 5 links.",
    nextStep: "Remove some of them.",
    refusesContent: true,
  },
  {
    id: "bluesky-length",
    platforms: ["bluesky"],
    signature: /grapheme too big|must not be longer than 300 graphemes/i,
    meaning: "The text is longer than 300 characters.",
    nextStep: "Shorten it.",
    refusesContent: true,
  },
  {
    id: "bluesky-bytes",
    platforms: ["bluesky"],
    signature: /string too big/i,
    meaning: "The text is longer than 3,000 bytes: many emoji and letters take several.",
    nextStep: "Shorten it.",
    refusesContent: true,
  },
  {
    id: "bluesky-file",
    platforms: ["bluesky"],
    signature: /blob too ?(?:big|large)|payloadtoolarge/i,
    meaning: "The image or video has more bytes than Bluesky allows.",
    nextStep: "Use a smaller file.",
    refusesContent: true,
  },
  {
    id: "bluesky-password",
    platforms: ["bluesky"],
    signature:
      /authenticationrequired|invalid identifier or password|authfactortokenrequired|asks for a code by e-mail/i,
    meaning: "The app password is wrong, or the account requires a second factor.",
    nextStep: "Create an app password and update the credentials.",
    needsCredentials: true,
  },
  {
    id: "bluesky-session",
    platforms: ["bluesky"],
    signature:
      /invalidtoken|expiredtoken|token (?:has (?:expired|been revoked)|could not be verified)/i,
    meaning: "The session on Bluesky has ended.",
    nextStep: "Retry to sign in again.",
  },
];

/** Returns the cause for a platform's error text; undefined for an unknown text. */
export function causeOf(platform: string, words: string | null | undefined): Cause | undefined {
  if (!words) return undefined;
  return known.find(
    ({ platforms, signature }) =>
      (!platforms || platforms.some((type) => type === platform)) && signature.test(words),
  );
}
