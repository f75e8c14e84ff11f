import type { Plugin } from "vite";
import { type Node, without } from "./cut.ts";

/**
 * Lucide draws an icon as up to a dozen shapes, which on a screen of sixty icons is every third element
 * of the page: made, styled and laid out before the first frame. A stroke looks the same as one path.
 */
export const onePath = (): Plugin => ({
  name: "one-path",
  apply: "build",
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/.*\.m?js$/ },
    handler(code) {
      return without(code, this.parse(code), (node) => {
        if (node.type !== "Property" || node.key.name !== "node") return [];
        const path = merged(shapesOf(node.value));
        if (path === undefined) return [];
        const one = JSON.stringify([["path", { d: path, key: "0" }]]);
        return [[node.value.start, node.value.end, one] as const];
      });
    },
  },
});

type Attributes = Readonly<Record<string, string>>;
export type Shape = readonly [name: string, attributes: Attributes];

/** From `[["path", { d: "M5 12h14", key: "1ays0h" }], …]` in a program's tree. */
const shapesOf = (array: Node): readonly Shape[] =>
  array.elements.map(({ elements: [name, { properties }, ...within] }: Node) => [
    within.length > 0 ? "more" : name.value,
    Object.fromEntries(properties.map(({ key, value }: Node) => [key.name, value.value])),
  ]);

/** The shapes as one path, or undefined where one of them is more than its outline. */
export function merged(shapes: readonly Shape[]): string | undefined {
  const paths = shapes.map(([name, { key, ...attributes }]) => outlines[name]?.(attributes));
  return paths.includes(undefined) ? undefined : paths.join("");
}

/** Undefined where there is an attribute that is not of the shape itself, such as a fill. */
function numbers(given: Attributes, ...names: readonly string[]): readonly number[] | undefined {
  if (Object.keys(given).some((name) => !names.includes(name))) return undefined;
  return names.map((name) => Number(given[name] ?? 0));
}

const ellipse = (cx = 0, cy = 0, rx = 0, ry = 0) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

/** As https://www.w3.org/TR/SVG2/shapes.html says what each is as a path. */
const outlines: Readonly<Record<string, (given: Attributes) => string | undefined>> = {
  path({ d = "", ...more }) {
    return Object.keys(more).length > 0 ? undefined : fromHere(d);
  },
  circle(given) {
    const [cx, cy, r] = numbers(given, "cx", "cy", "r") ?? [];
    return (r && ellipse(cx, cy, r, r)) || undefined;
  },
  ellipse(given) {
    const [cx, cy, rx, ry] = numbers(given, "cx", "cy", "rx", "ry") ?? [];
    return rx && ry ? ellipse(cx, cy, rx, ry) : undefined;
  },
  rect({ rx, ry, ...given }) {
    const [x, y, width, height] = numbers(given, "x", "y", "width", "height") ?? [];
    if (x === undefined || y === undefined || !width || !height) return undefined;
    // Either stands for both.
    const a = Math.min(Number(rx ?? ry ?? 0), width / 2);
    const b = Math.min(Number(ry ?? rx ?? 0), height / 2);
    const corner = (dx: number, dy: number) => (a && b ? `a${a} ${b} 0 0 1 ${dx} ${dy}` : "");
    return `M${x + a} ${y}h${width - 2 * a}${corner(a, b)}v${height - 2 * b}${corner(-a, b)}h${2 * a - width}${corner(-a, -b)}v${2 * b - height}${corner(a, -b)}z`;
  },
  line(given) {
    const [x1, y1, x2, y2] = numbers(given, "x1", "y1", "x2", "y2") ?? [];
    return x1 === undefined ? undefined : `M${x1} ${y1}L${x2} ${y2}`;
  },
  polyline: ({ points = "", ...more }) =>
    Object.keys(more).length > 0 ? undefined : `M${points.trim()}`,
  polygon: ({ points = "", ...more }) =>
    Object.keys(more).length > 0 ? undefined : `M${points.trim()}z`,
};

const number = String.raw`[\s,]*(-?(?:\d+\.?\d*|\.\d+))`;
const begin = new RegExp(`^\\s*m${number}${number}(?=([\\s,]*[-.\\d])?)`);

/** A path may begin with a step from where it is: from nowhere, which behind another path it is not. */
const fromHere = (d: string) =>
  d.replace(begin, (_, x: string, y: string, more?: string) => `M${x} ${y}${more ? "l" : ""}`);
