import "./lib/require-node.mjs";

dev();

/** Hot reload on port 4100, with the embedded backend behind it, restarted when it changes. */
async function dev() {
  const { spawn } = await import("node:child_process");
  const { createRequire } = await import("node:module");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { giveUp, root } = await import("./lib/project.mjs");

  process.chdir(root);
  await installIfNeeded();
  const { createServer } = await import("vite");
  const vite = await createServer({ clearScreen: false });
  await vite.listen().catch((error) => giveUp(error.message));

  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  const backend = spawn(
    process.execPath,
    [tsx, "watch", "--clear-screen=false", "server/main.ts"],
    {
      // A group of its own, or Ctrl-C would reach it twice and be taken for impatience.
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        ...process.env,
        NODE_ENV: "development",
        PORT: "4101",
        PUBLIC_ORIGINS: "http://localhost:4100",
      },
    },
  );
  // It greets with its own address; the console is before it.
  backend.stdout.setEncoding("utf8").on("data", (text) => {
    process.stdout.write(text.replace("localhost:4101", "localhost:4100"));
  });
  backend.once("exit", async (code) => {
    await vite.close();
    process.exit(code ?? 0);
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => backend.kill("SIGTERM"));
}
