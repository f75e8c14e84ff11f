import "./lib/require-node.mjs";

test();

/** Every test this machine can run, in one run of Vitest. What is named behind `--` goes to Vitest. */
async function test() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { run } = await import("./lib/project.mjs");
  const { findChromium, howToGetChromium } = await import("./lib/chromium.mjs");

  await installIfNeeded();
  const projects = ["unit", "server", "screens"];
  if (findChromium()) projects.push("e2e", "faults");
  else
    console.warn(`\nNO CHROMIUM WAS FOUND: the browser flows are left out. ${howToGetChromium}\n`);

  const asked = process.argv.slice(2);
  const chosen = asked.some((argument) => argument.startsWith("--project"))
    ? []
    : projects.map((project) => `--project=${project}`);
  process.exitCode = await run(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...chosen, ...asked],
    // Under a NODE_ENV of production React would leave out what its tests need.
    { env: { ...process.env, NODE_ENV: "test" } },
  );
}
