import sharp, { type Sharp } from "sharp";
import { endings, mediaTypeOf } from "../../../media/media-types.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { ImageProfile, ReadyImage } from "./media.ts";

type Type = ImageProfile["types"][number];

/** An image with more pixels would take gigabytes of memory (a decompression bomb). */
const maxPixels = 100_000_000;
/** Tried in this order before the image is made smaller. */
const qualities = [90, 82, 74, 66, 58];
/** The factor of each further try's sides. */
const shrink = 0.8;
/** An image whose longer side would get shorter is refused, in pixels. */
const smallest = 64;
const white = { r: 255, g: 255, b: 255, alpha: 1 };

/**
 * Makes an image as a platform takes it: its type, size and shape, turned as its EXIF data says, and
 * without any metadata. Every try begins with the original, so that nothing is compressed twice.
 * Refuses a file that is not an image, or not one that the platform would take.
 *
 * @param from where the image comes from, for the refusal
 */
export async function shapeImage(
  original: Uint8Array,
  profile: ImageProfile,
  from: string,
): Promise<ReadyImage | Refused> {
  const refuse = (why: string): Refused => ({ ok: false, error: `The image at ${from} ${why}.` });
  const type = mediaTypeOf(original);
  if (type === "image/svg+xml") return refuse("is an SVG drawing, which no platform accepts");
  if (type === "image/heic") return refuse("is a HEIC file: save it as JPEG or PNG");
  if (!type?.startsWith("image/")) return refuse("is not an image");
  try {
    const target = profile.types.find((one) => one === type) ?? profile.types[0];
    if (target === undefined) return refuse("is not a type that the platform accepts");
    const shaped = await firstThatFits(original, profile, target);
    return shaped ?? refuse("cannot be made small enough for the platform");
  } catch (error) {
    const isTooLarge = error instanceof Error && /exceeds pixel limit/i.test(error.message);
    return refuse(isTooLarge ? "has more than 100 million pixels" : "is damaged");
  }
}

async function firstThatFits(
  original: Uint8Array,
  profile: ImageProfile,
  preferred: Type,
): Promise<ReadyImage | undefined> {
  const { width, height } = await sizeOf(original);
  for (const { type, quality, scale } of triesFor(preferred, profile)) {
    const sizes = sizesOf({ width, height }, profile, scale);
    if (Math.max(sizes.width, sizes.height) < smallest && scale < 1) return undefined;
    const { data, info } = await render(original, type, quality, sizes);
    if (data.length > profile.maxBytes) continue;
    return {
      ok: true,
      bytes: new Uint8Array(data),
      type,
      name: `image.${endings[type]}`,
      width: info.width,
      // Of an animation, the height of all its frames below each other.
      height: info.pageHeight ?? info.height,
    };
  }
  return undefined;
}

/**
 * Yields the tries: lower quality first, then JPEG in place of a type without quality, then a
 * smaller size.
 */
function* triesFor(preferred: Type, { types }: ImageProfile) {
  const hasQuality = preferred === "image/jpeg" || preferred === "image/webp";
  const fallback: Type = hasQuality || !types.includes("image/jpeg") ? preferred : "image/jpeg";
  if (!hasQuality) yield { type: preferred, quality: 100, scale: 1 };
  for (let scale = 1; scale > 0.001; scale *= shrink) {
    const isFirst = scale === 1;
    for (const quality of isFirst ? qualities : qualities.slice(2)) {
      yield { type: fallback, quality, scale };
    }
  }
}

const open = (original: Uint8Array, isAnimated = false): Sharp =>
  sharp(original, { limitInputPixels: maxPixels, failOn: "error", animated: isAnimated });

/** Returns the size after the turn that the EXIF data asks for. */
async function sizeOf(original: Uint8Array) {
  const { autoOrient } = await open(original).metadata();
  return autoOrient;
}

type Size = { readonly width: number; readonly height: number };
/** The image's own size, and the size with its white border. */
type Sizes = Size & { readonly inner: Size };

/** Returns the largest sizes that fit the profile, made smaller by a factor. */
export function sizesOf(
  { width, height }: Size,
  { maxSide, ratio }: Pick<ImageProfile, "maxSide" | "ratio">,
  scale: number,
): Sizes {
  const padded = (inner: Size): Size => ({
    width: ratio ? Math.max(inner.width, Math.ceil(inner.height * ratio.min)) : inner.width,
    height: ratio ? Math.max(inner.height, Math.ceil(inner.width / ratio.max)) : inner.height,
  });
  const whole = padded({ width, height });
  const factor = Math.min(1, maxSide / Math.max(whole.width, whole.height)) * scale;
  const inner = {
    width: Math.max(1, Math.floor(width * factor)),
    height: Math.max(1, Math.floor(height * factor)),
  };
  return { ...padded(inner), inner };
}

async function render(
  original: Uint8Array,
  type: Type,
  quality: number,
  { width, height, inner }: Sizes,
) {
  const left = Math.floor((width - inner.width) / 2);
  const top = Math.floor((height - inner.height) / 2);
  const isPadded = width > inner.width || height > inner.height;
  let image = open(original, type === "image/gif")
    .autoOrient()
    .resize({ ...inner, fit: "fill" });
  // JPEG has no transparency, and a border would show where a transparent image ends.
  if (type === "image/jpeg" || isPadded) image = image.flatten({ background: white });
  if (isPadded) {
    image = image.extend({
      left,
      right: width - inner.width - left,
      top,
      bottom: height - inner.height - top,
      background: white,
    });
  }
  return encoded(image, type, quality).toBuffer({ resolveWithObject: true });
}

function encoded(image: Sharp, type: Type, quality: number): Sharp {
  switch (type) {
    case "image/jpeg":
      return image.jpeg({ quality, mozjpeg: false });
    case "image/webp":
      return image.webp({ quality });
    case "image/png":
      return image.png();
    case "image/gif":
      return image.gif();
  }
}
