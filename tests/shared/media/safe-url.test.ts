import { describe, expect, it } from "vitest";
import { safeUrl } from "@/shared/media/safe-url";
import { fc } from "../../support/random-seed";

describe("a URL from the server", () => {
  it.each([
    ["https://cdn.example.com/a.png", true],
    ["http://example.com", true],
    ["//cdn.example.net/a.jpg", true],
    ["/media/sandbox/31.svg", false],
  ])("may be followed: %s", (url, isExternal) => {
    expect(safeUrl(url)).toMatchObject({ isExternal });
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "///evil.example.com/x",
    "//\\evil.example.com/x",
    "//user:password@example.com/x",
    "/\\evil.example.com",
    "https:/\\evil.example.com",
    "https://user:password@example.com/",
    "file:///etc/passwd",
    "media/31.svg",
    "",
  ])("is only text when it is %j", (url) => {
    expect(safeUrl(url)).toBeUndefined();
  });

  it.each([
    ["https://cdn.example.com/a.png", true],
    ["/media/sandbox/31.svg", true],
    ["http://cdn.example.com/a.png", false],
  ])("is that of an image which the console may show: %s, %s", (url, isShown) => {
    expect(safeUrl(url)).toMatchObject({ isShown });
  });

  it("is one over https if its scheme is left out", () => {
    expect(safeUrl("//cdn.example.net/a.jpg")?.href).toBe("https://cdn.example.net/a.jpg");
  });

  it("leads only to http or https, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom("/", "//", "/\\")), (url) => {
        const safe = safeUrl(url);
        if (!safe) return;
        expect(["http:", "https:"]).toContain(new URL(safe.href).protocol);
        if (!safe.isExternal) expect(new URL(safe.href).origin).toBe(window.location.origin);
      }),
    );
  });
});
