import "./lib/require-node.mjs";

build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});

/** dist/: the console as plain files. dist-server/: the embedded backend that serves it. */
async function build() {
  const { cp, rm, writeFile } = await import("node:fs/promises");
  const { join } = await import("node:path");
  const { fingerprint, stamp } = await import("./lib/fresh-build.mjs");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { precompress } = await import("./lib/precompress.mjs");
  const { root } = await import("./lib/project.mjs");

  process.chdir(root);
  await installIfNeeded();
  await rm(stamp, { force: true });
  // Before the build: what is edited meanwhile is not in it.
  const builtFrom = fingerprint();

  process.env.NODE_ENV = "production";
  const vite = await import("vite");
  await vite.build({ logLevel: "warn" });
  await vite.build({
    logLevel: "warn",
    build: {
      ssr: true,
      rolldownOptions: { input: ["server/main.ts", "server/maintenance.ts"] },
    },
  });
  await cp("server/db/migrations", "dist-server/migrations", { recursive: true });
  // What runs in a process of its own stays what it is: plain modules.
  for (const folder of ["server/adapters/mail-renderer", "src/features/newsletter/rendering"]) {
    await cp(folder, join("dist-server", folder), {
      recursive: true,
      filter: (path) => !/\.m?ts$/.test(path),
    });
  }
  await precompress("dist");
  await writeFile(stamp, builtFrom);
}
