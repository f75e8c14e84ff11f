import type { ImageProfile, VideoProfile } from "../media.ts";

/**
 * Servers of the newest version take 2 MB, older ones 1 MB; a card's picture may have 1 MB everywhere.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json
 */
export const imageProfile: ImageProfile = {
  types: ["image/jpeg", "image/png", "image/webp"],
  maxBytes: 976_000,
  maxSide: 2000,
};

/** https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/video.json */
export const videoProfile: VideoProfile = { maxBytes: 100_000_000, maxSeconds: 180 };
