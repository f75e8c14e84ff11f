import { build, type Plugin, type Rolldown } from "vite";

/** Builds one classic script that contains everything it needs; `define` replaces names in it. */
export async function buildScript(
  input: string,
  name: string,
  mode: string,
  define: Record<string, string> = {},
): Promise<Rolldown.OutputChunk> {
  // A worker is built inside this build, which Rolldown would report as a slow plugin.
  const checks = { pluginTimings: false };
  const built = await build({
    configFile: false,
    mode,
    define,
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

/** MJML gets the global object by `Function("return this")`, which the policy of its page refuses. */
const withoutCodeFromText = (): Plugin => ({
  name: "without-code-from-text",
  transform: (code, id) =>
    id.includes("/mjml-browser/")
      ? code.replaceAll(/(?:new )?Function\("return this"\)\(\)/g, "globalThis")
      : undefined,
});
