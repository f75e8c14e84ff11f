import { type CredentialField, open, secret } from "@/shared/api/credential-field";

/** The platforms the product publishes to, in the order they are offered. */
export const platformTypes = [
  "x_twitter",
  "instagram",
  "facebook_page",
  "linkedin_profile",
  "linkedin_organization",
  "threads",
  "bluesky",
  "reddit",
  "tiktok",
] as const;

export type PlatformType = (typeof platformTypes)[number];

export const isPlatform = (type: string): type is PlatformType =>
  platformTypes.some((known) => known === type);

export type Platform = {
  readonly label: string;
  /** Where the label is too long: within a sentence. */
  readonly shortLabel?: string;
  readonly fields: readonly CredentialField[];
  /** True if every field must be filled in. */
  readonly fieldsRequired: boolean;
  /** How an account is connected: by typed keys, by an OAuth page, or by a primed browser session. */
  readonly connects: "credentials" | "oauth" | "session";
  /** True if a post needs an image or a video. */
  readonly needsMedia: boolean;
};

const linkedin = [secret("access_token", "Access token"), open("author_urn", "Author URN")];

/** Everything that differs between platforms, as data. */
export const platforms: Readonly<Record<PlatformType, Platform>> = {
  x_twitter: {
    label: "X (Twitter)",
    shortLabel: "X",
    fields: [
      secret("consumer_key", "Consumer key"),
      secret("consumer_secret", "Consumer secret"),
      secret("access_token", "Access token"),
      secret("access_token_secret", "Access token secret"),
      secret("bearer_token", "Bearer token"),
    ],
    fieldsRequired: false,
    connects: "credentials",
    needsMedia: false,
  },
  instagram: {
    label: "Instagram",
    fields: [
      open("instagram_user_id", "Instagram user ID"),
      secret("access_token", "Access token"),
    ],
    fieldsRequired: true,
    connects: "credentials",
    needsMedia: true,
  },
  facebook_page: {
    label: "Facebook Page",
    fields: [open("page_id", "Page ID"), secret("page_access_token", "Page access token")],
    fieldsRequired: true,
    connects: "credentials",
    needsMedia: false,
  },
  linkedin_profile: {
    label: "LinkedIn Profile",
    fields: linkedin,
    fieldsRequired: true,
    connects: "credentials",
    needsMedia: false,
  },
  linkedin_organization: {
    label: "LinkedIn Organization",
    fields: linkedin,
    fieldsRequired: true,
    connects: "credentials",
    needsMedia: false,
  },
  threads: {
    label: "Threads",
    fields: [open("threads_user_id", "Threads user ID"), secret("access_token", "Access token")],
    fieldsRequired: true,
    connects: "credentials",
    needsMedia: false,
  },
  bluesky: {
    label: "Bluesky",
    fields: [open("identifier", "Identifier"), secret("password", "App password")],
    fieldsRequired: true,
    connects: "credentials",
    needsMedia: false,
  },
  reddit: {
    label: "Reddit",
    fields: [],
    fieldsRequired: true,
    connects: "oauth",
    needsMedia: false,
  },
  tiktok: {
    label: "TikTok",
    fields: [],
    fieldsRequired: true,
    connects: "session",
    needsMedia: true,
  },
};

/** The platform's name, or the raw type if this version of the console does not know it. */
export const platformLabel = (type: string) =>
  Object.hasOwn(platforms, type) ? platforms[type as PlatformType].label : type;

/** The platform's name within a sentence. */
export const platformShortLabel = (type: string) =>
  (Object.hasOwn(platforms, type) && platforms[type as PlatformType].shortLabel) ||
  platformLabel(type);
