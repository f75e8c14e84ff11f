import { createHash } from "node:crypto";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { build, loadEnv, type Plugin, type Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { onePath } from "./scripts/lib/one-path.ts";
import { scriptsOfScreens } from "./scripts/lib/screens.ts";
import { withoutDocs } from "./scripts/lib/without-docs.ts";
import { withoutNames } from "./scripts/lib/without-names.ts";
import {
  contentSecurityPolicy,
  previewSecurityPolicy,
} from "./src/shared/config/content-security-policy.ts";

export default defineConfig(({ mode, isSsrBuild }) => {
  const { VITE_API_HOST } = loadEnv(mode, process.cwd(), "VITE_");
  return {
    plugins: [
      react(),
      layersFirst(),
      withoutDocs(isSsrBuild),
      withoutNames(),
      onePath(),
      headStart(mode, isSsrBuild),
      scriptsOfScreens(isSsrBuild),
      compiledWhole(),
      // The last comes first in the page, and nothing runs before the policy.
      policyInPage(VITE_API_HOST),
      kitPage(),
      previewPage(VITE_API_HOST, mode, isSsrBuild),
    ],
    resolve: {
      tsconfigPaths: true,
      alias: {
        // Radix locks scrolling through this package, which writes a <style> that our policy refuses.
        "react-style-singleton": new URL("./src/shared/styles/style-singleton.ts", import.meta.url)
          .pathname,
        // By which each of Lucide's icons makes its component. While developing it is the package's own.
        "../createLucideIcon.mjs": new URL("./src/shared/ui/lucide-icon.tsx", import.meta.url)
          .pathname,
      },
    },
    css: { modules: { generateScopedName: classNameOf } },
    worker: { format: "es" },
    build: isSsrBuild
      ? { outDir: "dist-server", target: "node20", emptyOutDir: true }
      : {
          outDir: "dist",
          assetsInlineLimit: 0,
          // Browsers of before 2023 load the same files a little later.
          modulePreload: { polyfill: false },
          cssCodeSplit: false,
          emptyOutDir: true,
          rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
        },
    server: {
      port: 4100,
      strictPort: true,
      // The embedded backend runs beside the dev server; `/login` itself is a screen of the console.
      proxy: Object.fromEntries(
        [
          "/api",
          "^/login/.+",
          "/healthz",
          "/metrics",
          "/media",
          "/sandbox",
          "/newsletter",
          "/publishing",
          "/openapi.json",
          "/docs",
        ].map((path) => [path, { target: "http://localhost:4101", changeOrigin: true }]),
      ),
    },
    test: {
      restoreMocks: true,
      silent: "passed-only",
      // More than there are cores: a third of the time they wait for a clock, or for a browser.
      maxWorkers: "150%",
      // Databases start in many of them, on whatever machine this is: this only ends what hangs.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      projects: [
        {
          extends: true,
          test: {
            name: "unit",
            environment: "jsdom",
            environmentOptions: { jsdom: { url: "http://localhost:4100" } },
            setupFiles: "tests/support/setup-dom.ts",
            include: ["tests/{shared,entities}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "server",
            globalSetup: "tests/support/global-setup.ts",
            include: ["tests/server/**/*.test.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "screens",
            environment: "jsdom",
            environmentOptions: { jsdom: { url: "http://localhost:4100" } },
            setupFiles: "tests/support/setup-dom.ts",
            globalSetup: "tests/support/global-setup.ts",
            include: ["tests/{app,features}/**/*.test.{ts,tsx}"],
          },
        },
        {
          extends: true,
          test: {
            name: "e2e",
            include: ["tests/e2e/**/*.test.ts"],
            globalSetup: "tests/e2e/global-setup.ts",
            testTimeout: 120_000,
            hookTimeout: 120_000,
            // As patient as the browser's own waiting: a second is short on a busy machine.
            expect: { poll: { timeout: 20_000 } },
            // Browsers want the machine to themselves: after all others.
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: "fire",
            include: ["tests/fire/**/*.test.ts"],
            globalSetup: "tests/e2e/global-setup.ts",
            // `npm run fire` goes on for as long as it takes.
            testTimeout: process.env.FIRE === "full" ? 14_400_000 : 240_000,
            hookTimeout: 120_000,
            expect: { poll: { timeout: 20_000 } },
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: "weather",
            // The flows once more, over a bad line; what does not go through it is left out.
            include:
              process.env.FIRE === "full" ? ["tests/e2e/**/*.test.ts"] : ["tests/e2e/walk.test.ts"],
            exclude: ["tests/e2e/{crash,docs,start}.test.ts"],
            env: { WEATHER: process.env.WEATHER ?? "1" },
            globalSetup: "tests/e2e/global-setup.ts",
            testTimeout: 240_000,
            hookTimeout: 120_000,
            expect: { poll: { timeout: 60_000 } },
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  };
});

/** Told apart by its file alone: with the line in it, as it is by default, the sheets are a tenth heavier. */
function classNameOf(name: string, file: string) {
  const path = relative(import.meta.dirname, file);
  const mark = createHash("sha256").update(path).digest("hex").slice(0, 4);
  const other = marked.get(mark) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} would have the same class names.`);
  marked.set(mark, path);
  return `${name}_${mark}`;
}
const marked = new Map<string, string>();

/** What only forms and dialogs need, which no screen shows at first sight. */
const forms =
  /\/(?:react-hook-form|@hookform)\/|\/src\/shared\/(?:forms\/(?!has-draft)|ui\/(?:field|input|switch)\.)/;
const windows =
  /\/(?:@radix-ui\/react-(?:alert-)?(?:dialog|dismissable-layer|focus-(?:scope|guards)|portal)|react-remove-scroll(?:-bar)?|aria-hidden|use-sidecar|use-callback-ref)\//;
/** What belongs to one screen, however many parts of it have it in common. The scheduler is in the header. */
const ofOneScreen =
  /\/src\/(?:features\/(?!scheduler\/|performance\/(?:contract|queries|schema)\.)|entities\/integration\/|shared\/csv\/)/;
const namesOfScreens = "content|publishing|performance|config";
/** A screen is one file with what it reads first, for which the head start has asked already. */
const screen = new RegExp(`/src/app/(?:first-reads|pages)/(${namesOfScreens})(?:-page|-tabs)?\\.`);
const pool = /\/src\/features\/(?:content|generation)\//;

/** Few files, each read as a whole: many small ones are more to ask for and compress worse. */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: "start", tags: ["$initial"], priority: 3 },
  {
    name: "console",
    test: (id) => ![forms, windows, ofOneScreen, screen].some((other) => other.test(id)),
    minShareCount: 2,
    priority: 2,
  },
  { name: (id) => screen.exec(id)?.[1] ?? null, debugName: "screen", test: screen },
  { name: "pool", test: pool, minShareCount: 2 },
  {
    name: "setup",
    test: /\/src\/(?:features\/(?:categories|newsletter)|entities\/integration)\/(?:contract|queries|schema)\./,
  },
  { name: "windows", test: windows },
  { name: "forms", test: forms },
];

/**
 * Half of their functions are called before the first screen shows: V8 compiles all of them as they come,
 * beside the page's own script, and not one by one as the page's thread gets to them. For that one itself
 * it would be no gain, because everything waits for it. The comment must be the first of the file.
 */
const compiledWhole = (): Plugin => ({
  name: "compiled-whole",
  apply: "build",
  generateBundle: {
    // What Vite puts before all has its place by then.
    order: "post",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !firstScripts.test(chunk.name)) continue;
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
});
const firstScripts = new RegExp(`^(?:console|${namesOfScreens})$`);

/**
 * The first mention of a layer decides its rank, and which style sheet comes first is the bundler's
 * affair: so every one begins by naming them all, in their order.
 */
const layersFirst = (): Plugin => ({
  name: "layers-first",
  enforce: "pre",
  transform: (code, id) =>
    /\/src\/.*\.css$/.test(id) ? `@layer tokens, base, kit, shell, screens;\n${code}` : undefined,
});

/** Hosts that cannot send headers still get the policy: it stands in the built page itself. */
const policyInPage = (apiHost: string | undefined): Plugin => ({
  name: "policy-in-page",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: {
        "http-equiv": "Content-Security-Policy",
        content: contentSecurityPolicy({ apiHost, place: "meta" }),
      },
      injectTo: "head-prepend",
    },
  ],
});

/** While developing, /kit.html shows every part of the kit in every state. */
const kitPage = (): Plugin => ({
  name: "kit-page",
  apply: "serve",
  configureServer(server) {
    server.middlewares.use("/kit.html", async (_request, response) => {
      const page = await server.transformIndexHtml(
        "/kit.html",
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kit</title>
         <meta name="viewport" content="width=device-width, initial-scale=1"></head>
         <body><div id="root"></div><script type="module" src="/src/app/kit/main.tsx"></script></body></html>`,
      );
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page);
    });
  },
});

/**
 * The script that asks for data before the console's own code is here: by itself, for it must not
 * wait for what it would share with others.
 */
const headStart = (mode: string, isSsrBuild: boolean | undefined): Plugin => {
  const built = () => buildScript("src/app/head-start.ts", "head-start", mode);
  let script: ReturnType<typeof built> | undefined;
  return {
    name: "head-start",
    apply: "build",
    async generateBundle() {
      if (isSsrBuild) return;
      script ??= built();
      const { fileName, code } = await script;
      this.emitFile({ type: "asset", fileName, source: code });
    },
    async transformIndexHtml() {
      script ??= built();
      const { fileName } = await script;
      const attrs = { src: `/${fileName}`, async: true, fetchpriority: "high" };
      return [{ tag: "script", attrs, injectTo: "head-prepend" }];
    },
  };
};

/**
 * /preview.html, the page that shows mails in a sandboxed frame. A page without an origin loads no
 * modules from hosts that send no CORS headers, and Vite's own server is such a one: so that it has
 * one classic script, built by itself, which nothing of the console shares.
 */
const previewPage = (
  apiHost: string | undefined,
  mode: string,
  isSsrBuild: boolean | undefined,
): Plugin => {
  const script = () => buildScript("src/features/newsletter/preview/page.ts", "mail-preview", mode);
  const policy = previewSecurityPolicy({ apiHost, place: "meta" });
  const pageOf = (script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta charset="utf-8" />
    <title>Mail preview</title>
    <script src="/${script}" defer></script>
  </head>
  <body></body>
</html>
`;
  return {
    name: "preview-page",
    async generateBundle() {
      if (isSsrBuild) return;
      const { fileName, code } = await script();
      this.emitFile({ type: "asset", fileName, source: code });
      this.emitFile({ type: "asset", fileName: "preview.html", source: pageOf(fileName) });
    },
    configureServer(server) {
      server.middlewares.use("/preview.html", (_request, response) => {
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(pageOf("preview.js"));
      });
      server.middlewares.use("/preview.js", async (_request, response, next) => {
        try {
          const { code } = await script();
          response.setHeader("content-type", "text/javascript; charset=utf-8");
          response.end(code);
        } catch (error) {
          next(error);
        }
      });
    },
  };
};

/** One classic script, with all that it needs; of the same environment as the console around it. */
async function buildScript(input: string, name: string, mode: string) {
  // Its worker is a build within the build, which is bound to look slow.
  const checks = { pluginTimings: false };
  const built = await build({
    configFile: false,
    mode,
    logLevel: "warn",
    publicDir: false,
    resolve: { tsconfigPaths: true },
    worker: { plugins: () => [withoutCodeFromText()], rolldownOptions: { checks } },
    build: {
      write: false,
      rolldownOptions: {
        checks,
        input,
        output: { format: "iife", entryFileNames: `assets/${name}-[hash].js` },
      },
    },
  });
  const [script] = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  if (script?.type !== "chunk") throw new Error(`${name} was not built.`);
  return script;
}

/** MJML asks for the global object in the one way that its page's policy refuses, and reports. */
const withoutCodeFromText = (): Plugin => ({
  name: "without-code-from-text",
  transform: (code, id) =>
    id.includes("/mjml-browser/")
      ? code.replaceAll(/(?:new )?Function\("return this"\)\(\)/g, "globalThis")
      : undefined,
});
