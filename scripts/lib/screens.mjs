import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./project.mjs";

/** What each screen brings besides what the page itself loads; the first is where `/dashboard` leads. */
const shell = ["src/app/shell/layout.tsx", "src/app/first-reads.ts"];

/** The screens by their addresses, with the modules that are loaded when one is opened. */
const screens = [
  { path: "/login", modules: [] },
  { path: "/dashboard/content", modules: [...shell, "src/app/pages/content-page.tsx"] },
  { path: "/dashboard/publishing", modules: [...shell, "src/app/pages/publishing-page.tsx"] },
  { path: "/dashboard/dashboard", modules: [...shell, "src/app/pages/performance-page.tsx"] },
  { path: "/dashboard/config", modules: [...shell, "src/app/pages/config-page.tsx"] },
];

/** The scripts of each screen in the build, as paths below dist/: the page's own first. */
export async function scriptsOfScreens() {
  const manifest = JSON.parse(await readFile(join(root, "dist/.vite/manifest.json"), "utf8"));
  return new Map(
    screens.map(({ path, modules }) => {
      const found = new Set();
      const add = (chunk) => {
        const { file, imports = [] } = manifest[chunk];
        if (found.has(file)) return;
        found.add(file);
        imports.forEach(add);
      };
      ["index.html", ...modules].forEach(add);
      return [path, [...found]];
    }),
  );
}
