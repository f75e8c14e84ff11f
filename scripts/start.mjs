import "./lib/require-node.mjs";

start();

async function start() {
  const { enterProject } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  await enterProject();
  await buildIfStale();
  if (!process.env.NODE_ENV) process.env.NODE_ENV = "production";
  // In this process, so that signals reach the server.
  await import("../dist-server/main.js");
}
