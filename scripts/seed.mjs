import "./lib/require-node.mjs";

seed();

/** What a first start does by itself: for a database that was begun with SEED=0. */
async function seed() {
  const { spawn } = await import("node:child_process");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { root } = await import("./lib/project.mjs");

  await installIfNeeded();
  await buildIfStale();
  const server = spawn(process.execPath, ["dist-server/main.js"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", SEED: "1", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Its first words mean that it is ready, and the seed comes before that.
  server.stdout.once("data", () => server.kill("SIGTERM"));
  server.once("close", (code) => {
    if (code === 0)
      console.log("The example is there. A database that had groups was left as it was.");
    process.exitCode = code ?? 1;
  });
}
