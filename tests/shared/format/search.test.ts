import { describe, expect, it } from "vitest";
import { matches, searchable } from "@/shared/format/search";

describe("A search", () => {
  it("ignores case and accents", () => {
    expect(searchable("Đorđević Ćumur É")).toBe("dordevic cumur e");
    expect(matches("Ćumur i roštilj", "cumur")).toBe(true);
    expect(matches("cumur i rostilj", "ROŠ")).toBe(true);
  });

  it("finds Cyrillic letters by Latin ones, and the other way round", () => {
    expect(searchable("Љиљана Ђорђевић")).toBe("ljiljana dordevic");
    expect(matches("Љиљана Ђорђевић", "Ljiljana")).toBe(true);
    expect(matches("Љиљана Ђорђевић", "djordjevic")).toBe(true);
    expect(matches("Ljiljana Đorđević", "љиљана ђорђевић")).toBe(true);
    expect(matches("Џемпер, шал и чарапе", "dzemper carape")).toBe(true);
    expect(matches("Њушка", "lj")).toBe(false);
  });

  it("requires every word, in any order, and matches no scattered letters", () => {
    expect(matches("By Category Dashboard", "dash cat")).toBe(true);
    expect(matches("By Category Dashboard", "dash queue")).toBe(false);
    expect(matches("Settings Configuration", "staro")).toBe(false);
    expect(matches("Anything", "  ")).toBe(true);
  });
});
