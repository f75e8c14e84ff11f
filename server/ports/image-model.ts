import type { Refused } from "./outcome.ts";

export type MadeImage = { readonly ok: true; readonly url: string };

export type ImageOrder = {
  /** The words for the image; with a reference, they may speak of it. */
  readonly prompt: string;
  readonly seed: string;
  /** An image of the mascot: the mascot in the new image looks like the one in it. */
  readonly reference?:
    | {
        readonly url: string;
        /** The prompt for a model that takes no reference. */
        readonly promptWithout: string;
      }
    | undefined;
};

/**
 * Generates images. Throws if it is not certain why there is none; the same may be tried again, at the
 * price of another image. A refusal is certain: only `later` is tried again.
 */
export type ImageModel = {
  /** A sentence that says why no images are generated here; undefined if they are. */
  readonly unavailable?: string | undefined;
  readonly generate: (order: ImageOrder, signal: AbortSignal) => Promise<MadeImage | Refused>;
};
