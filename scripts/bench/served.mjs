import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { precompress } from "../lib/precompress.mjs";
import { root } from "../lib/project.mjs";

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

/** Builds the baseline: a page of the libraries alone. @returns the main file of a server of it */
export const buildBaseline = () => buildPage("baseline");

/**
 * Builds the lower bound: the baseline with the style sheet and the fonts of the console, and with
 * snapshots of screens, by their names and the width of the window.
 * @returns the main file of a server of it
 */
export const buildLowerBound = (snapshots) =>
  buildPage("lower-bound", async (dist) => {
    const ofConsole = await readdir(join(root, "dist/assets"));
    const assets = ofConsole.filter((file) => /\.(css|woff2)$/.test(file));
    for (const file of assets) {
      await cp(join(root, "dist/assets", file), join(dist, "assets", file));
    }
    for (const [name, snapshot] of Object.entries(snapshots)) {
      await writeFile(join(dist, `snapshot-${name}.json`), JSON.stringify(snapshot));
    }
    const page = join(dist, "index.html");
    const tagsOf = (html) => html.match(/<link rel="stylesheet"[^>]*>/g);
    const tags = tagsOf(await readFile(join(root, "dist/index.html"), "utf8"));
    const html = await readFile(page, "utf8");
    await writeFile(page, html.replace("<head>", `<head>${tags.join("")}`));
  });

/**
 * Builds a page of scripts/, and beside it a copy of our server, which serves it exactly as it
 * serves the console. `furnish` may add files to the page's folder.
 */
async function buildPage(name, furnish = async () => {}) {
  const { build } = await import("vite");
  const place = join(root, "node_modules/.cache", name);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const dist = join(place, "dist");
  await build({
    configFile: false,
    root: join(root, "scripts", name),
    logLevel: "error",
    build: { outDir: dist, emptyOutDir: true },
  });
  await furnish(dist);
  await precompress(dist);
  await cp(join(root, "dist-server"), join(place, "dist-server"), { recursive: true });
  return join(place, "dist-server/main.js");
}
