import { describe, expect, it } from "vitest";
import { merged } from "../scripts/lib/one-path";

describe("The shapes of an icon as one path", () => {
  it.each([
    ["a line", ["line", { x1: "4", y1: "5", x2: "20", y2: "6" }], "M4 5L20 6"],
    ["a circle", ["circle", { cx: "12", cy: "9", r: "3" }], "M9 9a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"],
    [
      "an oval",
      ["ellipse", { cx: "12", cy: "5", rx: "9", ry: "3" }],
      "M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0z",
    ],
    ["a box", ["rect", { x: "3", y: "4", width: "18", height: "6" }], "M3 4h18v6h-18v-6z"],
    [
      "a box with round corners",
      ["rect", { x: "3", y: "4", width: "18", height: "6", ry: "2" }],
      "M5 4h14a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2z",
    ],
    ["corners", ["polyline", { points: "22 12 18 12 15 21" }], "M22 12 18 12 15 21"],
    ["a closed outline", ["polygon", { points: "5 3 19 12 5 21" }], "M5 3 19 12 5 21z"],
  ] as const)("has %s as it is drawn", (_, shape, path) => {
    expect(merged([shape])).toBe(path);
  });

  it.each([
    ["m21 15-3.086-3.086L6 21", "M21 15l-3.086-3.086L6 21"],
    ["m6 9 6 6 6-6", "M6 9l 6 6 6-6"],
    ["m.5-.5h3", "M.5 -.5h3"],
    ["M16 5h6m-3 2v1", "M16 5h6m-3 2v1"],
  ])("begins where %s begins, whatever was drawn before", (d, path) => {
    expect(
      merged([
        ["path", { d: "M0 0h1", key: "a" }],
        ["path", { d, key: "b" }],
      ]),
    ).toBe(`M0 0h1${path}`);
  });

  it("leaves what is more than its outline", () => {
    expect(
      merged([["circle", { cx: "1", cy: "1", r: ".5", fill: "currentColor" }]]),
    ).toBeUndefined();
    expect(merged([["path", { d: "M0 0h1", opacity: ".5" }]])).toBeUndefined();
    expect(merged([["text", {}]])).toBeUndefined();
  });
});
