import type { CategoryType } from "@/entities/category/schema";

/** The template image of a meme. */
export type MemeTemplate = {
  readonly name: string;
  /** How memes use it. */
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
};

export type WrittenPost = {
  readonly title: string;
  readonly text: string;
  /** Null unless `withImage`. */
  readonly imagePrompt: string | null;
};

/** Writes posts. Throws if it cannot; the job is then retried. */
export type TextModel = {
  readonly write: (order: TextOrder, signal: AbortSignal) => Promise<WrittenPost>;
};
