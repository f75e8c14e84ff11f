/** Generates images and returns their URL; throws if that fails. */
export type ImageModel = {
  readonly generate: (
    order: {
      readonly prompt: string;
      readonly seed: string;
      /** URL of an image to start from: a meme's template or a product's photo. */
      readonly from?: string | undefined;
    },
    signal: AbortSignal,
  ) => Promise<{ readonly url: string }>;
};
