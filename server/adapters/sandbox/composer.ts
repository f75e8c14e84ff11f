import type { Composer } from "../../ports/composer.ts";

/** Composes nothing: a template or a photo is the image as it is. */
export const sandboxComposer: Composer = {
  meme: async ({ templateUrl }) => ({ ok: true, url: templateUrl }),
  offer: async ({ photoUrl }) => ({ ok: true, url: photoUrl }),
};
