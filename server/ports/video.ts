/** Makes a short video from an image. Throws if it cannot. */
export type Video = {
  readonly fromImage: (
    order: { readonly imageUrl: string; readonly seed: string },
    signal: AbortSignal,
  ) => Promise<{ readonly videoUrl: string; readonly thumbnailUrl: string }>;
};
