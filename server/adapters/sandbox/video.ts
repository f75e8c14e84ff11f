import type { Video } from "../../ports/video.ts";
import { clipUrl } from "./clip.ts";
import { hashOf } from "./random.ts";

/**
 * Always the same clip, but with a different URL for each order, so that a new video is
 * recognizable.
 */
export const sandboxVideo: Video = {
  fromImage: async ({ imageUrl, seed }) => ({
    ok: true,
    videoUrl: `${clipUrl}?v=${hashOf(`${seed}:${imageUrl}`).toString(36)}`,
    thumbnailUrl: imageUrl,
  }),
};
