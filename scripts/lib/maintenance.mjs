import { buildIfStale } from "./fresh-build.mjs";
import { installIfNeeded } from "./install.mjs";
import { root, run } from "./project.mjs";

/** Runs a command of the built server/maintenance.ts with the arguments of the command line. */
export async function maintain(command) {
  process.chdir(root);
  await installIfNeeded();
  await buildIfStale();
  process.exitCode = await run(process.execPath, [
    "dist-server/maintenance.js",
    command,
    ...process.argv.slice(2),
  ]);
}
