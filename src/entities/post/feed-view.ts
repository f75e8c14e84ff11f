import {
  endWithin,
  type Feed,
  type Folded,
  feeds,
  fitOf,
  foldOf,
  linksOnX,
  neededMedia,
  type Place,
  type PlatformType,
  partsOnBluesky,
  partsOnX,
  platformShortLabel,
  platforms,
  type TextParts,
  textLimits,
  withoutOverlaps,
} from "@/entities/account";
import { formatFigure } from "@/shared/format/number";
import type { PostContent } from "./contract";

/** The part of a post that its readers may see. */
export type ShownContent = PostContent & {
  readonly title?: string | null | undefined;
  readonly reddit_title?: string | null | undefined;
  readonly reddit_body?: string | null | undefined;
};

/** A piece of a text that looks the same throughout. */
export type FeedRun = {
  readonly text: string;
  /** Links, hashtags and names that become links there. */
  readonly isLink: boolean;
  /** Seen only by those who unfold the text. */
  readonly isFolded: boolean;
  /** Beyond the platform's limit. */
  readonly isOver: boolean;
};

/** A post as a platform's feed shows it. */
export type FeedView = {
  /** The reason why nothing is posted there. */
  readonly missing: string | undefined;
  /** The reason why the platform refuses the post, or may. */
  readonly refusal: string | undefined;
  /** Undefined if the platform's posts have no title. */
  readonly title: readonly FeedRun[] | undefined;
  readonly text: readonly FeedRun[];
  readonly isFolded: boolean;
  readonly isOver: boolean;
  /** The domain that the card of a link names. */
  readonly card: string | undefined;
  /** Sentences on what else is folded, missing or other than in the text. */
  readonly notes: readonly string[];
};

/** Says what a platform's feed shows of a post, from the facts in `feeds` and `textLimits`. */
export function feedViewOf(platform: PlatformType, content: ShownContent): FeedView {
  const feed = feeds[platform];
  const { text, title } = writtenFor(platform, content);
  const hasMedia = Boolean(content.image_url || content.video_url);
  const folded = foldOf(text, feed.fold);
  const over = endWithin(text, textLimits[platform]);
  const parts = partsOf(text, feed);
  const maxTitle = textLimits[platform].maxTitle;
  const carded =
    hasMedia || !feed.links.card ? undefined : parts.links.at(feed.links.card === "first" ? 0 : -1);
  return {
    missing:
      platforms[platform].needsMedia && !hasMedia
        ? `${platformShortLabel(platform)} needs ${neededMedia()}: not posted there`
        : undefined,
    refusal: refusalOf(platform, { text, title, parts }),
    title:
      maxTitle === undefined
        ? undefined
        : runsOf(title, {
            over: endWithin(title, { max: maxTitle, unit: "code points", isSure: true }),
          }),
    text: runsOf(text, { folded: folded?.at, over, marks: linkedParts(parts, feed) }),
    isFolded: folded !== undefined,
    isOver: over < text.length,
    card: carded && hostOf(text.slice(carded.start, carded.end)),
    notes: notesOn(feed, {
      content,
      text,
      folded,
      parts,
      hasMedia,
      hasTitle: maxTitle !== undefined,
    }),
  };
}

/** Reddit has texts of its own, as the server sends them. */
function writtenFor(platform: PlatformType, content: ShownContent) {
  const isReddit = textLimits[platform].maxTitle !== undefined;
  const text = (isReddit && content.reddit_body) || content.text_content;
  const title = isReddit ? content.reddit_title || content.title : undefined;
  return { text: text?.trim() ?? "", title: title?.trim() ?? "" };
}

/** The parts of a text by the rules of its platform. Some of them may be plain text all the same. */
const partsOf = (text: string, feed: Feed): TextParts => readers[feed.rules](text, feed);

const readers: Readonly<Record<Feed["rules"], (text: string, feed: Feed) => TextParts>> = {
  X: partsOnX,
  Bluesky: partsOnBluesky,
  usual: usualParts,
};

const hashtag = /(?<![\p{L}\p{N}_&/])#[\p{N}_]*\p{L}[\p{L}\p{N}\p{M}_]*/gu;
const atName = /(?<![\p{L}\p{N}_.@/])@[A-Za-z0-9_](?:[\w.-]*\w)?/gu;
const nameOnReddit = /(?<![\w/])\/?[ur]\/[\w-]{2,}/gu;

/** For platforms that do not publish their rules. Links are told as on X. */
function usualParts(text: string, { links, mentions }: Feed): TextParts {
  const found = linksOnX(text).filter(
    ({ start }) => !links.needScheme || /^https?:/i.test(text.slice(start, start + 6)),
  );
  const outsideLinks = (pattern: RegExp) =>
    placesOf(text, pattern).filter((place) => !found.some((link) => overlap(place, link)));
  return {
    links: found,
    hashtags: outsideLinks(hashtag),
    names: outsideLinks(mentions === "u/name" ? nameOnReddit : atName),
  };
}

/** The parts that become links there. */
const linkedParts = (parts: TextParts, { links, hashtags, mentions }: Feed): readonly Place[] =>
  withoutOverlaps([
    ...(mentions ? parts.names : []),
    ...(links.areClickable ? parts.links : []),
    ...(hashtags.areLinked ? parts.hashtags.slice(0, hashtags.mostLinked) : []),
  ]);

const placesOf = (text: string, pattern: RegExp): readonly Place[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));

/** Returns true if two places have a letter in common. */
const overlap = (one: Place, other: Place) => one.start < other.end && one.end > other.start;

type Cuts = { folded?: number | undefined; over: number; marks?: readonly Place[] };

function runsOf(
  text: string,
  { folded = text.length, over, marks = [] }: Cuts,
): readonly FeedRun[] {
  const edges = [0, folded, over, text.length, ...marks.flatMap(({ start, end }) => [start, end])];
  const sorted = [...new Set(edges)].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((from, index) => ({
    text: text.slice(from, sorted[index + 1]),
    isLink: marks.some(({ start, end }) => start <= from && from < end),
    isFolded: from >= folded,
    isOver: from >= over,
  }));
}

/** 'example.com' of a link; undefined if it is none after all. */
function hostOf(written: string): string | undefined {
  try {
    const { hostname } = new URL(/^https?:/i.test(written) ? written : `https://${written}`);
    return hostname.replace(/^www\./, "");
  } catch {
    return undefined;
  }
}

type Written = { text: string; title: string; parts: TextParts };

function refusalOf(platform: PlatformType, { text, title, parts }: Written): string | undefined {
  const { hashtags, links } = feeds[platform];
  // A missing picture is said in a sentence of its own.
  const { problems, limit } = fitOf(platform, { text, title, hasMedia: true });
  const tags = parts.hashtags.length;
  const urls = new Set(parts.links.map(({ start, end }) => text.slice(start, end))).size;
  const counted = [
    hashtags.most !== undefined && tags > hashtags.most && `over ${hashtags.most} hashtags`,
    links.most !== undefined && urls > links.most && `over ${links.most} links`,
  ].filter((problem) => problem !== false);
  const all = [...problems, ...counted];
  if (all.length === 0) return undefined;
  // Without a title there is no post on Reddit, whatever else may pass.
  const isSure = limit.isSure || counted.length > 0 || (limit.maxTitle !== undefined && !title);
  return `${platformShortLabel(platform)} ${isSure ? "refuses" : "may refuse"} this post: ${all.join(", ")}.`;
}

type Noted = {
  content: ShownContent;
  text: string;
  folded: Folded | undefined;
  parts: TextParts;
  hasMedia: boolean;
  hasTitle: boolean;
};

function notesOn(feed: Feed, { content, text, folded, parts, hasMedia, hasTitle }: Noted) {
  const { links, hashtags, mentions } = feed;
  const hasLinks = parts.links.length > 0;
  const tags = parts.hashtags.length;
  return [
    folded && feed.fold && foldInWords(feed.fold, folded),
    hasLinks && !links.areClickable && "Links are not clickable.",
    hasLinks &&
      links.areClickable &&
      (links.card ? hasMedia && "No link card beside media." : "No link card."),
    hasLinks && links.weight !== undefined && `Each link counts as ${links.weight} characters.`,
    tags > 0 && !hashtags.areLinked && "Hashtags are plain text.",
    hashtags.mostLinked === 1 && tags > 1 && "Only the first hashtag becomes a link.",
    mentions !== "@name" && namesInWords(text, parts, mentions),
    feed.isMarkdown && /^ {0,3}#/mu.test(text) && "Lines that start with # become headings.",
    !hasTitle && content.title?.trim() && "The title is not shown.",
    content.video_url && content.image_url && "The video is posted, not the image.",
  ].flatMap((note) => note || []);
}

/** Says which @names are plain text. */
function namesInWords(text: string, { names }: TextParts, mentions: Feed["mentions"]) {
  const linked = mentions === "@domain" ? names : [];
  const isPlain = (place: Place) => !linked.some((one) => overlap(place, one));
  if (!placesOf(text, atName).some(isPlain)) return undefined;
  return linked.length > 0 ? "Only @names with a domain become links." : "@names are plain text.";
}

/** 'Cut off after 125 characters.' */
function foldInWords({ characters, lines, isSure }: NonNullable<Feed["fold"]>, { after }: Folded) {
  const count = formatFigure((after === "lines" ? lines : characters) ?? 0);
  return `Cut off after ${isSure ? "" : "about "}${count} ${after}.`;
}

/** What a feed does to a picture of another shape than it shows. */
export type Framing = {
  /** The shape that is shown, as width to height. */
  readonly shape: number;
  readonly isCropped: boolean;
  readonly note: string | undefined;
};

/** A difference that nobody sees, as a share of one side. */
const unseen = 0.01;

/** How a platform's feed frames a picture of this shape (its width to its height). */
export function framingOf(platform: PlatformType, shape: number): Framing {
  const { picture } = feeds[platform];
  const { narrowest, widest } = picture ?? {};
  const bound =
    narrowest && shape < narrowest.value
      ? narrowest
      : widest && shape > widest.value
        ? widest
        : undefined;
  if (!picture || !bound) return { shape, isCropped: false, note: undefined };
  const isTall = shape < bound.value;
  const share = 1 - (isTall ? shape / bound.value : bound.value / shape);
  if (share < unseen) return { shape, isCropped: false, note: undefined };
  if (picture.beyond === "given margins") {
    return {
      shape: bound.value,
      isCropped: false,
      note: `Shown in full in ${bound.name}, with margins.`,
    };
  }
  const side = isTall ? "height" : "width";
  return {
    shape: bound.value,
    isCropped: true,
    note: `${picture.isSure ? "Cropped" : "Usually cropped"} to ${bound.name}: ${Math.round(share * 100)}% of the ${side} is not shown.`,
  };
}
