import { describe, expect, it } from "vitest";
import { fillPath, UnsafePathError } from "@/shared/api/path";
import { fc } from "../../support/random-seed";

describe("an id in a path", () => {
  it("stays in its place, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        let path: string;
        try {
          path = fillPath("publishing/posts/{id}/retry", { id });
        } catch (error) {
          expect(error).toBeInstanceOf(UnsafePathError);
          return;
        }
        const { pathname, search, hash } = new URL(path, "http://api.test/api/v1/");
        expect(pathname.split("/")).toHaveLength(7);
        expect(decodeURIComponent(pathname.split("/")[5] ?? "")).toBe(id);
        expect(search + hash).toBe("");
      }),
    );
  });

  it.each(["", ".", "..", "a\nb", "a\u0000", "\ud800"])("refuses %j", (id) => {
    expect(() => fillPath("posts/{id}", { id })).toThrow(UnsafePathError);
  });

  it("is a number or text, and is kept unchanged", () => {
    expect(fillPath("groups/{id}/x", { id: 7 })).toBe("groups/7/x");
    expect(fillPath("groups/{id}/x", { id: "a/b ć" })).toBe("groups/a%2Fb%20%C4%87/x");
  });
});
