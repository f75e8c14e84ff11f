import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { ImageProfile } from "../../../server/adapters/live/media/media.ts";
import { shapeImage, sizesOf } from "../../../server/adapters/live/media/shape-image.ts";
import { fc } from "../../support/random-seed.ts";

const from = "cdn.example.com";
const red = { r: 220, g: 20, b: 20 };

const jpegOnly: ImageProfile = { types: ["image/jpeg"], maxBytes: 8_000_000, maxSide: 1440 };
const anyType: ImageProfile = {
  types: ["image/jpeg", "image/png", "image/gif", "image/webp"],
  maxBytes: 5_000_000,
  maxSide: 4096,
};

const plain = (width: number, height: number, more: object = {}) =>
  sharp({ create: { width, height, channels: 3, background: red, ...more } });

/** Noise does not get small by compressing it. */
const noise = (width: number, height: number) =>
  plain(width, height, { noise: { type: "gaussian", mean: 128, sigma: 60 } });

async function shaped(original: Uint8Array, profile: ImageProfile) {
  const image = await shapeImage(original, profile, from);
  if (!image.ok) throw new Error(image.error);
  const facts = await sharp(image.bytes).metadata();
  // The image's declared type must agree with its bytes: X refuses a GIF that is declared a JPEG.
  expect(`image/${facts.format}`).toBe(image.type);
  expect([image.width, image.height]).toEqual([facts.width, facts.pageHeight ?? facts.height]);
  expect(image.bytes.length).toBeLessThanOrEqual(profile.maxBytes);
  expect(Math.max(image.width, image.height)).toBeLessThanOrEqual(profile.maxSide);
  return { ...image, facts, sides: [image.width, image.height] };
}

/** Returns the colour of a pixel. */
async function pixel(bytes: Uint8Array, left: number, top: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

const isWhite = (colour: readonly number[]) => colour.every((value) => value > 245);

describe("An image", () => {
  it.each(["jpeg", "png", "gif", "webp"] as const)(
    "keeps a type that is taken: %s",
    async (type) => {
      const image = await shaped(await plain(300, 200).toFormat(type).toBuffer(), anyType);
      const name = `image.${type === "jpeg" ? "jpg" : type}`;
      expect(image).toMatchObject({ type: `image/${type}`, name, sides: [300, 200] });
    },
  );

  it.each(["png", "gif", "webp", "avif"] as const)(
    "of another type becomes the preferred one: %s",
    async (type) => {
      const original = await plain(300, 200).toFormat(type).toBuffer();
      expect((await shaped(original, jpegOnly)).type).toBe("image/jpeg");
    },
  );

  it("keeps its animation where GIF is taken", async () => {
    const colours = ["#ff0000", "#00ff00", "#0000ff"];
    const frames = await Promise.all(
      colours.map((background) => plain(40, 30, { background }).png().toBuffer()),
    );
    const animation = sharp(frames, { join: { animated: true } });
    const image = await shaped(await animation.gif().toBuffer(), anyType);
    expect(image).toMatchObject({ facts: { pages: 3 }, sides: [40, 30] });
  });

  it("is made smaller, and never larger", async () => {
    const large = await shaped(await plain(3000, 1500).jpeg().toBuffer(), jpegOnly);
    expect(large.sides).toEqual([1440, 720]);
    const small = await shaped(await plain(100, 50).jpeg().toBuffer(), jpegOnly);
    expect(small.sides).toEqual([100, 50]);
  });

  it("is turned as its EXIF data says, and loses all of it", async () => {
    const original = await plain(300, 200)
      .composite([{ input: await plain(60, 60).negate().png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Orientation: "6", Artist: "canary" }, IFD3: { GPSLatitudeRef: "N" } })
      .jpeg()
      .toBuffer();
    const turned = await sharp(original).withMetadata({ orientation: 6 }).toBuffer();
    const { facts, bytes, sides } = await shaped(turned, jpegOnly);
    expect(sides).toEqual([200, 300]);
    for (const kind of ["exif", "xmp", "icc", "orientation"] as const) {
      expect(facts[kind]).toBeUndefined();
    }
    expect(Buffer.from(bytes).toString("latin1")).not.toContain("canary");
    // Turned clockwise: what was at the top left is at the top right.
    const [corner = 255] = await pixel(bytes, 180, 20);
    expect(corner).toBeLessThan(120);
  });

  it("without a background gets a white one in a JPEG", async () => {
    const nothing = { channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } };
    const { bytes } = await shaped(await plain(100, 100, nothing).png().toBuffer(), jpegOnly);
    expect(isWhite(await pixel(bytes, 50, 50))).toBe(true);
  });

  it("in another colour space becomes sRGB", async () => {
    const cmyk = await plain(50, 50).toColourspace("cmyk").jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
    expect((await shaped(cmyk, jpegOnly)).facts.space).toBe("srgb");
  });
});

describe("The shape", () => {
  // Instagram takes 4:5 to 1.91:1.
  const instagram: ImageProfile = { ...jpegOnly, ratio: { min: 0.8, max: 1.91 } };

  it("is padded with white, and nothing is cut off", async () => {
    const wide = await shaped(await plain(1000, 200).jpeg().toBuffer(), instagram);
    expect(wide.sides).toEqual([1000, 524]);
    const tall = await shaped(await plain(400, 1000).png().toBuffer(), instagram);
    expect(tall.sides).toEqual([800, 1000]);
    for (const [{ bytes }, left, top, white] of [
      [wide, 500, 5, true],
      [wide, 500, 518, true],
      [wide, 500, 262, false],
      [wide, 2, 262, false],
      [tall, 5, 500, true],
      [tall, 400, 5, false],
    ] as const) {
      expect(isWhite(await pixel(bytes, left, top)), `${left}, ${top}`).toBe(white);
    }
  });

  it("is left alone within the bounds", async () => {
    const image = await shaped(await plain(400, 500).jpeg().toBuffer(), instagram);
    expect(image.sides).toEqual([400, 500]);
  });

  it("and the size fit for every image", () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 200, max: 4096 }), (width, height, maxSide) => {
        const sizes = sizesOf({ width, height }, { maxSide, ratio: { min: 0.8, max: 1.91 } }, 1);
        const ratio = sizes.width / sizes.height;
        expect(Math.max(sizes.width, sizes.height)).toBeLessThanOrEqual(maxSide);
        expect(sizes.inner.width).toBeLessThanOrEqual(Math.min(width, sizes.width));
        expect(sizes.inner.height).toBeLessThanOrEqual(Math.min(height, sizes.height));
        // A side of a few pixels cannot have every ratio.
        if (Math.min(sizes.width, sizes.height) < 3) return;
        expect(ratio).toBeGreaterThanOrEqual(0.8);
        expect(ratio).toBeLessThanOrEqual(1.91);
      }),
    );
  });
});

describe("The number of bytes", () => {
  it("gets less by quality first, with the size kept", async () => {
    const original = await noise(800, 600).jpeg({ quality: 100 }).toBuffer();
    const best = await shaped(original, jpegOnly);
    const profile = { ...jpegOnly, maxBytes: Math.floor(best.bytes.length * 0.7) };
    expect((await shaped(original, profile)).sides).toEqual([800, 600]);
  });

  it("gets less by size then", async () => {
    const original = await noise(800, 600).jpeg({ quality: 100 }).toBuffer();
    const image = await shaped(original, { ...jpegOnly, maxBytes: 30_000 });
    expect(image.width).toBeLessThan(800);
    expect(image.width / image.height).toBeCloseTo(4 / 3, 1);
  });

  it("of a PNG gets less as a JPEG before its size does", async () => {
    const original = await noise(400, 300).png().toBuffer();
    expect(original.length).toBeGreaterThan(200_000);
    const image = await shaped(original, { ...anyType, maxBytes: 100_000 });
    expect([image.type, image.width]).toEqual(["image/jpeg", 400]);
    const onlyPng: ImageProfile = { ...anyType, types: ["image/png"], maxBytes: 100_000 };
    const png = await shaped(original, onlyPng);
    expect(png.type).toBe("image/png");
    expect(png.width).toBeLessThan(400);
  });

  it("that cannot be reached is refused", async () => {
    const original = await noise(400, 300).jpeg().toBuffer();
    expect(await shapeImage(original, { ...jpegOnly, maxBytes: 300 }, from)).toEqual({
      ok: false,
      error: "The image at cdn.example.com cannot be made small enough for the platform.",
    });
  });
});

describe("No image that a platform takes", () => {
  const refusal = async (bytes: Uint8Array) => shapeImage(bytes, jpegOnly, from);
  const drawing = "is an SVG drawing, which no platform accepts.";

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', drawing],
    ['\uFEFF<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', drawing],
    ["<!-- a --><svg></svg>", drawing],
    ["  \n<SVG></SVG>", drawing],
    ["<!doctype html><html>", "is not an image."],
    ["", "is not an image."],
    ["%PDF-1.7", "is not an image."],
    ["MZ", "is not an image."],
    ["just a text", "is not an image."],
  ])("is another file: '%s'", async (content, words) => {
    const error = `The image at cdn.example.com ${words}`;
    expect(await refusal(new TextEncoder().encode(content))).toEqual({ ok: false, error });
  });

  it("is one that is cut off", async () => {
    const whole = await noise(200, 200).jpeg().toBuffer();
    const cut = new Uint8Array(whole.subarray(0, whole.length / 2));
    const error = "The image at cdn.example.com is damaged.";
    expect(await refusal(cut)).toEqual({ ok: false, error });
    const png = await noise(200, 200).png().toBuffer();
    expect(await refusal(new Uint8Array(png.subarray(0, 5_000)))).toMatchObject({ ok: false });
  });

  it("is one with more pixels than memory", async () => {
    const bomb = await sharp({
      create: { width: 10_100, height: 10_100, channels: 3, background: red },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(20_000_000);
    expect(await refusal(bomb)).toEqual({
      ok: false,
      error: "The image at cdn.example.com has more than 100 million pixels.",
    });
  });
});
