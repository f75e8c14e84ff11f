import type { Plugin } from "vite";
import { buildScript } from "./build-script.ts";

/**
 * The script that asks for data before the console's own code is here: by itself, for it must not
 * wait for what it would share with others.
 */
export const headStart = (mode: string, isSsrBuild: boolean | undefined): Plugin => {
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
