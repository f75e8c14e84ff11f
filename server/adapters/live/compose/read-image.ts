import type { Refused } from "../../../ports/outcome.ts";
import { bytesOf, fetchMedia, type Source } from "../media/fetch-media.ts";
import { damaged, openImage, refusalOfImage } from "./open-image.ts";

export type ReadImage = { readonly ok: true; readonly bytes: Uint8Array };

/**
 * Reads an image from the media store or from the public internet, and looks whether it can be decoded.
 * One that did not load is refused as `later`, one that is none for good.
 */
export async function readImage(
  url: string,
  source: Source,
  signal: AbortSignal,
): Promise<ReadImage | Refused> {
  const file = await fetchMedia(url, "image", source, signal);
  if (!file.ok) return file;
  const { from } = file;
  try {
    const bytes = await bytesOf(file);
    const refusal = refusalOfImage(bytes, from);
    if (refusal) return refusal;
    // The header of a damaged file may be whole: only decoding shows the damage.
    await openImage(bytes).resize(8, 8).raw().toBuffer();
    return { ok: true, bytes };
  } catch (error) {
    return damaged(error, from);
  } finally {
    await file.remove();
  }
}
