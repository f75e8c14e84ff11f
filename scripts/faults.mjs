import "./lib/require-node.mjs";

faults();

/**
 * Runs the fault tests in full and prints a table of what was counted. Names of parts (files in
 * tests/faults, or `flaky-network`) after `--` limit it. TEST_SEED=2 makes other random choices.
 * FAULTS_SCREENS="Dashboard, a post;Configuration, flairs" limits the corrupted answers to these screens.
 */
async function faults() {
  const { mkdtemp, readdir, readFile, rm } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const { enterProject } = await import("./lib/install.mjs");
  const { giveUp } = await import("./lib/project.mjs");
  const { markdown } = await import("./lib/figures.mjs");
  const { vitest } = await import("./lib/vitest.mjs");
  const { findChromium, howToGetChromium } = await import("./lib/chromium.mjs");

  await enterProject();
  if (!findChromium()) giveUp(`No Chromium was found. ${howToGetChromium}`);
  const tests = (await readdir("tests/faults")).filter((name) => name.endsWith(".test.ts"));
  const parts = [...tests.map((name) => name.replace(".test.ts", "")), "flaky-network"];
  const given = process.argv.slice(2);
  const unknown = given.filter((part) => !parts.includes(part));
  if (unknown.length > 0)
    giveUp(`No part is called ${unknown.join(", ")}. There are: ${parts.join(", ")}.`);
  const chosen = given.length > 0 ? given : parts;

  const folder = await mkdtemp(join(tmpdir(), "faults-"));
  try {
    const files = chosen.filter((part) => part !== "flaky-network");
    const figures = join(folder, "figures");
    const code =
      files.length > 0
        ? await vitest(
            ["--project=faults", ...files.map((part) => `tests/faults/${part}.test.ts`)],
            { FAULTS: "full", FAULTS_FIGURES: figures },
          )
        : 0;
    const lines = await readFile(figures, "utf8").catch(() => "");
    const rows = lines.split("\n").filter(Boolean).map(JSON.parse);
    if (chosen.includes("flaky-network"))
      rows.push(await overFlakyNetwork(join(folder, "flaky-network.json")));
    console.log(
      markdown([
        ["What was counted", "Figure", "Target", ""],
        ...rows.map((row) => [row.what, row.figure, row.target, row.isMet ? "ok" : "NOT MET"]),
      ]),
    );
    process.exitCode = code || (rows.some(({ isMet }) => !isMet) ? 1 : 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const seeds = [1, 2, 3, 4, 5];

/** Runs all flows once for each seed, while one read in ten is delayed, cut or refused. */
async function overFlakyNetwork(report) {
  const { readFile } = await import("node:fs/promises");
  const { vitest } = await import("./lib/vitest.mjs");
  let [flows, failed] = [0, 0];
  for (const seed of seeds) {
    console.log(`\nFlaky network ${seed} of ${seeds.length}`);
    await vitest(
      [
        "--project=flaky-network",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      { FAULTS: "full", FLAKY_NETWORK: String(seed) },
    );
    const { numTotalTests, numPassedTests } = JSON.parse(await readFile(report, "utf8"));
    flows = numTotalTests;
    failed += numTotalTests - numPassedTests;
  }
  return {
    what: `Flows that went wrong with faults in 10 % of all reads, ${flows} flows x ${seeds.length} seeds`,
    figure: String(failed),
    target: "0",
    isMet: failed === 0 && flows > 0,
  };
}
