import "./lib/require-node.mjs";

seed();

/** Adds the example data, as a first start does, to a database that was created with SEED=0. */
async function seed() {
  const { spawn } = await import("node:child_process");
  const { enterProject } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { root } = await import("./lib/project.mjs");

  await enterProject();
  await buildIfStale();
  const server = spawn(process.execPath, ["dist-server/main.js"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", SEED: "1", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The server prints its greeting when it is ready, which is after the seed.
  server.stdout.once("data", () => server.kill("SIGTERM"));
  server.once("close", (code) => {
    if (code === 0)
      console.log("The example data is there. A database that had groups was not changed.");
    process.exitCode = code ?? 1;
  });
}
