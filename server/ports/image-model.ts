/** Draws pictures. Answers with the address of the picture; throws when it cannot. */
export type ImageModel = {
  readonly draw: (
    order: {
      readonly prompt: string;
      readonly seed: string;
      /** The address of a picture that it is to be made of: a meme's template, a product's photograph. */
      readonly from?: string | undefined;
    },
    signal: AbortSignal,
  ) => Promise<{ readonly url: string }>;
};
