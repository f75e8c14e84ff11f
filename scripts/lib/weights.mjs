import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { root } from "./project.mjs";
import { chunksOfScreens } from "./screens.mjs";

/**
 * The limits of what a screen loads until it is ready: the weight of its scripts in kB (1,000
 * bytes) of brotli, and their number.
 */
const budgets = {
  "/login": { weight: 115, files: 2 },
  "/dashboard/content": { weight: 204, files: 8 },
  "/dashboard/publishing": { weight: 204, files: 8 },
  "/dashboard/dashboard": { weight: 204, files: 8 },
  "/dashboard/config": { weight: 230, files: 8 },
  "/dashboard/activity": { weight: 190, files: 8 },
};
/** The limit of all style sheets together, in the same unit. */
const styles = 24;

/** Returns the files of these chunks and of all that they import, by Vite's manifest. */
function scriptsOf(manifest, names) {
  const files = new Set();
  const add = (chunk) => {
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(manifest[imported]);
  };
  for (const name of names) {
    const chunk = Object.values(manifest).find((one) => one.name === name);
    if (!chunk) throw new Error(`The build has no chunk called ${name}.`);
    add(chunk);
  }
  return [...files];
}

/** Weighs the production build. @returns lines of `{ what, figure, budget, unit }` */
export async function weights() {
  const dist = join(root, "dist");
  const weigh = async (files) => {
    const contents = await Promise.all(files.map((file) => readFile(join(dist, file))));
    return contents.reduce((sum, content) => sum + brotliCompressSync(content).length / 1000, 0);
  };
  const lines = [];
  const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
  const html = await readFile(join(dist, "index.html"), "utf8");
  const ofPage = [...html.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file]) => file);
  for (const [path, { weight, files }] of Object.entries(budgets)) {
    const chunks = chunksOfScreens[path.split("/")[2]] ?? [];
    const scripts = [...new Set([...ofPage, ...scriptsOf(manifest, ["index", ...chunks])])];
    lines.push(
      { what: `${path}: scripts`, figure: await weigh(scripts), budget: weight, unit: "kB" },
      { what: `${path}: files of scripts`, figure: scripts.length, budget: files, unit: "" },
    );
  }
  const sheets = (await readdir(join(dist, "assets"))).filter((file) => file.endsWith(".css"));
  const figure = await weigh(sheets.map((file) => `assets/${file}`));
  return [...lines, { what: "All style sheets", figure, budget: styles, unit: "kB" }];
}
