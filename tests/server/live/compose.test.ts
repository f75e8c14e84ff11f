import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createComposer } from "../../../server/adapters/live/compose/composer.ts";
import { drawMeme } from "../../../server/adapters/live/compose/meme.ts";
import { drawOffer, inDinars } from "../../../server/adapters/live/compose/offer.ts";
import { mediaOfTest, plain, storedAs } from "./media-support.ts";

type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number };

async function pixelsOf(image: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Area = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
type Colour = (red: number, green: number, blue: number) => boolean;

/** Returns the number of pixels of an area that have a colour. JPEG changes each a little. */
function count({ data, width, height }: Pixels, is: Colour, area?: Area): number {
  const { x, y, w, h } = area ?? { x: 0, y: 0, w: width, h: height };
  let found = 0;
  for (let row = y; row < y + h; row += 1) {
    for (let column = x; column < x + w; column += 1) {
      const at = (row * width + column) * 3;
      if (is(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) found += 1;
    }
  }
  return found;
}

const isWhite: Colour = (...parts) => parts.every((part) => part > 215);
const isBlack: Colour = (...parts) => parts.every((part) => part < 40);
const isDark: Colour = (...parts) => parts.every((part) => part < 70);
const isGrey: Colour = (...parts) => parts.every((part) => part > 104 && part < 152);
const isRed: Colour = (red, green, blue) => red > 200 && green < 150 && blue < 150;
const isOther: Colour = (...parts) => !isGrey(...parts);

/** Returns the lines of text: groups of rows that have white pixels. */
function bands(pixels: Pixels): { readonly first: number; readonly last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (let y = 0; y < pixels.height; y += 1) {
    if (count(pixels, isWhite, { x: 0, y, w: pixels.width, h: 1 }) === 0) continue;
    const band = found.at(-1);
    if (band?.last === y - 1) band.last = y;
    else found.push({ first: y, last: y });
  }
  return found;
}

const meme = async (top: string, bottom: string, template?: Uint8Array) =>
  pixelsOf(await drawMeme(template ?? (await plain(1080, 1080)), { top, bottom }));

describe("A meme", () => {
  it("has its texts at the top and at the bottom, and nothing in the middle and the margins", async () => {
    const drawn = await meme("Kad čekaš šolju čaja", "a ćerka je već popila sve");
    expect([drawn.width, drawn.height]).toEqual([1080, 1080]);
    for (const y of [54, 720]) {
      const text = { x: 54, y, w: 972, h: 306 };
      expect(count(drawn, isWhite, text)).toBeGreaterThan(10_000);
      expect(count(drawn, isBlack, text)).toBeGreaterThan(5_000);
    }
    expect(count(drawn, isOther, { x: 0, y: 420, w: 1080, h: 240 })).toBe(0);
    // 5 % of each side, but for what JPEG blurs.
    for (const edge of [
      { x: 0, y: 0, w: 1080, h: 46 },
      { x: 0, y: 1034, w: 1080, h: 46 },
      { x: 0, y: 0, w: 46, h: 1080 },
      { x: 1034, y: 0, w: 46, h: 1080 },
    ]) {
      expect(count(drawn, isOther, edge)).toBe(0);
    }
  });

  it("leaves the place of an empty text free", async () => {
    expect(count(await meme("", ""), isOther)).toBe(0);
    const drawn = await meme("", "Samo dole");
    expect(count(drawn, isOther, { x: 0, y: 0, w: 1080, h: 540 })).toBe(0);
    expect(count(drawn, isWhite)).toBeGreaterThan(1000);
  });

  it("can be read on white and on black, by its outline and its filling", async () => {
    const onWhite = await meme("Zima", "", await plain(1080, 1080, "white"));
    const onBlack = await meme("Zima", "", await plain(1080, 1080, "black"));
    expect(count(onWhite, isBlack)).toBeGreaterThan(3000);
    expect(count(onBlack, isWhite)).toBeGreaterThan(3000);
  });

  it.each([
    ["capitals, and Serbian letters like any other", "đačka žvaka čšć", "ĐAČKA ŽVAKA ČŠĆ"],
    ["the same letter, in one character and in two", "c\u030Ca", "ča"],
    ["plain letters for those that posts are decorated with", "𝐙𝐢𝐦𝐚 Ｚｉｍａ", "Zima Zima"],
    ["no text of what fonts do not have, such as emoji", "Zima 🥶👍🏽\u202E\u0007", "Zima"],
  ])("has %s", async (_, text, same) => {
    expect((await meme(text, "")).data.equals((await meme(same, "")).data)).toBe(true);
  });

  it("has letters of its own for Serbian, not the box of a missing one", async () => {
    // No font has the unassigned character.
    const letters = ["Č", "Ć", "Š", "Ž", "Đ", "Ђ", "Љ", "\u{1F8FF}"];
    const drawn = await Promise.all(letters.map((letter) => meme("", letter)));
    const shapes = new Set(drawn.map(({ data }) => data.toString("latin1")));
    expect(shapes.size).toBe(letters.length);
  });

  it.each(["ČC", "ŠS", "ŽZ"])("draws the accent of %s above the letter", async (pair) => {
    const [accented, bare] = await Promise.all([...pair].map((letter) => meme("", letter)));
    if (!accented || !bare) throw new Error("There are two letters.");
    const [accent, letter] = bands(accented);
    const [only] = bands(bare);
    expect(letter ?? accent).toBeDefined();
    // The same baseline, and more above it.
    const shift = Math.abs(((letter ?? accent)?.last ?? 0) - (only?.last ?? 0));
    expect(shift).toBeLessThanOrEqual(1);
    expect(accent?.first).toBeLessThan((only?.first ?? 0) - 15);
    const body = { x: 0, y: (only?.first ?? 0) + 12, w: 1080, h: 60 };
    const difference = Math.abs(count(accented, isWhite, body) - count(bare, isWhite, body));
    expect(difference).toBeLessThan(200);
  });

  it("has at most three lines, smaller if need be", async () => {
    const sixty = "mama ima mnogo mirnih malina i mora na moru svima u marama i";
    expect(sixty).toHaveLength(60);
    const lines = bands(await meme(sixty, ""));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThanOrEqual(3);
    const low = bands(await meme(sixty, "", await plain(1600, 600)));
    expect(low.length).toBeLessThanOrEqual(3);
    const drawn = await meme("w".repeat(60), "");
    expect(bands(drawn)).toHaveLength(1);
    expect(count(drawn, isOther, { x: 0, y: 0, w: 46, h: 1080 })).toBe(0);
  });

  it.each([
    ["square", 500, 500, 1080, 1080],
    ["wide", 1600, 600, 1080, 566],
    ["tall", 400, 1200, 1080, 1350],
  ])("of a %s template has a shape that platforms show whole", async (_, w, h, width, height) => {
    expect(await meme("", "", await plain(w, h))).toMatchObject({ width, height });
  });

  it("is turned as its template says, and has no metadata", async () => {
    const turned = await sharp(await plain(600, 400))
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: "canary" } } })
      .toBuffer();
    const drawn = await drawMeme(turned, { top: "", bottom: "" });
    const facts = await sharp(drawn).metadata();
    expect(facts).toMatchObject({ format: "jpeg", width: 1080, height: 1350 });
    expect(facts.exif).toBeUndefined();
    expect(drawn.includes("canary")).toBe(false);
  });
});

describe("An offer", () => {
  const offer = async (price: number | null, priceBefore: number | null, photo?: Uint8Array) =>
    pixelsOf(await drawOffer(photo ?? (await plain(800, 800)), { price, priceBefore }));
  const band = { x: 0, y: 1100, w: 1080, h: 250 };

  it("has the photo on white, and the price below it", async () => {
    const drawn = await offer(1990, null);
    expect([drawn.width, drawn.height]).toEqual([1080, 1350]);
    // The photo is a grey square of 960 by 960, in the middle of what is above the band.
    expect(count(drawn, isGrey, { x: 64, y: 74, w: 952, h: 952 })).toBe(952 * 952);
    expect(count(drawn, isWhite, { x: 0, y: 0, w: 1080, h: 60 })).toBe(1080 * 60);
    expect(count(drawn, isWhite, { x: 0, y: 0, w: 52, h: 1090 })).toBe(52 * 1090);
    expect(count(drawn, isWhite, band)).toBeGreaterThan(8000);
    expect(count(drawn, isDark, band)).toBeGreaterThan(150_000);
    expect(count(drawn, isRed)).toBe(0);
  });

  it("crosses out the price before, only if it was higher", async () => {
    const reduced = await offer(1990, 2490);
    expect(count(reduced, isRed, band)).toBeGreaterThan(500);
    const { data } = await offer(1990, null);
    for (const before of [1990, 990]) {
      expect((await offer(1990, before)).data.equals(data)).toBe(true);
    }
    expect((await offer(2490, null)).data.equals(data)).toBe(false);
  });

  it("has no band without a price", async () => {
    const drawn = await offer(null, null);
    expect(count(drawn, isDark)).toBe(0);
    expect(count(drawn, isWhite, band)).toBeGreaterThan(200_000);
  });

  it("does not enlarge a small photo more than twice", async () => {
    const drawn = await offer(990, null, await plain(200, 100));
    const grey = count(drawn, isGrey);
    expect(grey).toBeGreaterThan(78_000);
    expect(grey).toBeLessThan(82_000);
  });

  it("writes prices as they are written in Serbia", () => {
    expect([990, 2490, 12990, 1299.5, 0.99].map(inDinars)).toEqual([
      "990 RSD",
      "2.490 RSD",
      "12.990 RSD",
      "1.299,50 RSD",
      "0,99 RSD",
    ]);
  });
});

describe("A composed image", () => {
  async function composer() {
    const { source, add, path, left } = await mediaOfTest();
    const made = createComposer(source);
    const signal = new AbortController().signal;
    return {
      meme: (templateUrl: string, captions = { top: "Gore", bottom: "Dole" }) =>
        made.meme({ templateUrl, captions }, signal),
      offer: (photoUrl: string) => made.offer({ photoUrl, price: 1990, priceBefore: 2490 }, signal),
      ...{ add, left },
      file: (url: string) => readFile(path(url)),
    };
  }

  it("is a JPEG in the media store, and nothing else is left", async () => {
    const { meme, offer, add, file, left } = await composer();
    const template = await add(await plain(600, 600));
    const made = [await meme(template), await offer(template)];
    for (const one of made) {
      expect(one).toEqual({ ok: true, url: storedAs("jpg") });
      if (one.ok) expect((await sharp(await file(one.url)).metadata()).format).toBe("jpeg");
    }
    expect(await left()).toEqual([]);
    // The same order gives the same file.
    expect(await meme(template)).toEqual(made[0]);
  });

  it.each([
    [
      "an SVG drawing",
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
      "is an SVG drawing: save it as JPEG or PNG.",
    ],
    ["a page", "<!doctype html><h1>Login</h1>", "is not an image."],
    ["a damaged file", "\x89PNG\r\n\x1a\n and nothing that follows", "is damaged."],
  ])("is not made of %s", async (_, content, words) => {
    const { meme, offer, add, left } = await composer();
    const url = await add(Buffer.from(content, "latin1"));
    const error = `The image at the media store ${words}`;
    expect(await meme(url)).toEqual({ ok: false, error });
    expect(await offer(url)).toEqual({ ok: false, error });
    expect(await left()).toEqual([]);
  });

  it("is not made of more pixels than this machine has memory for", async () => {
    const { meme, add } = await composer();
    const error = "The image at the media store has more than 50 million pixels.";
    expect(await meme(await add(await plain(8000, 6300)))).toEqual({ ok: false, error });
  });

  // fetch-media.test.ts shows the other refusals.
  it("is not made of what lies in a private network", async () => {
    const { meme } = await composer();
    const error = "127.0.0.1 is not an address on the public internet.";
    expect(await meme("https://127.0.0.1/template.png")).toEqual({ ok: false, error });
  });
});
