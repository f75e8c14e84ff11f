import "./lib/require-node.mjs";

dev();

/**
 * Serves the console with hot reload on port 4100, and the backend, restarted on changes, on 4101.
 */
async function dev() {
  const { spawn } = await import("node:child_process");
  const { createRequire } = await import("node:module");
  const { enterProject } = await import("./lib/install.mjs");
  const { giveUp } = await import("./lib/project.mjs");

  await enterProject();
  const { createServer } = await import("vite");
  const vite = await createServer({ clearScreen: false }).catch((error) => giveUp(error.message));
  await vite.listen().catch((error) => giveUp(error.message));

  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  const backend = spawn(
    process.execPath,
    [tsx, "watch", "--clear-screen=false", "server/main.ts"],
    {
      // Its own process group, or Ctrl-C would reach it twice, and the second signal exits
      // immediately.
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        NODE_ENV: "development",
        PORT: "4101",
        // Vite forwards the console's requests: with PUBLIC_ORIGINS only DEV_LOGIN offers the built-in
        // sign-in, which must then stay on this machine.
        HOST: "localhost",
        PUBLIC_ORIGINS: "http://localhost:4100",
        DEV_LOGIN: "1",
      },
    },
  );
  // The backend's greeting names its own port; the console is served on Vite's.
  backend.stdout.setEncoding("utf8").on("data", (text) => {
    process.stdout.write(text.replace("localhost:4101", "localhost:4100"));
  });
  backend.once("exit", async (code) => {
    await vite.close();
    process.exit(code ?? 0);
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => backend.kill("SIGTERM"));
}
