import { storeMadeImage } from "../../../media/stored-media.ts";
import type { Composer } from "../../../ports/composer.ts";
import type { MadeImage } from "../../../ports/image-model.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { Source } from "../media/fetch-media.ts";
import { drawMeme } from "./meme.ts";
import { drawOffer } from "./offer.ts";
import { readImage } from "./read-image.ts";

/** Composes images with sharp and canvas, and stores them in the media store. */
export function createComposer(source: Source): Composer {
  async function compose(
    url: string,
    signal: AbortSignal,
    draw: (image: Uint8Array) => Promise<Buffer>,
  ): Promise<MadeImage | Refused> {
    const image = await readImage(url, source, signal);
    if (!image.ok) return image;
    const composed = await draw(image.bytes);
    return { ok: true, url: await storeMadeImage(source.store, composed, "image/jpeg") };
  }
  return {
    meme: ({ templateUrl, captions }, signal) =>
      compose(templateUrl, signal, (template) => drawMeme(template, captions)),
    offer: ({ photoUrl, ...prices }, signal) =>
      compose(photoUrl, signal, (photo) => drawOffer(photo, prices)),
  };
}
