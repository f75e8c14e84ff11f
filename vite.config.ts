import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";
import { cascadeLayers } from "./scripts/vite/cascade-layers.ts";
import { chunkGroups } from "./scripts/vite/chunks.ts";
import { classNameOf } from "./scripts/vite/class-names.ts";
import { earlyFetch } from "./scripts/vite/early-fetch.ts";
import { kitPage } from "./scripts/vite/kit-page.ts";
import { policyInPage } from "./scripts/vite/policy-in-page.ts";
import { previewPage } from "./scripts/vite/preview-page.ts";
import { pxToRem } from "./scripts/vite/px-to-rem.ts";
import { wholeOrigins } from "./scripts/vite/whole-origins.ts";

export default defineConfig(({ mode, isSsrBuild }) => {
  const { VITE_API_HOST } = loadEnv(mode, process.cwd(), "VITE_");
  return {
    plugins: [
      wholeOrigins(VITE_API_HOST),
      react(),
      cascadeLayers(),
      earlyFetch(mode, isSsrBuild),
      // The last plugin's tag comes first in the page, so that no script runs before the policy.
      policyInPage(VITE_API_HOST),
      kitPage(),
      previewPage(VITE_API_HOST, mode, isSsrBuild),
    ],
    resolve: {
      tsconfigPaths: true,
      alias: {
        // Radix locks scrolling through this package, which writes a <style> that our CSP refuses.
        "react-style-singleton": new URL("./src/shared/styles/style-singleton.ts", import.meta.url)
          .pathname,
      },
    },
    css: {
      modules: { generateScopedName: classNameOf },
      postcss: { plugins: [pxToRem()] },
    },
    worker: { format: "es" },
    build: isSsrBuild
      ? { outDir: "dist-server", target: "node20", emptyOutDir: true }
      : {
          outDir: "dist",
          assetsInlineLimit: 0,
          // Browsers from before 2023 load the same files without preloading.
          modulePreload: { polyfill: false },
          cssCodeSplit: false,
          // For the budget, which weighs each screen with all that it imports.
          manifest: true,
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
  };
});
