import "./lib/require-node.mjs";

bench();

/**
 * Measures every line of the budget on the built console and its real server, and prints the table.
 * Times are compared with a page of the libraries alone, loaded by turns with the console's: a
 * machine is never twice as fast as it was. Names of parts behind `--` limit it.
 */
async function bench() {
  const { rm } = await import("node:fs/promises");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { giveUp, root } = await import("./lib/project.mjs");
  const { launchChromium } = await import("./lib/chromium.mjs");
  const { isMet, tableOf } = await import("./lib/figures.mjs");

  process.chdir(root);
  await installIfNeeded();
  const { parts } = await import("./bench/parts.mjs");
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    giveUp(`No part is called ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  }
  await buildIfStale();
  // The browser tests' own support is TypeScript.
  (await import("tsx/esm/api")).register();
  const { newFolder } = await import("../tests/e2e/support/console.ts");
  const { buildFloor, serve } = await import("./bench/served.mjs");
  const { fill } = await import("./bench/fill.mjs");

  const folders = [await newFolder(), await newFolder()];
  const first = await serve({ folder: folders[0], seed: true });
  await first.stop();
  const groups = await fill(folders[0], [
    { name: "Thousand", subscribers: 1000, posts: 1000, pool: 1000 },
    { name: "Fifty thousand", subscribers: 50_000 },
  ]);
  const running = [
    await serve({ folder: folders[0] }),
    await serve({ folder: folders[1], main: await buildFloor() }),
  ];
  const browser = await launchChromium();
  try {
    const [console_, floor] = running;
    const lines = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      const measured = await measure({ browser, console: console_, floor, groups });
      console.log(`${name}\n${tableOf(measured)}`);
      lines.push(...measured);
    }
    console.log(`All\n${tableOf(lines)}`);
    process.exitCode = lines.every(isMet) ? 0 : 1;
  } finally {
    await browser.close();
    await Promise.all(running.map(({ stop }) => stop()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
