import { describe, expect, it } from "vitest";
import { matches, searchable } from "@/shared/format/search";

describe("A search", () => {
  it("looks past capitals and accents", () => {
    expect(searchable("Đorđević Ćumur É")).toBe("dordevic cumur e");
    expect(matches("Ćumur i roštilj", "cumur")).toBe(true);
    expect(matches("cumur i rostilj", "ROŠ")).toBe(true);
  });

  it("wants every word, in any order, and no scattered letters", () => {
    expect(matches("By Category Dashboard", "dash cat")).toBe(true);
    expect(matches("By Category Dashboard", "dash queue")).toBe(false);
    expect(matches("Settings Configuration", "staro")).toBe(false);
    expect(matches("Anything", "  ")).toBe(true);
  });
});
