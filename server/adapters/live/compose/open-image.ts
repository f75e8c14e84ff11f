import sharp, { type Sharp } from "sharp";
import { mediaTypeOf } from "../../../media/media-types.ts";
import type { FinalRefusal } from "../../../ports/outcome.ts";

/** An image with more pixels would take gigabytes of memory (a decompression bomb). */
const maxPixels = 50_000_000;

export const openImage = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });

/**
 * Returns why an image of somebody else is not read, by its first bytes; undefined if it may be. SVG
 * is never rendered: it can refer to files, and expand without end.
 *
 * @param from where it comes from, for the refusal
 */
export function refusalOfImage(bytes: Uint8Array, from: string): FinalRefusal | undefined {
  const refuse = (why: string) => ({ ok: false, error: `The image at ${from} ${why}.` }) as const;
  const type = mediaTypeOf(bytes);
  if (type === "image/svg+xml") return refuse("is an SVG drawing: save it as JPEG or PNG");
  if (type === "image/heic") return refuse("is a HEIC file: save it as JPEG or PNG");
  return type?.startsWith("image/") ? undefined : refuse("is not an image");
}

/** Returns the refusal of an image that could not be decoded. */
export const damaged = (error: unknown, from: string): FinalRefusal => ({
  ok: false,
  error: `The image at ${from} ${
    error instanceof Error && /exceeds pixel limit/i.test(error.message)
      ? "has more than 50 million pixels"
      : "is damaged"
  }.`,
});
