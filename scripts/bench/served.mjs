import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { precompress } from "../lib/precompress.mjs";
import { root } from "../lib/project.mjs";

/**
 * Runs the built server over a folder, nothing between it and who asks.
 * @returns its `origin`, an administrator's `token`, and `stop`, which leaves the folder
 */
export async function serve({ folder, seed = false, main }) {
  const { freePort, listening, runServer, tokenFrom } = await import(
    "../../tests/e2e/support/console.ts"
  );
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = runServer(
    {
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_ORIGINS: origin,
      SEED: seed ? "1" : "0",
      // What comes due while it is measured would be something else to show.
      SANDBOX_SPEED: "0.001",
    },
    main,
  );
  await listening(server, port);
  return {
    origin,
    token: await tokenFrom(origin),
    stop: async () => {
      server.process.kill("SIGTERM");
      await server.ended;
    },
  };
}

/**
 * Builds the floor: a page of the libraries alone, and beside it a copy of our server, which serves
 * it exactly as it serves the console.
 * @returns the copy's main file
 */
export async function buildFloor() {
  const { build } = await import("vite");
  const place = join(root, "node_modules/.cache/floor");
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const dist = join(place, "dist");
  const built = await build({
    configFile: false,
    root: join(root, "scripts/floor"),
    logLevel: "error",
    build: { outDir: dist, emptyOutDir: true },
  });
  const scripts = [built]
    .flat()
    .flatMap(({ output }) => output)
    .filter(({ type }) => type === "chunk")
    .map(({ fileName }) => fileName);
  await mkdir(join(dist, ".vite"));
  await writeFile(join(dist, ".vite/preload.json"), JSON.stringify({ "/login": scripts }));
  await precompress(dist);
  await cp(join(root, "dist-server"), join(place, "dist-server"), { recursive: true });
  return join(place, "dist-server/main.js");
}
