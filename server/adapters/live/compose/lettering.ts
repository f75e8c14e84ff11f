import { createRequire } from "node:module";
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";

/**
 * The fonts of the console, under names of their own: a font of this machine with the same name would
 * take their place. Serbian letters are in `latin-ext`.
 */
const subsets = ["latin", "latin-ext", "cyrillic"] as const;
const nameOf = (subset: string) => `Console ${subset}`;
const families = subsets.map((subset) => `"${nameOf(subset)}"`).join(", ");

let isRegistered = false;

/**
 * Throws if a font file is missing: the machine's own fonts may have no Serbian letters, or be none.
 */
function registerFonts(): void {
  if (isRegistered) return;
  const { resolve } = createRequire(import.meta.url);
  for (const subset of subsets) {
    const file = `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`;
    if (!GlobalFonts.registerFromPath(resolve(file), nameOf(subset))) {
      throw new Error(`The font of ${subset} could not be read.`);
    }
  }
  isRegistered = true;
}

/** Returns a transparent canvas, whose text is in the console's font. Sizes are in pixels. */
export function createLettering(
  width: number,
  height: number,
): { readonly canvas: Canvas; readonly context: SKRSContext2D } {
  registerFonts();
  const canvas = createCanvas(width, height);
  return { canvas, context: canvas.getContext("2d") };
}

export function setFont(context: SKRSContext2D, size: number, weight: 600 | 900): void {
  context.font = `${weight} ${size}px ${families}`;
}

/**
 * Returns a text as it is put on images: on one line, composed letters, and without what the fonts do
 * not have (emoji) or what is not seen (control and bidi characters).
 */
export const printable = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .replace(/\p{C}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\uFE0F/gu, "")
    .replace(/ +/g, " ")
    .trim();
