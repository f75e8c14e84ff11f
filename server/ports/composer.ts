import type { MadeImage } from "./image-model.ts";
import type { Refused } from "./outcome.ts";
import type { Captions } from "./text-model.ts";

/**
 * Composes images from given ones; no model takes part. Throws if it is not known why there is no
 * image; the same may be tried again.
 */
export type Composer = {
  /** A template with text at its top and at its bottom; an empty text leaves its place free. */
  readonly meme: (
    order: { readonly templateUrl: string; readonly captions: Captions },
    signal: AbortSignal,
  ) => Promise<MadeImage | Refused>;
  /** A product's photo with its price, and the one before if that was higher. Prices are in RSD. */
  readonly offer: (
    order: {
      readonly photoUrl: string;
      readonly price: number | null;
      readonly priceBefore: number | null;
    },
    signal: AbortSignal,
  ) => Promise<MadeImage | Refused>;
};
