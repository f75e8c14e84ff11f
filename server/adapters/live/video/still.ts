import sharp from "sharp";
import { openImage } from "../compose/open-image.ts";

/** The size of the video, in pixels: upright, as all platforms show it. */
export const frame = { width: 1080, height: 1920 } as const;
/** The video moves within a larger image, so that it stays sharp. */
const scale = 2;
/** The part of a frame that the last, nearest view shows; see `zoom` in video.ts. */
const inView = 0.89;

/**
 * Returns the frame that a video shows: the whole image, on a blurred copy of itself that fills the
 * frame. No part of the image ever leaves the view, because there may be a text at its edge. An image
 * that is as upright as the frame fills it. Throws if it is not an image.
 *
 * @returns JPEG, twice as large as the frame
 */
export async function createStill(image: Uint8Array): Promise<Buffer> {
  const full = { width: frame.width * scale, height: frame.height * scale };
  const { autoOrient } = await openImage(image).metadata();
  const isUpright = Math.abs(autoOrient.width / autoOrient.height - 9 / 16) < 0.02;
  if (isUpright) {
    return opaque(image)
      .resize({ ...full, fit: "cover" })
      .jpeg({ quality: 92 })
      .toBuffer();
  }
  const inner = await opaque(image)
    .resize({
      width: Math.floor(full.width * inView),
      height: Math.floor(full.height * inView),
      fit: "inside",
    })
    .toBuffer({ resolveWithObject: true });
  const small = await opaque(image)
    .resize({ width: full.width / 8, height: full.height / 8, fit: "cover" })
    .blur(10)
    .modulate({ brightness: 0.75 })
    .png()
    .toBuffer();
  return sharp(small)
    .resize({ ...full, kernel: "cubic" })
    .composite([{ input: inner.data, gravity: "centre" }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

const opaque = (image: Uint8Array) =>
  openImage(image).autoOrient().flatten({ background: "white" });

/** Returns the first frame of the video. */
export const thumbnailOf = (still: Buffer): Promise<Buffer> =>
  sharp(still).resize(frame).jpeg({ quality: 86 }).toBuffer();
