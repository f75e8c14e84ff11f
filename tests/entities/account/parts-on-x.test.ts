import twitterText from "twitter-text";
import { describe, expect, it } from "vitest";
import { partsOnX } from "@/entities/account/parts-on-x";
import { fc } from "../../support/random-seed";

/** What X's own parser links, in the order of the text. */
const judged = (text: string) =>
  twitterText.extractEntitiesWithIndices(text).map(({ indices: [start, end] }) => [start, end]);

function found(text: string) {
  const { links, hashtags, names } = partsOnX(text);
  return [...links, ...hashtags, ...names]
    .map(({ start, end }) => [start, end] as const)
    .sort(([one], [other]) => one - other);
}

/**
 * True if X's parser, whose table is of 2018, takes every letter, mark and digit of the text by Node's
 * Unicode data for one. A script that came later is not for it to judge, nor are characters of private
 * use, some of which its table calls letters.
 */
const isKnownToParser = (text: string) =>
  !/\p{Co}/u.test(text) &&
  (text.match(/[\p{L}\p{M}\p{Nd}]/gu) ?? []).every((one) => {
    const [tag] = twitterText.extractHashtags(`#a${one}a`);
    return tag === `a${one}a`;
  });

const texts = [
  "Pišite @ana-b, kupite $ACME.",
  "Hvala @kod.ane i @kod_ane!",
  "#tag#tag2 #tag ##tag #tag-2 &#39;",
  "#leto-2026 (#zima) 🔥#sale #️⃣ #12 #1a ＃zima",
  "RT @ana: hvala, rt@ana, a@ana, ana@example.com",
  "@ana@zima @anač @ana://a @anaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "Naša lista: @ana/prodavnice, @ana/1, @ana/https://a.rs",
  "$ACME $acme.b $TOOLONGX $A_BC ($ACME) $ACME“ $1",
  "#日example.com #日https://primer.rs @zima.rs $ACME.rs",
  "https://primer.rs/#zima https://primer.rs/@ana primer.rs/$ACME",
  "#สวัสดี #हिन्दी #עִבְרִית #العربية #ћирилица #ĉapelo",
];

describe("X's links, hashtags, cashtags and names", () => {
  it.each(texts)("are those of its own parser in '%s'", (text) => {
    expect(found(text)).toEqual(judged(text));
  });

  it("are those of its own parser in any text", () => {
    const pieces = fc.constantFrom(
      ...["@", "＠", "#", "＃", "$", "ana", "ACME", "RT", "rt", ":", "2026", "_", "-"],
      ...["é", "ж", "日"],
      ...["🔥", "\ufe0f", "\ufe0e", "\u20e3", "\u200d", "·", "٣", "ा", "𐐀", " ", " ", " ", "\n"],
      ...["\u3000", "\u200b", "(", ")", ".", ",", "!", "'", "“", "&", "*", "/", "~", "+", "/lista"],
      ...["https://", "://", "primer.rs", "https://primer.rs/zima", "@ana", "#zima"],
      ...[" $ACME", " #"],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(found(text), text).toEqual(judged(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("are those of its own parser beside every character that it knows", () => {
    const character = fc.string({ unit: "binary", minLength: 1, maxLength: 1 });
    fc.assert(
      fc.property(character, fc.constantFrom("#a", "@a", "$a"), (one, name) => {
        for (const text of [`${one}${name}`, `${name}${one}`, `${name}${one}b`]) {
          fc.pre(isKnownToParser(text));
          expect(found(text), text).toEqual(judged(text));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("of the longest text that the console takes are found without delay", () => {
    for (const piece of ["@a", "#1", "##", "$A", "RT", "#é", "@a/"]) {
      const text = piece.repeat(40_000 / piece.length);
      expect(found(text)).toEqual(judged(text));
    }
  });
});
