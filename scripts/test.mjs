import "./lib/require-node.mjs";

test();

/**
 * Runs the tests that this machine can run, in one run of Vitest. `npm test` leaves slow tests,
 * most browser flows and the fault tests to `npm run test:all`. Arguments after `--` go to Vitest.
 */
async function test() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { run } = await import("./lib/project.mjs");
  const { findChromium, howToGetChromium } = await import("./lib/chromium.mjs");

  await installIfNeeded();
  const isAll = process.argv[2] === "--all";
  const asked = process.argv.slice(isAll ? 3 : 2);
  const projects = [
    "unit",
    "server",
    "screens",
    "server-alone",
    "screens-alone",
    ...(isAll ? ["long"] : []),
  ];
  if (findChromium()) projects.push(...(isAll ? ["e2e", "faults"] : ["walk"]));
  else
    console.warn(`\nNO CHROMIUM WAS FOUND: the browser flows are left out. ${howToGetChromium}\n`);

  const chosen = asked.some((argument) => argument.startsWith("--project"))
    ? []
    : projects.map((project) => `--project=${project}`);
  process.exitCode = await run(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...chosen, ...asked],
    // With NODE_ENV=production React would leave out what its tests need.
    { env: { ...process.env, NODE_ENV: "test" } },
  );
}
