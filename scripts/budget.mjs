import "./lib/require-node.mjs";

budget();

/**
 * What may be loaded until a screen is ready: JavaScript in kB (1,000 bytes) of brotli, and how many
 * files of it. `goal` is where it should be; `most` is what fails, and may only ever become less.
 */
const limits = {
  "/login": { goal: 110, most: 109, files: 1 },
  "/dashboard/content": { goal: 165, most: 209.5, files: 15 },
  "/dashboard/publishing": { goal: 165, most: 205, files: 15 },
  "/dashboard/dashboard": { goal: 160, most: 202, files: 15 },
  "/dashboard/config": { goal: 180, most: 253, files: 16 },
};
/** All style sheets together, in the same unit. */
const styles = { goal: 18, most: 18.8 };

/** Weighs the production build, and fails where a screen has become heavier than it may be. */
async function budget() {
  const { readFile, readdir } = await import("node:fs/promises");
  const { join } = await import("node:path");
  const { brotliCompressSync } = await import("node:zlib");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { giveUp, root } = await import("./lib/project.mjs");
  await buildIfStale();

  const dist = join(root, "dist");
  async function weigh(files) {
    const contents = await Promise.all(files.map((file) => readFile(join(dist, file))));
    return contents.reduce((sum, content) => sum + brotliCompressSync(content).length / 1000, 0);
  }

  const rows = [];
  const screens = JSON.parse(await readFile(join(dist, ".vite/preload.json"), "utf8"));
  for (const [path, scripts] of Object.entries(screens)) {
    const { goal, most, files } = limits[path];
    rows.push({ what: `${path}: scripts, kB`, figure: await weigh(scripts), most, goal });
    rows.push({ what: `${path}: scripts`, figure: scripts.length, most: files, goal: files });
  }
  const sheets = (await readdir(join(dist, "assets"))).filter((file) => file.endsWith(".css"));
  const weight = await weigh(sheets.map((file) => `assets/${file}`));
  rows.push({ what: "Style sheets, kB", figure: weight, ...styles });

  for (const { what, figure, most, goal } of rows) {
    const verdict = figure > most ? "OVER" : figure > goal ? `not at its goal of ${goal}` : "ok";
    console.log(`${what.padEnd(36)} ${figure.toFixed(1).padStart(6)} of ${most}  ${verdict}`);
  }
  if (rows.some(({ figure, most }) => figure > most)) {
    giveUp(
      "A screen is heavier than it may be. What it does not show at first sight can come later.",
    );
  }
}
