import { describe, expect, it } from "vitest";
import { platformTypes } from "@/entities/account/platforms";
import { type TextUnit, textLength } from "@/entities/account/text-length";
import { fitOf, textLimits } from "@/entities/account/text-limits";
import { fc } from "../../support/random-seed";

const lengths = (text: string) => ({
  points: textLength(text, "code points"),
  graphemes: textLength(text, "graphemes"),
  bytes: textLength(text, "UTF-8 bytes"),
  x: textLength(text, "x-weighted"),
});

describe("The length of a text", () => {
  it.each([
    ["It’s Anna’s — don’t", { points: 19, bytes: 27, x: 19 }],
    ["Пожурите, чекамо вас још вечерас!", { points: 33, bytes: 60, x: 33 }],
    ["👨‍👩‍👧‍👦", { points: 7, graphemes: 1, bytes: 25, x: 2 }],
    ["日本語テキスト", { points: 7, bytes: 21, x: 14 }],
    ["cafe\u0301", { points: 5, graphemes: 4, bytes: 6, x: 4 }],
    [`See https://example.com/${"a".repeat(120)}?utm_source=x`, { points: 157, x: 27 }],
    ["Više na zimska-kolekcija.rs/jakne", { x: 31 }],
    ["Više na https://zimska-kolekcija.rs/jakne, ili ne.", { x: 40 }],
    ["(https://example.com/a)", { x: 25 }],
  ])("%s", (text, expected) => {
    expect(lengths(text)).toMatchObject(expected);
  });

  it("never shrinks with more text, in any unit but X's, where the text may become part of a URL", () => {
    const units: TextUnit[] = ["code points", "UTF-8 bytes", "UTF-16 units"];
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) =>
        units.every((unit) => textLength(one + other, unit) >= textLength(one, unit)),
      ),
    );
  });

  it("is the same in graphemes as the segmenter's, whatever stands beside each other", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    const pieces = fc.oneof(
      fc.string({ unit: "binary", maxLength: 2 }),
      fc.constantFrom("a", "č", "ж", "日", " ", "\r", "\n", "\u0301", "\u200d"),
      fc.constantFrom("👩", "🏽", "🇷", "\u0600"),
      fc.constantFrom("ำ", "के", "각", "ㅏ", "e\u0301", "\ufe0f", "~", "\u3099", "か"),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        expect(textLength(text, "graphemes")).toBe([...segmenter.segment(text)].length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("A post and a platform's limits", () => {
  const plain = { text: "Nova kolekcija.", title: "Nova", hasMedia: true };

  it.each(platformTypes)(
    "%s accepts a text of the maximum length, and none that is longer",
    (platform) => {
      const { max } = textLimits[platform];
      expect(fitOf(platform, { ...plain, text: "a".repeat(max) }).problems).toEqual([]);
      const over = fitOf(platform, { ...plain, text: "a".repeat(max + 1) });
      expect(over.length).toBe(max + 1);
      expect(over.problems).toHaveLength(1);
      expect(over.problems[0]).toMatch(/^1 over /);
    },
  );

  it("reports what a platform needs besides the text", () => {
    const bare = { text: "Nova kolekcija.", title: " ", hasMedia: false };
    expect(fitOf("instagram", bare).problems).toEqual(["needs an image"]);
    expect(fitOf("tiktok", bare).problems).toEqual(["needs an image"]);
    expect(fitOf("reddit", bare).problems).toEqual(["needs a title"]);
    expect(fitOf("reddit", { ...plain, title: "a".repeat(301) }).problems).toEqual([
      "title over 300 characters",
    ]);
    expect(fitOf("facebook_page", bare).problems).toEqual([]);
  });

  it("counts the bytes of Bluesky's graphemes too", () => {
    const families = "👨‍👩‍👧‍👦".repeat(121);
    expect(fitOf("bluesky", { ...plain, text: families }).problems).toEqual(["over 3,000 bytes"]);
  });
});
