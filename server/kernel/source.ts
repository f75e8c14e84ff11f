import type { MemeTemplate, Product } from "../ports/text-model.ts";

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
