import type { PlatformType } from "./platforms";

/** A width to a height, and how people call it. */
type Ratio = { readonly value: number; readonly name: string };

const ratio = (width: number, height: number): Ratio => ({
  value: width / height,
  name: `${width}:${height}`,
});

/** How much of a text a feed shows before somebody asks for the rest. What comes first counts. */
export type Fold = {
  /** In graphemes. */
  readonly characters?: number;
  /** As the text's own line breaks make them. */
  readonly lines?: number;
  /** The platform's own word for the rest. */
  readonly word: string;
  /** False if the platform publishes no figure: then it is what is usually seen, and is called so. */
  readonly isSure: boolean;
};

/** The shapes in which a feed shows a picture. */
export type Frame = {
  readonly narrowest?: Ratio;
  readonly widest?: Ratio;
  /** What happens to a picture of another shape. */
  readonly beyond: "cropped" | "given margins";
  /** As in `Fold`. */
  readonly isSure: boolean;
};

/** What a platform's feed makes of a post: the part of the platform's facts that readers see. */
export type Feed = {
  /** Null if a text within the limit is shown whole. */
  readonly fold: Fold | null;
  /** The rules by which links, hashtags and names are told from other text. */
  readonly rules: "X" | "Bluesky" | "usual";
  readonly links: {
    readonly areClickable: boolean;
    /** True if a domain without `https://` stays plain text. */
    readonly needScheme?: boolean;
    /** Which link of a post without media becomes a card. */
    readonly card: "first" | "last" | null;
    /** What each counts against the limit; otherwise as many characters as it has. */
    readonly weight?: number;
    /** A post with more is refused. */
    readonly most?: number;
  };
  readonly hashtags: {
    readonly areLinked: boolean;
    /** The most that become links. */
    readonly mostLinked?: number;
    /** A post with more is refused. */
    readonly most?: number;
  };
  /** How a name is written that becomes a link; null if it stays plain text. */
  readonly mentions: "@name" | "@domain" | "u/name" | null;
  /** True if the text is Markdown, in which some characters are signs. */
  readonly isMarkdown?: boolean;
  /** Null if pictures of every shape are shown whole. */
  readonly picture: Frame | null;
  /** The text is below the picture, as its caption. */
  readonly isCaptionBelow: boolean;
};

/**
 * LinkedIn publishes no figure for the fold: about 210 characters or 3 lines on a desktop, seen by
 * posttruncate.com/en/platform-limits and many others. It does not look at links in posts made by its
 * API: the card is made when the post is, of its first link. A name in the text mentions nobody
 * (https://learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api and
 * …/little-text-format). Pictures beyond 3:1 to 4:5 are centred and cropped (LinkedIn Help, 'Share
 * photos or videos').
 */
const linkedin: Feed = {
  fold: { characters: 210, lines: 3, word: "…more", isSure: false },
  rules: "usual",
  links: { areClickable: true, card: "first" },
  hashtags: { areLinked: true },
  mentions: null,
  picture: { narrowest: ratio(4, 5), widest: ratio(3, 1), beyond: "cropped", isSure: true },
  isCaptionBelow: false,
};

/** What the feeds show, as of November 2026. Limits and needs of a post are elsewhere: see `fitOf`. */
export const feeds: Readonly<Record<PlatformType, Feed>> = {
  /**
   * A text of 280 is shown whole. A link counts 23 (https://docs.x.com/fundamentals/counting-characters).
   * The last link becomes the card, and media are always shown instead of it (X's staff in
   * https://twittercommunity.com/t/which-url-gets-previewed/85095). A single picture is shown whole from
   * 2:1 to 3:4 (X's announcement of May 2021, at dazeddigital.com/science-tech/article/52715).
   */
  x_twitter: {
    fold: null,
    rules: "X",
    links: { areClickable: true, card: "last", weight: 23 },
    hashtags: { areLinked: true },
    mentions: "@name",
    picture: { narrowest: ratio(3, 4), widest: ratio(2, 1), beyond: "cropped", isSure: false },
    isCaptionBelow: false,
  },
  /**
   * Three lines are shown, and 125 characters are sure to be within them
   * (https://help.instagram.com/1643471055915254). A caption has at most 30 hashtags, and its links are
   * plain text. The API takes pictures from 4:5 to 1.91:1; others are fitted with white margins.
   */
  instagram: {
    fold: { characters: 125, lines: 3, word: "… more", isSure: true },
    rules: "usual",
    links: { areClickable: false, card: null },
    hashtags: { areLinked: true, most: 30 },
    mentions: "@name",
    picture: {
      narrowest: ratio(4, 5),
      widest: ratio(1.91, 1),
      beyond: "given margins",
      isSure: true,
    },
    isCaptionBelow: true,
  },
  /**
   * Facebook publishes no figures: about 477 characters or 5 lines on a desktop, fewer on a phone
   * (boldlytype.com/blog/facebook-post-character-limit), and pictures taller than 4:5 are centred and
   * cropped (socialk.it/en/sizes/facebook-post-size). A name in the text of a Page's post mentions nobody.
   */
  facebook_page: {
    fold: { characters: 477, lines: 5, word: "… See more", isSure: false },
    rules: "usual",
    links: { areClickable: true, card: "first" },
    hashtags: { areLinked: true },
    mentions: null,
    picture: { narrowest: ratio(4, 5), beyond: "cropped", isSure: false },
    isCaptionBelow: false,
  },
  linkedin_profile: linkedin,
  linkedin_organization: linkedin,
  /**
   * Of a text-only post, the first link becomes the card
   * (https://developers.facebook.com/documentation/threads/posts). Only one hashtag becomes a topic.
   * More than 5 links are refused
   * (https://developers.facebook.com/documentation/threads/create-posts/text-attachments).
   */
  threads: {
    fold: null,
    rules: "usual",
    links: { areClickable: true, card: "first", most: 5 },
    hashtags: { areLinked: true, mostLinked: 1 },
    mentions: "@name",
    picture: null,
    isCaptionBelow: false,
  },
  /**
   * From the app's own code, https://github.com/bluesky-social/social-app: `MAX_POST_LINES` is 25, and
   * pictures are cropped at 1:2 (`AutoSizedImage`). The card is made when the post is, of its first link.
   */
  bluesky: {
    fold: { lines: 25, word: "Show more", isSure: true },
    rules: "Bluesky",
    links: { areClickable: true, card: "first" },
    hashtags: { areLinked: true },
    mentions: "@domain",
    picture: { narrowest: ratio(1, 2), beyond: "cropped", isSure: true },
    isCaptionBelow: false,
  },
  /**
   * The cards of the feed cut the text after 6 lines (3 on a phone: `line-clamp-3 xs:line-clamp-6` in
   * its pages), which are about 80 characters wide, and one opens the post for the rest.
   */
  reddit: {
    fold: { characters: 480, lines: 6, word: "…", isSure: false },
    rules: "usual",
    links: { areClickable: true, needScheme: true, card: null },
    hashtags: { areLinked: false },
    mentions: "u/name",
    isMarkdown: true,
    picture: null,
    isCaptionBelow: false,
  },
  /**
   * TikTok publishes no figure: about 100 characters (napoleoncat.com/dictionary/tiktok-character-count
   * says 100 to 150). Links in a caption are plain text. Media fill a screen of 9:16.
   */
  tiktok: {
    fold: { characters: 100, word: "… more", isSure: false },
    rules: "usual",
    links: { areClickable: false, card: null },
    hashtags: { areLinked: true },
    mentions: "@name",
    picture: {
      narrowest: ratio(9, 16),
      widest: ratio(9, 16),
      beyond: "given margins",
      isSure: true,
    },
    isCaptionBelow: true,
  },
};
