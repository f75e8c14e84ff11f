import type { TextLimit } from "@/entities/account/text-limits";
import type { CategoryType } from "@/entities/category/contract";
import type { Refused } from "./outcome.ts";

/** The template image of a meme. */
export type MemeTemplate = {
  readonly name: string;
  /** A description of how memes use it. */
  readonly usage: string;
  /** The reason why it is funny. */
  readonly humor: string;
};

/** A product that a post advertises. Prices are in RSD. */
export type Product = {
  readonly name: string;
  readonly description: string | null;
  readonly price: number | null;
  /** The price before the sale; null if it is not on sale. */
  readonly priceBefore: number | null;
  /** The product's page, to include in the text. */
  readonly url: string | null;
};

export type TextOrder = {
  readonly category: {
    readonly name: string;
    readonly type: CategoryType;
    readonly prompt: string | null;
  };
  /** The task and the post's number in it. The same order gives the same text in the sandbox. */
  readonly taskId: string;
  readonly turn: number;
  /** True if the post has an image, for which a prompt is needed. */
  readonly withImage: boolean;
  /** The texts of the category's last approved posts, newest first; avoid repeating them. */
  readonly recentPosts: readonly string[];
  /** The meme template and the product, if the category uses them. */
  readonly template?: MemeTemplate | undefined;
  readonly product?: Product | undefined;
  /** The limits of all platforms that the post is for; its text is within each of them. */
  readonly limits: readonly TextLimit[];
  /** A description of the group's mascot, if the category shows it. */
  readonly mascot?: string | undefined;
};

/** The two lines on a meme's image; each has at most 60 characters. */
export type Captions = { readonly top: string; readonly bottom: string };

export type WrittenPost = {
  readonly title: string;
  readonly text: string;
  /** Null unless `withImage`. */
  readonly imagePrompt: string | null;
  /** The lines of the meme; null if the order has no template. */
  readonly captions: Captions | null;
  /**
   * True if a person must look at it: a part was taken out that a model must not write, such as a
   * foreign link, or the text may be none, such as an apology. Such a post is not approved
   * automatically.
   */
  readonly needsReview: boolean;
};

/** The limit and the prices of a real model. */
export type TextBudget = {
  /** Texts of a day in UTC, at most. */
  readonly perDay: number;
  /** In US dollars for a million tokens; undefined if they were not given. */
  readonly prices: { readonly in: number; readonly out: number } | undefined;
};

/**
 * Writes posts. Throws if it is not certain why there is no post, or if a repetition may help; the job
 * is then retried. A refusal is certain: only `later` is tried again.
 */
export type TextModel = {
  /** Undefined if texts cost nothing, as in the sandbox. */
  readonly budget?: TextBudget | undefined;
  readonly write: (
    order: TextOrder,
    signal: AbortSignal,
  ) => Promise<({ readonly ok: true } & WrittenPost) | Refused>;
};
