import { describe, expect, it } from "vitest";
import { runsOf } from "@/entities/post/views/hidden-characters";
import { fc } from "../../support/random-seed";

const marked = (text: string) =>
  runsOf(text).flatMap((run) => (run.kind === "hidden" ? [run.codePoint] : []));

describe("Invisible characters", () => {
  it.each([
    ["a right-to-left override", "evil\u202Egpj.exe", ["U+202E"]],
    ["an isolate and its end", "\u2066a\u2069", ["U+2066", "U+2069"]],
    ["zero-width characters", "a\u200Bb\uFEFFc\u2060", ["U+200B", "U+FEFF", "U+2060"]],
    ["a joiner between Latin letters", "a\u200Db", ["U+200D"]],
    ["a soft hyphen", "Pub\u00ADlish", ["U+00AD"]],
    ["a Hangul filler", "\u3164", ["U+3164"]],
    ["tags that spell a message", "hi\u{E0041}\u{E0042}", ["U+E0041", "U+E0042"]],
    ["control characters", "a\u0000\u0007", ["U+0000", "U+0007"]],
    ["a line separator", "a\u2028b", ["U+2028"]],
  ])("are marked: %s", (_, text, expected) => {
    expect(marked(text)).toEqual(expected);
  });

  it.each([
    ["Serbian", "Пожурите, чекамо вас још вечерас! Ćošak, đak, žaba."],
    ["line breaks and tabs", "one\r\ntwo\tthree"],
    ["a family", "👨‍👩‍👧‍👦"],
    ["emoji with variation selectors and skin", "❤️ ✔︎ 👍🏽 1️⃣ 🏳️‍🌈 👩🏽‍💻"],
    ["the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["Persian with its non-joiner", "می‌خواهم"],
    ["Hindi with a joiner", "क्‍ष"],
    ["a combining accent", "cafe\u0301"],
  ])("are not marked where they belong: %s", (_, text) => {
    expect(marked(text)).toEqual([]);
  });

  it("are marked between plain letters, every one of them", () => {
    const seen = /[\t\n\r]|[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u{FFF9}-\u{FFFB}]/u;
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (!seen.test(character) && marked(`a${character}b`).length !== 1) {
        missed.push(code.toString(16));
      }
    }
    expect(missed).toEqual([]);
  });

  it("leave all other characters in place", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const again = runsOf(text)
          .map((run) =>
            run.kind === "text"
              ? run.text
              : String.fromCodePoint(Number.parseInt(run.codePoint.slice(2), 16)),
          )
          .join("");
        expect(again).toBe(text);
      }),
    );
  });
});
