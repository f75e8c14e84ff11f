import "./lib/require-node.mjs";

test();

/**
 * Runs the tests that give the same answer on every machine and day. All others are parts of
 * `npm run test:all`. Arguments after `--` go to Vitest.
 */
async function test() {
  const { enterProject } = await import("./lib/install.mjs");
  const { findChromium, howToGetChromium } = await import("./lib/chromium.mjs");
  const { inBrowser, inProcess, withoutClockAndPeers } = await import("./lib/gate.mjs");
  const { vitest } = await import("./lib/vitest.mjs");

  await enterProject();
  const asked = process.argv.slice(2);
  const hasChromium = findChromium() !== undefined;
  if (!hasChromium)
    console.warn(`\nNO CHROMIUM WAS FOUND: the browser tests are left out. ${howToGetChromium}\n`);
  const chosen = asked.some((argument) => argument.startsWith("--project"))
    ? []
    : [...inProcess, ...(hasChromium ? inBrowser : [])].map((project) => `--project=${project}`);
  process.exitCode = await vitest([...chosen, "--tags-filter", withoutClockAndPeers, ...asked]);
}
