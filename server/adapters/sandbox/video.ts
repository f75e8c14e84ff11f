import type { Video } from "../../ports/video.ts";
import { clipUrl } from "./clip.ts";
import { hashOf } from "./random.ts";

/** There is one clip; an address of its own for every order, so that each is seen to be another. */
export const sandboxVideo: Video = {
  fromPicture: async ({ imageUrl, seed }) => ({
    videoUrl: `${clipUrl}?v=${hashOf(`${seed}:${imageUrl}`).toString(36)}`,
    thumbnailUrl: imageUrl,
  }),
};
