import { describe, expect, it } from "vitest";
import { platformTypes } from "@/entities/account/platforms";
import { endWithin, foldOf } from "@/entities/account/text-cut";
import { textLength } from "@/entities/account/text-length";
import { textLimits } from "@/entities/account/text-limits";
import { fc } from "../../support/random-seed";

/** As X counts, apart from the console's table: 280, and 23 for a link. */
const x = { max: 280, unit: "x-weighted", isSure: true } as const;
const graphemes = { max: 300, unit: "graphemes", isSure: true, maxBytes: 3000 } as const;

describe("The part of a text that is within a limit", () => {
  it("ends after 280 letters on X", () => {
    expect(endWithin("a".repeat(280), x)).toBe(280);
    expect(endWithin("a".repeat(281), x)).toBe(280);
  });

  it("ends after 140 Chinese characters or emoji on X, which count twice", () => {
    expect(endWithin("漢".repeat(150), x)).toBe(140);
    // A family is one emoji of 11 UTF-16 units.
    expect(endWithin("👨‍👩‍👧‍👦".repeat(141), x)).toBe(140 * 11);
  });

  it("counts a link as 23 on X, and never ends within one", () => {
    const link = `https://example.com/${"a".repeat(200)}`;
    const fitting = `${"a".repeat(256)} ${link}`;
    expect(endWithin(fitting, x)).toBe(fitting.length);
    expect(endWithin(`${"a".repeat(257)} ${link}`, x)).toBe(258);
  });

  it("never ends within an emoji, an accent or a flag", () => {
    expect(endWithin("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", { max: 10, unit: "UTF-16 units", isSure: true })).toBe(0);
    expect(endWithin("cafe\u0301", { max: 4, unit: "code points", isSure: true })).toBe(3);
    expect(endWithin("🇷🇸🇷🇸", { max: 3, unit: "code points", isSure: true })).toBe(4);
  });

  it("ends at the first of two limits: 300 graphemes, or 3,000 bytes", () => {
    expect(endWithin("š".repeat(301), graphemes)).toBe(300);
    expect(endWithin("👨‍👩‍👧‍👦".repeat(200), graphemes)).toBe(120 * 11);
  });

  it("fits the limit, and one more piece would not, on every platform", () => {
    const written = fc.string({ unit: "grapheme", maxLength: 700 });
    fc.assert(
      fc.property(fc.constantFrom(...platformTypes), written, (platform, text) => {
        const limit = { ...textLimits[platform], max: 60 };
        const end = endWithin(text, limit);
        expect(textLength(text.slice(0, end), limit.unit)).toBeLessThanOrEqual(60);
        if (textLength(text, limit.unit) <= 60 && limit.maxBytes === undefined) {
          expect(end).toBe(text.length);
        }
      }),
    );
  });
});

describe("A fold", () => {
  const instagram = { characters: 125, lines: 3, word: "… more", isSure: true };

  it("comes after a number of characters, of which an emoji is one", () => {
    expect(foldOf("a".repeat(125), instagram)).toBeUndefined();
    expect(foldOf("a".repeat(126), instagram)).toEqual({ at: 125, after: "characters" });
    expect(foldOf("👍🏽".repeat(126), instagram)).toEqual({ at: 125 * 4, after: "characters" });
  });

  it("comes after a number of lines if those are fewer characters", () => {
    expect(foldOf("1\n2\n3", instagram)).toBeUndefined();
    expect(foldOf("1\n2\n3\n4", instagram)).toEqual({ at: 5, after: "lines" });
    expect(foldOf("1\r\n\r\n3\r\n4", instagram)).toEqual({ at: 6, after: "lines" });
  });

  it("hides no mere spaces", () => {
    expect(foldOf(`${"a".repeat(125)}  \n`, instagram)).toBeUndefined();
  });

  it("is not there where a feed shows the whole text", () => {
    expect(foldOf("a".repeat(5000), null)).toBeUndefined();
  });
});
