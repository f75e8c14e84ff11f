import type { Composer } from "../../ports/composer.ts";
import type { ImageModel } from "../../ports/image-model.ts";
import { hashOf } from "./random.ts";

/** Composes nothing: a template or a photo is the image as it is. */
export const sandboxComposer: Composer = {
  meme: async ({ templateUrl }) => ({ ok: true, url: templateUrl }),
  offer: async ({ photoUrl }) => ({ ok: true, url: photoUrl }),
};

/** Returns the URL of a sandbox image, which is rendered from its file name. */
export const sandboxImageUrl = (seed: string) =>
  `/media/sandbox/${hashOf(seed).toString(36).padStart(7, "0")}.svg`;

/** Another mascot gives another image. */
export const sandboxImageModel: ImageModel = {
  generate: async ({ prompt, seed, reference }) => ({
    ok: true,
    url: sandboxImageUrl([seed, prompt, reference?.url].filter(Boolean).join(":")),
  }),
};
