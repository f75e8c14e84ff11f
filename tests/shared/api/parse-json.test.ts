import { describe, expect, it } from "vitest";
import { parseJson } from "@/shared/api/reply/parse-json";
import { fc } from "../../support/random-seed";

describe("JSON of a backend", () => {
  it("keeps an id that JavaScript cannot hold as its text", () => {
    expect(parseJson('{"id":1857219384719237121,"of":[-9007199254740993, 7]}')).toEqual({
      id: "1857219384719237121",
      of: ["-9007199254740993", 7],
    });
  });

  it("has null for NaN and Infinity, which Python writes as bare words", () => {
    expect(parseJson('[{"rate":NaN},{"rate":-Infinity},{"rate":Infinity}]')).toEqual([
      { rate: null },
      { rate: null },
      { rate: null },
    ]);
  });

  it("leaves texts alone, whatever they say", () => {
    const text = 'NaN, Infinity "1857219384719237121" \\" 1857219384719237121';
    expect(parseJson(`{"text":${JSON.stringify(text)},"id":9007199254740993}`)).toEqual({
      text,
      id: "9007199254740993",
    });
  });

  it("is read as JSON.parse reads it, if it has nothing of the kind", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is undefined if it breaks off", () => {
    expect(parseJson('{"id":1857219384719237121')).toBeUndefined();
    expect(parseJson("<html>NaN</html>")).toBeUndefined();
  });
});
