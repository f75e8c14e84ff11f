import "./lib/require-node.mjs";

bench();

/**
 * Measures every line of the budget on the built console and its real server, and prints the table.
 * Times are compared with a page of the libraries alone. The two are loaded in turns, because the
 * speed of a machine changes from one moment to the next. Names of parts after `--` limit it.
 */
async function bench() {
  const { rm } = await import("node:fs/promises");
  const { enterProject } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { giveUp } = await import("./lib/project.mjs");
  const { launchChromium } = await import("./lib/chromium.mjs");
  const { isMet, tableOf } = await import("./lib/figures.mjs");

  await enterProject();
  const { parts } = await import("./bench/parts.mjs");
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    giveUp(`No part is called ${unknown.join(", ")}. There are: ${Object.keys(parts).join(", ")}.`);
  }
  await buildIfStale();
  // tsx, because the support code of the browser tests is TypeScript.
  (await import("tsx/esm/api")).register();
  const { newFolder } = await import("../tests/e2e/support/console.ts");
  const { buildBaseline, serve } = await import("./lib/serve-build.mjs");
  const { fill } = await import("./lib/fill-groups.mjs");

  const folders = [];
  const running = [];
  const inNewFolder = async () => {
    const folder = await newFolder();
    folders.push(folder);
    return folder;
  };
  const start = async (options) => {
    const server = await serve(options);
    running.push(server);
    return server;
  };
  const browser = await launchChromium();
  try {
    const folder = await inNewFolder();
    const first = await start({ folder, seed: true });
    await first.stop();
    running.pop();
    const groups = await fill(folder, [{ name: "Thousand", subscribers: 1000, posts: 1000 }]);
    const console_ = await start({ folder });
    const baseline = await start({ folder: await inNewFolder(), main: await buildBaseline() });
    const lines = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      const measured = await measure({ browser, console: console_, baseline, groups });
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
