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

export type KnownCause = Cause & {
  /** All platforms if it is missing. */
  readonly platforms?: readonly PlatformType[];
  /** Matches the platform's error text, in any case. */
  readonly signature: RegExp;
};

const linkedin = ["linkedin_profile", "linkedin_organization"] as const;

/**
 * The first match is the cause. Those of Meta's platforms are in a file of their own. Collected in November 2026 from the platforms' developer pages, the
 * error tables of open publishing tools and the answers of real Bluesky servers. LinkedIn's 65601 comes
 * from general knowledge only.
 */
export const causes: readonly KnownCause[] = [
  {
    // The server's own words. They come first: their numbers are no codes of a platform.
    id: "text-length",
    signature: /^the text has [\d,]+ [a-z ]+; .+ allows /i,
    meaning: "The text is longer than the platform allows.",
    nextStep: "Shorten it.",
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
