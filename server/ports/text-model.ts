import type { CategoryType } from "@/entities/category/schema";

/** The picture that a meme is made on. */
export type MemeTemplate = {
  readonly name: string;
  /** How it is used, and what makes it funny. */
  readonly usage: string;
  readonly humor: string;
};

/** What a post sells. Prices are in RSD. */
export type Product = {
  readonly name: string;
  readonly description: string | null;
  readonly price: number | null;
  /** The price before the sale; null where it is not on sale. */
  readonly priceBefore: number | null;
  /** Where it is bought: stands in the text. */
  readonly url: string | null;
};

export type TextOrder = {
  readonly category: {
    readonly name: string;
    readonly type: CategoryType;
    readonly prompt: string | null;
  };
  /** Which task wants it, and which of its posts this is: the same order, the same text. */
  readonly taskId: string;
  readonly turn: number;
  /** Whether a picture goes with it, for which a prompt is wanted. */
  readonly picture: boolean;
  /** The texts of the category's last approved posts, newest first: none is to be said again. */
  readonly recentPosts: readonly string[];
  /** What it is made on and what it is about, where the category has such a thing. */
  readonly template?: MemeTemplate | undefined;
  readonly product?: Product | undefined;
};

export type WrittenPost = {
  readonly title: string;
  readonly text: string;
  /** Null unless a picture was wanted. */
  readonly imagePrompt: string | null;
};

/** Writes posts. Throws when it cannot: the job is tried again. */
export type TextModel = {
  readonly write: (order: TextOrder, signal: AbortSignal) => Promise<WrittenPost>;
};
