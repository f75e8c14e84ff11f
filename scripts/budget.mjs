import "./lib/require-node.mjs";

budget();

/** What all pages of the shell load besides their own code. */
const shell = ["src/app/shell/layout.tsx", "src/app/first-reads.ts"];

/**
 * What may be loaded until a page is ready: JavaScript in kB (1,000 bytes) of brotli, and files of
 * it. `goal` is where it should be; `most` is what fails, and may only ever become less.
 */
const pages = [
  { name: "/login", chunks: [], goal: 110, most: 107.5, files: 1 },
  {
    name: "Content Library",
    chunks: [...shell, "src/app/pages/content-page.tsx"],
    goal: 165,
    most: 209.5,
    files: 15,
  },
  {
    name: "Publishing",
    chunks: [...shell, "src/app/pages/publishing-page.tsx"],
    goal: 165,
    most: 205,
    files: 15,
  },
  {
    name: "Dashboard",
    chunks: [...shell, "src/app/pages/performance-page.tsx"],
    goal: 160,
    most: 202,
    files: 15,
  },
  {
    name: "Configuration",
    chunks: [...shell, "src/app/pages/config-page.tsx"],
    goal: 180,
    most: 252.5,
    files: 16,
  },
];
/** All style sheets together, in the same unit. */
const styles = { goal: 18, most: 18.8 };

/** Weighs the production build, and fails where a page has become heavier than it may be. */
async function budget() {
  const { readFile, readdir } = await import("node:fs/promises");
  const { join } = await import("node:path");
  const { brotliCompressSync } = await import("node:zlib");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { giveUp, root } = await import("./lib/project.mjs");
  await buildIfStale();

  const dist = join(root, "dist");
  const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
  const weigh = async (file) => brotliCompressSync(await readFile(join(dist, file))).length / 1000;

  /** The files that a page is made of, each with what it imports at once. */
  function filesOf(chunks) {
    const found = new Set();
    const add = (chunk) => {
      const { file, imports = [] } = manifest[chunk] ?? giveUp(`There is no chunk ${chunk}.`);
      if (found.has(file)) return;
      found.add(file);
      imports.forEach(add);
    };
    ["index.html", ...chunks].forEach(add);
    return [...found];
  }

  const rows = [];
  for (const { name, chunks, goal, most, files } of pages) {
    const scripts = filesOf(chunks);
    const weights = await Promise.all(scripts.map(weigh));
    rows.push([`${name}: JavaScript, kB`, weights.reduce((sum, one) => sum + one, 0), most, goal]);
    rows.push([`${name}: scripts`, scripts.length, files, files]);
  }
  const sheets = (await readdir(join(dist, "assets"))).filter((file) => file.endsWith(".css"));
  const weights = await Promise.all(sheets.map((file) => weigh(`assets/${file}`)));
  rows.push([
    "Style sheets, kB",
    weights.reduce((sum, one) => sum + one, 0),
    styles.most,
    styles.goal,
  ]);

  for (const [what, figure, most, goal] of rows) {
    const verdict = figure > most ? "OVER" : figure > goal ? "not yet at its goal" : "ok";
    console.log(
      `${what.padEnd(34)} ${figure.toFixed(1).padStart(6)} of ${most}${goal === most ? "" : ` (goal ${goal})`}  ${verdict}`,
    );
  }
  if (rows.some(([, figure, most]) => figure > most)) {
    giveUp(
      "A page has become heavier than it may be. What made it so belongs in a chunk of its own.",
    );
  }
}
