import { AppBskyRichtextFacet, RichText } from "@atproto/api";
import { describe, expect, it } from "vitest";
import { partsOnBluesky } from "@/entities/account/parts-on-bluesky";
import { fc } from "../../support/random-seed";

type Part = readonly [kind: string, text: string, from: number];

/** What Bluesky's own library finds, in the order of the text. */
function judged(text: string): Part[] {
  const rich = new RichText({ text });
  rich.detectFacetsWithoutResolution();
  const bytes = Buffer.from(text);
  return (rich.facets ?? []).map(({ index: { byteStart, byteEnd }, features: [feature] }) => [
    AppBskyRichtextFacet.isLink(feature)
      ? "link"
      : AppBskyRichtextFacet.isMention(feature)
        ? "name"
        : "hashtag",
    bytes.subarray(byteStart, byteEnd).toString(),
    bytes.subarray(0, byteStart).toString().length,
  ]);
}

function found(text: string): Part[] {
  const { links, hashtags, names } = partsOnBluesky(text);
  const of = (kind: string, places: typeof links) =>
    places.map(({ start, end }): Part => [kind, text.slice(start, end), start]);
  return [...of("name", names), ...of("link", links), ...of("hashtag", hashtags)];
}

// The order of two parts that begin together does not matter.
const inOrder = (parts: readonly Part[]) => parts.map((part) => JSON.stringify(part)).toSorted();

const texts = [
  "Hvala @ana!",
  "Hvala @ana.bsky.social.",
  "Hvala (@ana.bsky.social) i @ANA.COM",
  "Pišite zima@example.com, ili @zima.example",
  "Proba @ana.test",
  "#leto-2026 (#zima) 🔥#sale",
  "＃zima #12 #1a #️⃣ #!",
  `#${"a".repeat(64)} #${"b".repeat(65)}`,
  "#zima! #ćilim... #a\u200bb",
  "#zima(https://primer.rs/zima",
  "Više: „https://primer.rs/zima“",
  "Više:https://primer.rs/zima",
  "Više: (https://primer.rs/zima). Ili primer.rs!",
  "https://primer.rs/a_(b) https://primer.rs/a) HTTPS://PRIMER.RS Primer.rs",
  "nema.takvogdomena zimska-kolekcija.rs primer.rs/put?a=b primer.RS",
  "Kupite $ACME. $acme, ($A1) $TOOLONG $1A a$ACME $ACME“",
  "Prvi\nhttps://primer.rs\n@ana.rs\r\n#zima\u3000#leto",
];

describe("Bluesky's links, hashtags and names", () => {
  it.each(texts)("are those of its own library in '%s'", (text) => {
    expect(inOrder(found(text))).toEqual(inOrder(judged(text)));
  });

  it("are those of its own library in any text", () => {
    const pieces = fc.constantFrom(
      ...["@", "#", "＃", "$", "ana", "ACME", "zima", "2026", "é", "ж", "日", "🔥", "\ufe0f", "-"],
      ...[" ", " ", " ", "\n", "\u200b", "\u00ad", "\u3000", "(", ")", ".", ",", "!"],
      ...["https://", "http://", "HTTPS://", "http", ".rs", ".com", ".social", ".test", ".COM"],
      ...["“", "„", "'", "/", "?a=b", ":", "_", "primer.rs", " #", " @"],
      ...["https://primer.rs/zima", "@ana.bsky.social"],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(inOrder(found(text)), text).toEqual(inOrder(judged(text)));
      }),
      { numRuns: 3000 },
    );
  });

  it("of the longest text that the console takes are found without delay", () => {
    for (const piece of ["@a.", "#1", "#.", "a.", "$A", "https://", "(", "a.a"]) {
      const text = piece.repeat(40_000 / piece.length);
      expect(inOrder(found(text))).toEqual(inOrder(judged(text)));
    }
  });
});
