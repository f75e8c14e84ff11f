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
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        NODE_ENV: "development",
        PORT: "4101",
        PUBLIC_ORIGINS: "http://localhost:4100",
      },
    },
  );

  console.log("Console with hot reload: http://localhost:4100 (the kit: /kit.html)");
  backend.once("exit", (code) => stop(code ? 1 : 0));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));

  let isStopping = false;
  async function stop(code) {
    if (isStopping) return;
    isStopping = true;
    backend.kill("SIGTERM");
    await vite.close();
    process.exit(code);
  }
}
