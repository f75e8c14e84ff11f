import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { precompress } from "./precompress.mjs";
import { root } from "./project.mjs";

/**
 * Runs the built server over a folder, without any proxy in front of it.
 * @returns its `origin`, an administrator's `token`, its `output`, and `stop`, which leaves the folder
 */
export async function serve({ folder, seed = false, main, environment = {} }) {
  const { freePort, listening, runServer, tokenFrom } = await import(
    "../../tests/e2e/support/console.ts"
  );
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = runServer(
    {
      PORT: String(port),
      DATA_DIR: folder,
      SEED: seed ? "1" : "0",
      // Slow, so that no post becomes due and changes a screen while it is measured.
      SANDBOX_SPEED: "0.001",
      ...environment,
    },
    main,
  );
  await listening(server, port);
  return {
    origin,
    token: await tokenFrom(origin),
    output: server.output,
    stop: async () => {
      server.process.kill("SIGTERM");
      await server.ended;
    },
  };
}

/**
 * Builds the baseline, a page of the libraries alone, and beside it a copy of our server, which
 * serves it exactly as it serves the console.
 * @returns the main file of that server
 */
export async function buildBaseline() {
  const { build } = await import("vite");
  const place = join(root, "node_modules/.cache/baseline");
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const dist = join(place, "dist");
  await build({
    configFile: false,
    root: join(root, "scripts/baseline"),
    logLevel: "error",
    build: { outDir: dist, emptyOutDir: true },
  });
  await precompress(dist);
  await cp(join(root, "dist-server"), join(place, "dist-server"), { recursive: true });
  return join(place, "dist-server/main.js");
}
