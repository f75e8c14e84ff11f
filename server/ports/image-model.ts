/** Draws pictures. Answers with the address of the picture; throws when it cannot. */
export type ImageModel = {
  readonly draw: (
    order: { readonly prompt: string; readonly seed: string },
    signal: AbortSignal,
  ) => Promise<{ readonly url: string }>;
};
