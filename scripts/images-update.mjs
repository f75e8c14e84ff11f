import "./lib/require-node.mjs";

updateImages();

/**
 * Replaces the reference images in tests/images/reference by what the screens look like now. Names of
 * screens after `--` limit it.
 */
async function updateImages() {
  const { enterProject } = await import("./lib/install.mjs");
  const { run } = await import("./lib/project.mjs");

  await enterProject();
  const named = process.argv.slice(2);
  process.exitCode = await run(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project=pictures",
      ...(named.length > 0 ? [`--testNamePattern=${named.join("|")}`] : []),
    ],
    { env: { ...process.env, NODE_ENV: "test", UPDATE_IMAGES: named.length > 0 ? "some" : "all" } },
  );
}
