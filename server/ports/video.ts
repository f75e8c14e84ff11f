import type { Refused } from "./outcome.ts";

export type MadeVideo = {
  readonly ok: true;
  readonly videoUrl: string;
  readonly thumbnailUrl: string;
};

/** The longest that a video may take, in ms: a minute's wait for its turn, and two minutes for ffmpeg. */
export const videoTimeout = 180_000;

/**
 * The maker of short videos from images. It throws if it is not known why there is none. It asks to
 * wait if it had no turn within a minute; from then on it takes two minutes at most.
 */
export type Video = {
  /** A sentence that says why no videos are made here; undefined if they are. */
  readonly unavailable?: string | undefined;
  readonly fromImage: (
    order: { readonly imageUrl: string; readonly seed: string },
    signal: AbortSignal,
  ) => Promise<MadeVideo | Refused>;
};
