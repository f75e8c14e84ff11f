/** Generates images and returns their URL; throws if that fails. */
export type ImageModel = {
  readonly generate: (
    order: {
      readonly prompt: string;
      readonly seed: string;
      /** URL of an image to start from: a meme's template or a product's photo. */
      readonly from?: string | undefined;
      /** URL of the mascot's image: the mascot in the new image looks like the one in it. */
      readonly reference?: string | undefined;
    },
    signal: AbortSignal,
  ) => Promise<{ readonly url: string }>;
};
