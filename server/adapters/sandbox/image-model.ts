import type { ImageModel } from "../../ports/image-model.ts";
import { hashOf } from "./random.ts";

/** The address of a sandbox picture; what it shows follows from the name of the file. */
export const pictureUrl = (seed: string) =>
  `/media/sandbox/${hashOf(seed).toString(36).padStart(7, "0")}.svg`;

/** It cannot draw upon a picture: one that it is given it hands back as it is. */
export const sandboxImageModel: ImageModel = {
  draw: async ({ prompt, seed, from }) => ({ url: from ?? pictureUrl(`${seed}:${prompt}`) }),
};
