import type { MemeTemplate, Product } from "../ports/text-model.ts";
import type { Jobs } from "./context.ts";

/** The formats of posts. Each has its own quota. */
export const postFormats = ["image", "video", "text"] as const;

export type PostFormat = (typeof postFormats)[number];

/** The template or product that a post is about; empty for an evergreen category. */
export type Source = {
  readonly template?: MemeTemplate;
  readonly product?: Product;
  /** URL of the template's or product's image. */
  readonly imageUrl?: string;
  /** The category's rotation counter: its column, its value when read, and its next value. */
  readonly turn?: { readonly counter: Counter; readonly now: number; readonly next: number };
};

export type Counter = "last_meme_template_index" | "last_product_index";

/**
 * Returns the origins of a job's posts, in order. A queue item with an origin means that post
 * is generated.
 */
export const originsOf = (work: Jobs["generate"]): string[] =>
  Array.from({ length: work.count }, (_, turn) => originOf(work, turn));

export const originOf = ({ taskId, categoryId }: Jobs["generate"], turn: number) =>
  `${taskId}:${categoryId}:${turn}`;

/** Returns whether an origin is a turn of a generation task, not the command of an operator. */
export const isOfGeneration = (origin: string | null) =>
  origin !== null && !/^(post-now|publish):/.test(origin);
