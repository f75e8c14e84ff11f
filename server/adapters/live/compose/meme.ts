import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Captions } from "../../../ports/text-model.ts";
import { createLettering, printable, setFont } from "./lettering.ts";
import { openImage } from "./open-image.ts";

/** The width of every meme, in pixels. */
const width = 1080;
/** The shape that all platforms show whole; a template of another shape gets black bars. */
const heights = { least: 566, most: 1350 } as const;
/** The part of each side that stays free. */
const margin = 0.05;
const maxLines = 3;
/** The part of the height that one text may take. */
const maxHeightShare = 1 / 3;
/** The largest letters, by the width; the next try is smaller by `shrink`. */
const largest = 0.115;
const shrink = 0.94;
/** Between two baselines, by the font's size: capitals with a caron need it. */
const lineHeight = 1.12;
/** The outline's width, by the font's size; half of it is outside of the letter. */
const outline = 0.12;

/**
 * Returns a template with white, outlined capitals at its top and bottom, as JPEG. Throws if it is
 * no image.
 */
export async function drawMeme(template: Uint8Array, captions: Captions): Promise<Buffer> {
  const { autoOrient } = await openImage(template).metadata();
  const natural = Math.round((width * autoOrient.height) / autoOrient.width);
  const height = Math.min(heights.most, Math.max(heights.least, natural));
  const { canvas, context } = createLettering(width, height);
  drawCaption(context, captions.top, height, "top");
  drawCaption(context, captions.bottom, height, "bottom");
  return openImage(template)
    .autoOrient()
    .resize({ width, height, fit: "contain", background: "black" })
    .flatten({ background: "black" })
    .composite([{ input: canvas.toBuffer("image/png") }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function drawCaption(
  context: SKRSContext2D,
  caption: string,
  height: number,
  side: "top" | "bottom",
): void {
  const text = printable(caption).toLocaleUpperCase("sr-Latn");
  if (text === "") return;
  const { size, lines } = largestFit(context, text, height);
  const edge = (size * outline) / 2;
  const step = size * lineHeight;
  const { actualBoundingBoxAscent: ascent } = context.measureText(lines[0] ?? "");
  const { actualBoundingBoxDescent: descent } = context.measureText(lines.at(-1) ?? "");
  const first =
    side === "top"
      ? height * margin + edge + ascent
      : height * (1 - margin) - edge - descent - step * (lines.length - 1);
  context.textAlign = "center";
  // Without it, sharp corners of letters like M grow spikes.
  context.lineJoin = "round";
  context.lineWidth = size * outline;
  context.strokeStyle = "black";
  context.fillStyle = "white";
  for (const [index, line] of lines.entries()) {
    context.strokeText(line, width / 2, first + index * step);
  }
  // After all outlines: that of a line would cover the letters of the line before.
  for (const [index, line] of lines.entries()) {
    context.fillText(line, width / 2, first + index * step);
  }
}

/** Returns the largest font with which the text fits, which it leaves set; and its lines. */
function largestFit(context: SKRSContext2D, text: string, height: number) {
  for (let size = width * largest; ; size *= shrink) {
    setFont(context, size, 900);
    const room = width * (1 - 2 * margin) - size * outline;
    const lines = wrap(context, text, room);
    const isLow = lines.length * size * lineHeight <= height * maxHeightShare;
    const isNarrow = lines.every((line) => context.measureText(line).width <= room);
    // A word that is endless stays on one line, as small as that makes it.
    if ((lines.length <= maxLines && isLow && isNarrow) || size < 4) return { size, lines };
  }
}

/** Breaks a text at its spaces; a word that is wider than the room has a line of its own. */
function wrap(context: SKRSContext2D, text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && context.measureText(longer).width <= room)
      lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
