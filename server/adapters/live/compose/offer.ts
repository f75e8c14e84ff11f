import sharp from "sharp";
import { createLettering, setFont } from "./lettering.ts";
import { openImage } from "./open-image.ts";

/** In pixels: the shape that Instagram shows largest. */
const width = 1080;
const height = 1350;
/** The margin around the photo. */
const space = 60;
/** The height of the band with the price. */
const band = 250;
/** The greatest factor by which a small photo is enlarged. */
const maxEnlargement = 2;

/**
 * Returns a product's photo on white, above a band with its price, as JPEG. The price before is
 * crossed out beside it, if it was higher. Without a price there is no band. Throws if it is no image.
 */
export async function drawOffer(
  photo: Uint8Array,
  { price, priceBefore }: { readonly price: number | null; readonly priceBefore: number | null },
): Promise<Buffer> {
  const free = height - (price === null ? 0 : band);
  const { autoOrient } = await openImage(photo).metadata();
  const fitted = await openImage(photo)
    .autoOrient()
    .flatten({ background: "white" })
    .resize({
      width: Math.min(width - 2 * space, autoOrient.width * maxEnlargement),
      height: Math.min(free - 2 * space, autoOrient.height * maxEnlargement),
      fit: "inside",
    })
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((width - fitted.info.width) / 2);
  const top = Math.round((free - fitted.info.height) / 2);
  return sharp({ create: { width, height, channels: 3, background: "white" } })
    .composite([
      { input: fitted.data, left, top },
      ...(price === null ? [] : [{ input: priceBand(price, priceBefore), left: 0, top: free }]),
    ])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function priceBand(price: number, priceBefore: number | null): Buffer {
  const { canvas, context } = createLettering(width, band);
  context.fillStyle = "#111827";
  context.fillRect(0, 0, width, band);
  context.textAlign = "center";
  const isReduced = priceBefore !== null && priceBefore > price;
  setFont(context, 108, 900);
  context.fillStyle = "white";
  context.fillText(inDinars(price), width / 2, isReduced ? 206 : 164, width - 2 * space);
  if (isReduced) {
    const before = inDinars(priceBefore);
    setFont(context, 52, 600);
    context.fillStyle = "#d1d5db";
    context.fillText(before, width / 2, 84);
    const half = context.measureText(before).width / 2 + 10;
    context.strokeStyle = "#f87171";
    context.lineWidth = 6;
    context.beginPath();
    context.moveTo(width / 2 - half, 66);
    context.lineTo(width / 2 + half, 66);
    context.stroke();
  }
  return canvas.toBuffer("image/png");
}

/** Returns `2.490 RSD`, or `1.299,50 RSD`. */
export const inDinars = (amount: number): string =>
  `${amount.toLocaleString("sr-Latn", {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
  })} RSD`;
