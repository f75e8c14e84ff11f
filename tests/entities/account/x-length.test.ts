import { readFileSync } from "node:fs";
import { join } from "node:path";
import tlds from "tlds";
import twitterText from "twitter-text";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { linksOnX } from "@/entities/account/links-on-x";
import { textLength } from "@/entities/account/text-length";
import { documents, hasDocument } from "../../support/documents";
import { fc } from "../../support/random-seed";

const onX = (text: string) => textLength(text, "x-weighted");

/**
 * True if X's parser, whose table is of 2018, knows every emoji of the text by Node's Unicode data as
 * one: it counts those that came later as their parts. Such a text is not for it to judge.
 */
const isKnownToParser = (text: string) =>
  (text.match(emoji) ?? []).every((one) => twitterText.parseTweet(one).weightedLength === 2);
// TypeScript knows this flag of a literal only for newer targets.
const inSets = "gv";
const emoji = new RegExp("\\p{RGI_Emoji}", inSets);

describe("The length of a text on X", () => {
  it.each([
    ["example.de", 23],
    ["Vidimo se na bbc.co.uk", 36],
    ["Pogledaj https://example.com/a.", 33],
    ["https://example.com🎉🎉🎉", 29],
    ["Novo na zima.photography!", 32],
    ["日本語example.comです", 33],
    ["Pišite na zima@example.com.", 27],
    ["Cena je 2.990 din.", 18],
    ["Verzija 2.0.1", 13],
    ["https://t.co/abc123 i https://t.co/def", 49],
    ["https://t.co/abc'(co.uk)", 49],
    ["https://t.co/abc'co.uk", 29],
    ["https://example.com/abc'(def)", 29],
    ["https://example.com/abc(def)", 23],
  ])("of '%s' is %i", (text, length) => {
    expect(onX(text)).toBe(length);
    expect(twitterText.parseTweet(text).weightedLength).toBe(length);
  });

  it("agrees with X's own parser on every ending that it knows", () => {
    const { validGTLD, validCCTLD } = twitterText.regexen;
    const endings = [validGTLD, validCCTLD].flatMap(
      ({ source }) => source.match(/[^()|?:=]+/g) ?? [],
    );
    const known = endings.filter((ending) => twitterText.extractUrls(`a.${ending}`).length === 1);
    expect(known.length).toBeGreaterThan(1500);
    expect(known.filter((ending) => linksOnX(`a.${ending}`).length !== 1)).toEqual([]);
  });

  // Endings that are newer than the parser's table of 2018. X's own parser knows more than the one it
  // publishes, and whether it links these is not documented: 23 is more than such a short domain has.
  const newer = [
    ["amazon", "2020"],
    ["アマゾン", "2020"],
    ["亚马逊", "2020"],
    ["spa", "2020"],
    ["music", "2021"],
    ["ישראל", "2021"],
    ["kids", "2022"],
  ] as const;

  it("agrees with X's own parser on every ending of the world, but for those that are newer", () => {
    const unknown = tlds.filter((ending) => twitterText.extractUrls(`a.${ending}`).length !== 1);
    expect(unknown.toSorted()).toEqual(newer.map(([ending]) => ending).toSorted());
  });

  it("counts a link for every ending of the world, the newest too", () => {
    expect(tlds.length).toBeGreaterThan(1430);
    expect(tlds.filter((ending) => linksOnX(`a.${ending}`).length !== 1)).toEqual([]);
    for (const [ending] of newer) expect(onX(`Vidi https://zima.${ending}/a`), ending).toBe(28);
  });

  it("agrees with X's own parser on links, beside whatever they stand", () => {
    // A label too long for a domain ends with its dot: a label of more than 100 letters, which the
    // pattern does not look back over, would need two of them side by side.
    const pieces = fc.constantFrom(
      ...["http://", "https://", "t.co/", "example", "a", "-", "_", ".com", ".de", ".", "/", "("],
      ...[")", "?q=", "#", "@", "é", "ж", "日", "🎉", " ", "\n", "com", "co.uk", "xn--abc", ".срб"],
      ...[":80", "!", ",", "'", `${"x".repeat(64)}.`, "\u200e", "https://t.co/abc", ".photography"],
      ...["https://example.com/a", "(b)", "'(", "t.co"],
    );
    const covered = (links: readonly (readonly [number, number])[]) => ({
      links: links.length,
      letters: links.reduce((sum, [start, end]) => sum + end - start, 0),
    });
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const text = parts.join("");
        const judged = twitterText.extractUrlsWithIndices(text).map(({ indices }) => indices);
        const found = linksOnX(text).map(({ start, end }) => [start, end] as const);
        expect(covered(found), text).toEqual(covered(judged));
      }),
      { numRuns: 3000 },
    );
  });

  it("agrees with X's own parser on emoji", () => {
    const pieces = fc.constantFrom(
      ...["👩", "🏽", "\u200d", "❤", "\ufe0f", "👨", "🇷🇸", "🇷", "🔥", "☺", "1"],
      ...["\u20e3", "a", "👧"],
      ...["👦", "🎤", "🙋", "♂", "✈", "🏳", "🌈", "☠", "🏴", "⚕", "💋", "⚡", "☕", "ж", "日", "©"],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (parts) => {
        const text = parts.join("");
        fc.pre(isKnownToParser(text));
        expect(onX(text), text).toBe(twitterText.parseTweet(text).weightedLength);
      }),
      { numRuns: 3000 },
    );
  });

  // Emoji of Unicode 11 and 13.1, and a sequence without the selector that belongs in it: no keyboard
  // makes it.
  it.each([
    ["❤️\u200d🔥", 2, 5],
    ["♾️", 2, 4],
    ["⚧️", 2, 4],
    ["👁\u200d🗨", 5, 2],
  ])("of '%s' is %i, where its parser of 2018 counts %i", (text, length, judged) => {
    expect(onX(text)).toBe(length);
    expect(twitterText.parseTweet(text).weightedLength).toBe(judged);
  });

  it("counts no link in more parts than a domain can have", () => {
    expect(linksOnX(`${"a.".repeat(126)}rs`)).toHaveLength(1);
    expect(linksOnX(`${"ж.".repeat(200)}rs`)).toEqual([]);
    expect(linksOnX(`https://${"a.".repeat(200)}rs`)).toEqual([]);
  });

  it("of the longest text that the console takes is found without delay", () => {
    expect(onX(`${"日".repeat(40_000)}.`)).toBe(80_001);
    expect(textLength(`${"日".repeat(40_000)}.`, "graphemes")).toBe(40_001);
    expect(textLength("Čaj i ćebe. ".repeat(4000), "graphemes")).toBe(48_000);
  });
});

const read = (name: string) => parse(readFileSync(join(documents.twitterText, name), "utf8")).tests;

describe.runIf(hasDocument("twitterText"))("The conformance files of twitter-text", () => {
  it.each(["WeightedTweetsCounterTest", "WeightedTweetsWithDiscountedEmojiCounterTest"])(
    "agree on the weighted length: %s",
    (group) => {
      const cases: { description: string; text: string; expected: { weightedLength: number } }[] =
        read("validate.yml")[group];
      expect(cases.length).toBeGreaterThan(5);
      // The first group counts every code point of an emoji, as X did before 2018.
      const differing = cases.filter(({ text, expected }) => onX(text) !== expected.weightedLength);
      expect(differing.map(({ description }) => description)).toEqual(
        group === "WeightedTweetsCounterTest"
          ? [
              "Count a mix of single byte single word, and double word unicode characters",
              "Count unicode emoji chars outside the basic multilingual plane with skin tone modifiers",
            ]
          : [],
      );
    },
  );

  it("agree on the weighted length of invalid characters and marks of direction", () => {
    const cases: { text: string; expected: { weightedLength: number } }[] =
      read("validate.yml").UnicodeDirectionalMarkerCounterTest;
    expect(cases.map(({ text }) => onX(text))).toEqual(
      cases.map(({ expected }) => expected.weightedLength),
    );
  });

  it("agree on the links", () => {
    const cases: { text: string; expected: string[] }[] = read("extract.yml").urls;
    expect(cases.length).toBeGreaterThan(50);
    expect(
      cases.map(({ text }) => linksOnX(text).map(({ start, end }) => text.slice(start, end))),
    ).toEqual(cases.map(({ expected }) => expected));
  });
});
