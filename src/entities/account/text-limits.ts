import { isOffered, ownVideosCapability } from "@/shared/api/capabilities";
import { formatFigure } from "@/shared/format/number";
import { linksOnX } from "./links-on-x";
import { type PlatformType, platforms } from "./platforms";
import { type TextUnit, textLength } from "./text-length";

export type TextLimit = {
  readonly max: number;
  readonly unit: TextUnit;
  /** True if the platform refuses a longer text; false if it is only said to. */
  readonly isSure: boolean;
  /** A second limit: a text of few but long graphemes may still be too big. */
  readonly maxBytes?: number;
  /** In code points. If it is given, a post needs a title. */
  readonly maxTitle?: number;
};

const linkedin: TextLimit = { max: 3000, unit: "code points", isSure: true };

/** How long a post's text may be. Sources, as of November 2026: the platforms' pages for developers. */
export const textLimits: Readonly<Record<PlatformType, TextLimit>> = {
  // Paying accounts may write 25,000; the console does not know which ones pay.
  x_twitter: { max: 280, unit: "x-weighted", isSure: true },
  instagram: { max: 2200, unit: "code points", isSure: true },
  facebook_page: { max: 63_206, unit: "code points", isSure: false },
  linkedin_profile: linkedin,
  linkedin_organization: linkedin,
  // https://developers.facebook.com/documentation/threads/posts
  threads: { max: 500, unit: "emoji as bytes", isSure: true },
  bluesky: { max: 300, unit: "graphemes", isSure: true, maxBytes: 3000 },
  reddit: { max: 40_000, unit: "code points", isSure: false, maxTitle: 300 },
  tiktok: { max: 2200, unit: "UTF-16 units", isSure: false },
};

/** What X charges for a post with a link, as of August 2026; one without costs a thirteenth of it. */
const priceWithLink = "$0.20";

/** Says how a post fits a platform's limits, before it is sent. */
export type TextFit = {
  readonly platform: PlatformType;
  readonly length: number;
  readonly limit: TextLimit;
  /** The reasons why the platform would or may refuse it; empty if it fits. */
  readonly problems: readonly string[];
  /**
   * The same reasons for a place that shows length and limit already, so that they need not repeat
   * them.
   */
  readonly problemsBesideCount: readonly string[];
  /** The price of the link in the text; undefined if there is no link, or it is free. */
  readonly price: string | undefined;
};

type FitContent = {
  readonly text: string;
  readonly title?: string | null | undefined;
  readonly hasMedia: boolean;
};

/** Measures a post against one platform's limits, in the platform's own unit. */
export function fitOf(platform: PlatformType, { text, title, hasMedia }: FitContent): TextFit {
  const limit = textLimits[platform];
  const { max, unit, maxBytes, maxTitle } = limit;
  const length = textLength(text, unit);
  const over = length > max ? [`${formatFigure(length - max)} over`] : [];
  const others = [
    maxBytes !== undefined &&
      textLength(text, "UTF-8 bytes") > maxBytes &&
      `over ${formatFigure(maxBytes)} ${unitName("UTF-8 bytes")}`,
    platforms[platform].needsMedia && !hasMedia && `needs ${neededMedia()}`,
    maxTitle !== undefined && !title?.trim() && "needs a title",
    maxTitle !== undefined &&
      textLength(title ?? "", "code points") > maxTitle &&
      `title over ${formatFigure(maxTitle)} ${unitName("code points")}`,
  ].filter((problem) => problem !== false);
  return {
    platform,
    length,
    limit,
    problems: [
      ...over.map((by) => `${by} the limit of ${formatFigure(max)} ${unitName(unit)}`),
      ...others,
    ],
    problemsBesideCount: [...over, ...others],
    price: platform === "x_twitter" && linksOnX(text).length > 0 ? priceWithLink : undefined,
  };
}

/** The name of a unit for an operator: that platforms count an emoji differently needs no word of its own. */
export const unitName = (unit: TextUnit) =>
  unit === "UTF-8 bytes" ? "bytes" : `${unit === "x-weighted" ? "weighted " : ""}characters`;

/** The media that an operator can add to a post for a platform that takes no text alone. */
export const neededMedia = () =>
  isOffered(ownVideosCapability) ? "an image or video" : "an image";
