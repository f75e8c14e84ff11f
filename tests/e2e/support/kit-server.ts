import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { freePort } from "./console";

/** Serves /kit.html as `npm run dev` does, without hot reload. */
export async function serveKit() {
  const [cacheDir, port] = await Promise.all([mkdtemp(join(tmpdir(), "kit-")), freePort()]);
  const server = await createServer({
    logLevel: "warn",
    // A cache of its own: a dev server of the same checkout may be running.
    cacheDir,
    // Found before the page is opened: a package found later would reload it.
    optimizeDeps: { entries: ["src/app/kit/main.tsx"] },
    server: { port, hmr: false, watch: null },
  });
  await server.listen();
  return {
    address: `http://localhost:${port}/kit.html`,
    stop: async () => {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}
