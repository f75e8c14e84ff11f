import type { KnownCause } from "./causes";

const meta = ["instagram", "facebook_page", "threads"] as const;
const profileFirst = "Check the profile before any retry.";

/** A pattern of Meta's short codes as they stand in an error: `(#506)`, `(506)`, `(506/1455006)`, `"code":506`. */
const coded = (codes: string) => `(?:#|\\bcode["']?:? ?)(?:${codes})\\b|\\((?:${codes})[/)]`;

/** The causes of Instagram, Facebook and Threads. */
export const causesOfMeta: readonly KnownCause[] = [
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
];
