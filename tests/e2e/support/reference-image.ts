import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import pixelmatch from "pixelmatch";
import sharp from "sharp";

const references = "tests/images/reference";
/** Git ignores it. */
const differences = "tests/images/different";

type Limit = {
  /** How far two colours may be apart: 0 to 1, where 1 is black against white. */
  readonly threshold: number;
  /** The share of all pixels that may differ by more. */
  readonly share: number;
  /** The share of pixels that may differ by more in any square of the image. */
  readonly local: number;
};

/** The side of that square in pixels. A share of the whole image would miss one wrong button. */
const square = 32;

/**
 * Allows what the 256 colours of a reference lose. A moved text differs strongly in few pixels,
 * another surface weakly in many.
 */
export const sameChromium: readonly Limit[] = [
  { threshold: 0.1, share: 0.005, local: 0.03 },
  { threshold: 0.025, share: 0.005, local: 0.4 },
];
/** Allows also the other fonts and edges of another version of Chromium. */
export const otherChromium: readonly Limit[] = [{ threshold: 0.2, share: 0.03, local: 1 }];

/** True in `npm run images:update`. */
export const isUpdating = process.env.UPDATE_IMAGES !== undefined;

type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number };

/** Decodes an image to 4 bytes a pixel. */
export async function pixelsOf(image: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const pathOf = (name: string) => `${references}/${name}.webp`;

/** The reference image of this name, or undefined. */
export async function readReference(name: string): Promise<Pixels | undefined> {
  const image = await readFile(pathOf(name)).catch(() => undefined);
  return image && pixelsOf(image);
}

/** Stores a screenshot as the reference: with 256 colours it is half as large, and looks the same. */
export async function writeReference(name: string, screenshot: Buffer) {
  const fewColours = await sharp(screenshot).png({ palette: true, dither: 0 }).toBuffer();
  const image = await sharp(fewColours).webp({ lossless: true, effort: 6 }).toBuffer();
  await writeFile(pathOf(name), image);
}

/** The version of the Chromium that the references were made with. */
export const chromiumOfReferences = () =>
  readFile(`${references}/chromium.txt`, "utf8").then((version) => version.trim());

/** Deletes the references whose names are not among `names`; if all are replaced, stores the version. */
export async function beginUpdate(version: string, names: readonly string[]) {
  await mkdir(references, { recursive: true });
  for (const name of await namesOfReferences()) {
    if (!names.includes(name)) await rm(pathOf(name));
  }
  if (process.env.UPDATE_IMAGES === "all") {
    await writeFile(`${references}/chromium.txt`, `${version}\n`);
  }
}

export async function namesOfReferences(): Promise<string[]> {
  const files = await readdir(references);
  return files.filter((file) => file.endsWith(".webp")).map((file) => file.slice(0, -5));
}

/** Says how much differs beyond the limits, in words, or returns undefined. */
export async function differenceOf(
  reference: Pixels,
  screenshot: Buffer,
  limits: readonly Limit[],
): Promise<string | undefined> {
  const now = await pixelsOf(screenshot);
  const { width, height } = reference;
  if (now.width !== width || now.height !== height) {
    return `${now.width} × ${now.height} pixels instead of ${width} × ${height}`;
  }
  for (const { threshold, share, local } of limits) {
    const compare = (windowSize = Number.POSITIVE_INFINITY) =>
      pixelmatch(reference.data, now.data, null, width, height, { threshold, windowSize });
    const all = compare() / (width * height);
    if (all > share) return `${percent(all)} of its pixels differ`;
    const most = compare(square) / square ** 2;
    if (most > local) return `${percent(most)} of a square of ${square} × ${square} pixels differ`;
  }
  return undefined;
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

/** Writes the screenshot, the reference and the difference beside each other. @returns the folder */
export async function showDifference(name: string, screenshot: Buffer): Promise<string> {
  await mkdir(differences, { recursive: true });
  const [reference, now] = await Promise.all([readReference(name), pixelsOf(screenshot)]);
  await writeFile(`${differences}/${name}-actual.png`, screenshot);
  if (reference) {
    const { width, height } = reference;
    const raw = { raw: { width, height, channels: 4 as const } };
    await sharp(reference.data, raw).png().toFile(`${differences}/${name}-expected.png`);
    if (now.width === width && now.height === height) {
      const difference = Buffer.alloc(width * height * 4);
      pixelmatch(reference.data, now.data, difference, width, height, { threshold: 0.025 });
      await sharp(difference, raw).png().toFile(`${differences}/${name}-difference.png`);
    }
  }
  return differences;
}
