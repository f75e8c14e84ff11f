import type { Plugin, Rolldown } from "vite";

/** Everything below is relative to the project's folder. */
const of = (screen: string) => [
  "src/app/first-reads/shell.ts",
  `src/app/first-reads/${screen}.ts`,
  `src/app/pages/${screen}-page.tsx`,
];

/** The screens by their addresses, with what each brings besides what the page itself loads. */
const screens = {
  "/login": [],
  "/dashboard/content": of("content"),
  "/dashboard/publishing": of("publishing"),
  "/dashboard/dashboard": of("performance"),
  "/dashboard/config": of("config"),
};

/**
 * Writes down the scripts of each screen by its address, as paths below dist/, in their order: for
 * the server, which names them to the browser with the page, and for the budget. Those that come
 * besides the page's own stand in the page as well, for the head start.
 */
export const scriptsOfScreens = (isServer: boolean | undefined): Plugin => ({
  name: "scripts-of-screens",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) => {
      const { "/login": ofPage = [], ...ofScreens } = bundle ? scriptsIn(bundle) : {};
      const besides = Object.entries(ofScreens).map(([path, scripts]) => [
        path,
        scripts.filter((script) => !ofPage.includes(script)),
      ]);
      const content = JSON.stringify(Object.fromEntries(besides));
      return [{ tag: "meta", attrs: { name: "screens", content }, injectTo: "head" }];
    },
  },
  generateBundle(_, bundle) {
    if (isServer) return;
    const source = JSON.stringify(scriptsIn(bundle));
    this.emitFile({ type: "asset", fileName: ".vite/preload.json", source });
  },
});

function scriptsIn(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const chunkOf = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
    if (!chunk) throw new Error(`No chunk has ${module}.`);
    return chunk;
  };
  const headStart = Object.keys(bundle).filter((name) => /\/head-start-[^/]+\.js$/.test(name));
  const listed = Object.entries(screens).map(([path, modules]) => {
    const found = new Set(headStart);
    const add = ({ fileName, imports }: Rolldown.OutputChunk) => {
      if (found.has(fileName)) return;
      found.add(fileName);
      for (const file of imports) {
        const imported = chunks.find((chunk) => chunk.fileName === file);
        if (imported) add(imported);
      }
    };
    ["src/app/main.tsx", ...modules].map(chunkOf).forEach(add);
    return [path, [...found]];
  });
  return Object.fromEntries(listed);
}
