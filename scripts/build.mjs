import "./lib/require-node.mjs";

build().catch((error) => {
  console.error(error.message);
  process.exit(1);
});

/** Builds dist/ (the console as static files) and dist-server/ (the backend that serves it). */
async function build() {
  const { cp, rm, writeFile } = await import("node:fs/promises");
  const { fingerprint, programs, stamp } = await import("./lib/fresh-build.mjs");
  const { enterProject } = await import("./lib/install.mjs");
  const { precompress } = await import("./lib/precompress.mjs");
  const { giveUp } = await import("./lib/project.mjs");

  if (process.argv.length > 2) {
    giveUp(
      "The build takes no options: the console is made for an origin of its own, see docs/own-backend.md.",
    );
  }
  await enterProject();
  await rm(stamp, { force: true });
  // Before the build, so that a file edited during the build makes it stale.
  const builtFrom = fingerprint();

  process.env.NODE_ENV = "production";
  const vite = await import("vite");
  await vite.build({ logLevel: "warn" });
  await vite.build({
    logLevel: "warn",
    build: { ssr: true, rolldownOptions: { input: programs } },
  });
  await cp("server/db/migrations", "dist-server/migrations", { recursive: true });
  await precompress("dist");
  await writeFile(stamp, builtFrom);
}
