import type { Plugin, Rolldown } from "vite";
import { chunksOfScreens } from "../lib/screens.mjs";
import { buildScript } from "./build-script.ts";

/** Adds src/app/early-fetch.ts to the built page, as a script that does not wait for any other. */
export const earlyFetch = (mode: string, isSsrBuild: boolean | undefined): Plugin => {
  let src = "";
  return {
    name: "early-fetch",
    apply: "build",
    async generateBundle(_options, bundle) {
      if (isSsrBuild) return;
      const files = Object.entries(chunksOfScreens).map(([screen, chunks]) => [
        screen,
        filesOf(bundle, chunks),
      ]);
      const define = { filesOfScreens: JSON.stringify(Object.fromEntries(files)) };
      const input = "src/app/early-fetch.ts";
      const { fileName, code } = await buildScript(input, "early-fetch", mode, define);
      this.emitFile({ type: "asset", fileName, source: code });
      src = `/${fileName}`;
    },
    transformIndexHtml: {
      order: "post",
      handler: () => [{ tag: "script", attrs: { src, async: true }, injectTo: "head" }],
    },
  };
};

/** The URLs of these chunks and of all that they import, without what the page loads itself. */
function filesOf(bundle: Rolldown.OutputBundle, names: readonly string[]) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const ofPage = new Set<string>();
  const ofScreen = new Set<string>();
  const add = (fileName: string, files: Set<string>) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || ofPage.has(fileName) || files.has(fileName)) return;
    files.add(fileName);
    for (const imported of chunk.imports) add(imported, files);
  };
  for (const entry of chunks.filter(({ isEntry }) => isEntry)) add(entry.fileName, ofPage);
  for (const name of names) {
    const chunk = chunks.find((one) => one.name === name);
    if (!chunk) throw new Error(`The build has no chunk called ${name}.`);
    add(chunk.fileName, ofScreen);
  }
  return [...ofScreen].map((fileName) => `/${fileName}`);
}
