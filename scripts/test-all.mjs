import "./lib/require-node.mjs";

testAll();

/**
 * Runs all tests part by part, or the parts that are named after `--`, and prints one table, which it
 * also writes to test-report.json. It installs nothing: a part whose programs are missing says so and
 * counts as left out. TEST_SEED=7 repeats the random choices of a run.
 */
async function testAll() {
  const { randomInt } = await import("node:crypto");
  const { mkdtemp, readFile, rm, writeFile } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const { enterProject } = await import("./lib/install.mjs");
  const { giveUp } = await import("./lib/project.mjs");
  const { markdown } = await import("./lib/figures.mjs");
  const { vitest } = await import("./lib/vitest.mjs");
  const { parts } = await import("./lib/test-parts.mjs");

  await enterProject();
  const names = Object.keys(parts);
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    giveUp(`No part is called ${unknown.join(", ")}. There are: ${names.join(", ")}.`);
  }
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31));
  const folder = await mkdtemp(join(tmpdir(), "console-test-all-"));
  const rows = [];
  try {
    for (const name of asked.length > 0 ? asked : names) {
      console.log(`\n${name}\n`);
      const begun = performance.now();
      const counts = await countsOf(parts[name], join(folder, `${name}.json`));
      const seconds = Math.round((performance.now() - begun) / 1000);
      rows.push({ part: name, ...counts, seconds, seed: Number(seed) });
      await writeFile("test-report.json", `${JSON.stringify(rows, undefined, 2)}\n`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const columns = ["part", "passed", "failed", "left out", "seconds", "seed"];
  console.log(markdown([columns, ...rows.map((row) => columns.map((name) => String(row[name])))]));
  for (const { part, reason } of rows.filter((row) => row.reason))
    console.log(`${part}: ${reason}`);
  process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0;

  /** What a part counted. One whose programs are missing was left out as a whole. */
  async function countsOf({ missing, lacks, projects, tags, around, run }, report) {
    const reason = await missing?.();
    if (reason) {
      console.warn(reason);
      return { passed: 0, failed: 0, "left out": 1, reason };
    }
    if (run) {
      const isGood = (await run(seed)) === 0;
      return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, "left out": 0 };
    }
    const lack = lacks?.() || undefined;
    if (lack) console.warn(lack);
    const start = (environment) =>
      vitest(
        [
          ...projects.map((project) => `--project=${project}`),
          ...(tags ? ["--tags-filter", tags.filter] : []),
        ],
        { TEST_SEED: seed, TEST_REPORT: report, ...environment },
      );
    const code = around ? await around(start) : await start({});
    const results = await readFile(report, "utf8").then(JSON.parse, () => undefined);
    // Vitest ended before it had a result.
    if (!results) return { passed: 0, failed: 1, "left out": 0 };
    const tests = results.testResults.flatMap((file) => file.assertionResults);
    const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
    const skipped = tests.filter(
      ({ status, tags: own }) =>
        ["skipped", "pending", "todo"].includes(status) && (tags?.has(own) ?? true),
    );
    const failed = count("failed");
    // A file that could not be loaded has no tests.
    return {
      passed: count("passed"),
      failed: code !== 0 && failed === 0 ? 1 : failed,
      "left out": skipped.length,
      ...(lack && { reason: lack }),
    };
  }
}
