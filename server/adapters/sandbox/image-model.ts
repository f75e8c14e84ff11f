import type { ImageModel } from "../../ports/image-model.ts";
import { hashOf } from "./random.ts";

/** The URL of a sandbox image, which is rendered from its file name. */
export const sandboxImageUrl = (seed: string) =>
  `/media/sandbox/${hashOf(seed).toString(36).padStart(7, "0")}.svg`;

/** Cannot edit images: a given image is returned unchanged. Another mascot gives another image. */
export const sandboxImageModel: ImageModel = {
  generate: async ({ prompt, seed, from, reference }) => ({
    url: from ?? sandboxImageUrl([seed, prompt, reference].filter(Boolean).join(":")),
  }),
};
