/** Makes a short video of a picture. Throws when it cannot. */
export type Video = {
  readonly fromPicture: (
    order: { readonly imageUrl: string; readonly seed: string },
    signal: AbortSignal,
  ) => Promise<{ readonly videoUrl: string; readonly thumbnailUrl: string }>;
};
