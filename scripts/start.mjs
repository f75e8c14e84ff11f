import "./lib/require-node.mjs";

start();

async function start() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { root } = await import("./lib/project.mjs");
  process.chdir(root);
  await installIfNeeded();
  await buildIfStale();
  if (!process.env.NODE_ENV) process.env.NODE_ENV = "production";
  // In this process, so that signals reach the server.
  await import("../dist-server/main.js");
}
