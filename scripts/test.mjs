import "./lib/require-node.mjs";

/** So many that `npm test` ends in six minutes on two cores. */
const parts = 8;

test();

/**
 * Runs the tests that this machine can run, in one run of Vitest. `npm test` leaves slow tests,
 * most browser flows, other browsers and the fault tests to `npm run test:all`, and draws a part of
 * the server and screen tests by the commit. Arguments after `--` go to Vitest: with them, nothing is
 * drawn.
 */
async function test() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { run } = await import("./lib/project.mjs");
  const { findChromium, howToGetChromium } = await import("./lib/chromium.mjs");
  const { howToGetPeers, missingPeers } = await import("./lib/peers.mjs");
  const { seedOfCommit } = await import("./lib/seed-of-commit.mjs");
  const { findFirefox, findWebKit, howToGetOtherBrowsers } = await import(
    "./lib/other-browsers.mjs"
  );

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
  const missing = missingPeers();
  if (missing.length > 0) {
    console.warn(
      `\nREAL SERVERS ARE NOT INSTALLED (${missing.join(", ")}): the tests against them are left out. ${howToGetPeers}\n`,
    );
  }
  if (isAll) {
    for (const [project, name, isThere] of [
      ["firefox", "FIREFOX", findFirefox()],
      ["webkit", "WEBKITGTK WITH ITS DRIVER", findWebKit()],
    ]) {
      if (isThere) projects.push(project);
      else
        console.warn(
          `\nNO ${name} WAS FOUND: the console is not tested in it. ${howToGetOtherBrowsers}\n`,
        );
    }
  }

  const chosen = asked.some((argument) => argument.startsWith("--project"))
    ? []
    : projects.map((project) => `--project=${project}`);
  const isDrawn = !isAll && asked.length === 0;
  const part = (seedOfCommit() % parts) + 1;
  if (isDrawn) {
    console.log(
      `Part ${part} of ${parts} of the server and screen tests, drawn by the commit; 'npm run test:all' runs all.`,
    );
  }
  process.exitCode = await run(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...chosen,
      ...(isDrawn ? [`--shard=${part}/${parts}`] : []),
      ...asked,
    ],
    // With NODE_ENV=production React would leave out what its tests need.
    { env: { ...process.env, NODE_ENV: "test" } },
  );
}
