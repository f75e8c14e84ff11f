import type { Refused } from "./outcome.ts";

export type MadeVideo = {
  readonly ok: true;
  readonly videoUrl: string;
  readonly thumbnailUrl: string;
};

/** The longest that a video may take, in ms: a minute's wait for its turn, and two minutes for ffmpeg. */
export const videoPatience = 180_000;

/**
 * Makes a short video from an image. Throws if it is not known why there is none. Asks to wait if it had
 * no turn within a minute; from then on it takes two minutes at most.
 */
export type Video = {
  /** A sentence that says why no videos are made here; undefined if they are. */
  readonly unavailable?: string | undefined;
  readonly fromImage: (
    order: { readonly imageUrl: string; readonly seed: string },
    signal: AbortSignal,
  ) => Promise<MadeVideo | Refused>;
};
