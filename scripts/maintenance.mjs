import "./lib/require-node.mjs";

maintenance();

/** Runs a command of the built server/maintenance.ts with the arguments of the command line. */
async function maintenance() {
  const { enterProject } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { run } = await import("./lib/project.mjs");

  await enterProject();
  await buildIfStale();
  const given = process.argv.slice(2);
  process.exitCode = await run(process.execPath, ["dist-server/maintenance.js", ...given]);
}
