import { pick, randomOf } from "./random.ts";

type Random = () => number;
/** Top and bottom of the sky, light, then three tones from far to near. */
type Palette = readonly [string, string, string, string, string, string];

const palettes: readonly [Palette, ...Palette[]] = [
  ["#2b2d5b", "#f08a5d", "#ffd98e", "#8c4a6b", "#5a3260", "#2a1b3d"],
  ["#a8d5e5", "#f6f1e4", "#fff7d6", "#7fb2b8", "#3f7c85", "#1f4e5a"],
  ["#f7d6c4", "#fbeee0", "#e4572e", "#d99b82", "#a65f4a", "#5b3427"],
  ["#0f2a43", "#3f7d9e", "#f4f1de", "#2f6484", "#1d4665", "#0b2135"],
  ["#fde8c8", "#f9c784", "#f26430", "#8aa29e", "#4f7c72", "#264e45"],
  ["#e9dcf2", "#fbf3f7", "#f7b2ad", "#b59cc9", "#7d6b9e", "#433a66"],
  ["#dcebdd", "#f8f5e6", "#f3b61f", "#8fb996", "#5a8f69", "#2c5f45"],
  ["#1d1f2b", "#4b4e6d", "#f2c57c", "#6c6f93", "#3b3d5c", "#23243a"],
];

const size = 1080;
const n = (value: number) => Math.round(value);

/** Returns a ridge from edge to edge, filled to the bottom; `rough` is its height in pixels. */
function ridge(random: Random, y: number, rough: number, steps: number, fill: string) {
  const width = size / steps;
  const heights = Array.from({ length: steps + 1 }, () => y - rough * random());
  const path = heights.map((height, step) => {
    const before = heights[step - 1] ?? height;
    const middle = (step - 0.5) * width;
    return step === 0
      ? `M0 ${n(height)}`
      : `C${n(middle)} ${n(before)} ${n(middle)} ${n(height)} ${n(step * width)} ${n(height)}`;
  });
  return `<path d="${path.join("")}V${size}H0Z" fill="${fill}"/>`;
}

const circle = (x: number, y: number, r: number, fill: string, more = "") =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${more}/>`;

function hills(random: Random, [, , light, far, middle, near]: Palette) {
  const x = size * (0.2 + 0.6 * random());
  const y = size * (0.24 + 0.16 * random());
  return [
    circle(x, y, 190, light, ' opacity=".25"'),
    circle(x, y, 120, light),
    ridge(random, 700, 220, 5, far),
    ridge(random, 840, 200, 4, middle),
    ridge(random, 980, 170, 3, near),
  ].join("");
}

function sea(random: Random, [, , light, far, middle, near]: Palette) {
  const x = size * (0.3 + 0.4 * random());
  const glints = Array.from({ length: 7 }, (_, row) => {
    const width = 240 - row * 24 + 90 * random();
    const left = x - width / 2 + 70 * (random() - 0.5);
    return `<rect x="${n(left)}" y="${n(650 + row * 34)}" width="${n(width)}" height="9" rx="4.5" fill="${light}" opacity="${(0.75 - row * 0.09).toFixed(2)}"/>`;
  });
  return [
    circle(x, 610, 180, light),
    `<path d="M0 610H${size}V${size}H0Z" fill="${far}"/>`,
    ...glints,
    ridge(random, 960, 70, 6, middle),
    ridge(random, 1040, 70, 4, near),
  ].join("");
}

function tiles(random: Random, [, lower, light, far, middle, near]: Palette) {
  const tones = [light, far, middle, near] as const;
  const side = size / 4;
  const shapes = [
    (x: number, y: number, fill: string) =>
      `<path d="M${x} ${y}h${side}a${side} ${side} 0 0 1-${side} ${side}Z" fill="${fill}"/>`,
    (x: number, y: number, fill: string) =>
      `<path d="M${x + side} ${y + side}v-${side}a${side} ${side} 0 0 0-${side} ${side}Z" fill="${fill}"/>`,
    (x: number, y: number, fill: string) => circle(x + side / 2, y + side / 2, side * 0.34, fill),
    (x: number, y: number, fill: string) =>
      `<path d="M${x} ${y + side}L${x + side} ${y}V${y + side}Z" fill="${fill}"/>`,
    () => "",
  ] as const;
  const cells = Array.from({ length: 16 }, (_, cell) => {
    const x = (cell % 4) * side;
    const y = Math.floor(cell / 4) * side;
    const ground =
      random() < 0.35
        ? `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${pick(random, [far, middle, lower])}"/>`
        : "";
    return ground + pick(random, shapes)(x, y, pick(random, tones));
  });
  return cells.join("");
}

function foliage(random: Random, [, , light, far, middle, near]: Palette) {
  const tones = [far, middle, near] as const;
  const stems = Array.from({ length: 5 }, (_, stem) => {
    const x = 130 + stem * 205 + 60 * (random() - 0.5);
    const top = 250 + 300 * random();
    const tone = pick(random, tones);
    const pairs = Array.from({ length: 5 }, (_, pair) => {
      const y = top + ((size - 120 - top) / 5) * (pair + 0.6);
      const length = 62 + 12 * pair;
      return [-1, 1]
        .map(
          (way) =>
            `<path d="M${n(x)} ${n(y)}q${way * n(length * 0.4)} -${n(length)} ${way * n(length * 1.3)} -${n(length)}q${way * n(length * -0.1)} ${n(length * 0.9)} ${way * n(length * -1.3)} ${n(length)}Z" fill="${tone}"/>`,
        )
        .join("");
    });
    return `<path d="M${n(x)} ${size}V${n(top)}" stroke="${tone}" stroke-width="9" stroke-linecap="round"/>${pairs.join("")}`;
  });
  return circle(size * (0.3 + 0.4 * random()), 390, 240, light) + stems.join("");
}

/** Returns a cup on a table, steam above: the one still life. */
function cup(random: Random, [, lower, light, far, middle, near]: Palette) {
  const x = 540 + 120 * (random() - 0.5);
  const steam = [-70, 0, 70].map((shift) => {
    const bend = 30 + 30 * random();
    return `<path d="M${n(x + shift)} 470q${n(bend)} -55 0 -110t0 -110" stroke="${lower}" stroke-width="14" stroke-linecap="round" fill="none" opacity=".8"/>`;
  });
  return [
    circle(size * (0.25 + 0.5 * random()), 380, 270, far, ' opacity=".5"'),
    `<path d="M0 800H${size}V${size}H0Z" fill="${near}"/>`,
    ...steam,
    `<ellipse cx="${n(x)}" cy="836" rx="300" ry="40" fill="${middle}"/>`,
    `<path d="M${n(x + 170)} 590h40a85 85 0 0 1 0 170h-70" stroke="${light}" stroke-width="34" fill="none"/>`,
    `<path d="M${n(x - 200)} 520h400v110a200 200 0 0 1-400 0Z" fill="${light}"/>`,
    `<ellipse cx="${n(x)}" cy="520" rx="200" ry="30" fill="${middle}"/>`,
  ].join("");
}

/** Returns a square SVG image that depends only on the seed. */
export function sandboxImage(seed: string): string {
  const random = randomOf(`picture:${seed}`);
  const palette = pick(random, palettes);
  const scene = pick(random, [hills, sea, tiles, foliage, cup] as const)(random, palette);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${palette[0]}"/><stop offset="1" stop-color="${palette[1]}"/></linearGradient></defs><rect width="${size}" height="${size}" fill="url(#sky)"/>${scene}</svg>`;
}
