import "./lib/require-node.mjs";

fire();

/**
 * Shows every promise at work while network, server and people misbehave, and prints what was
 * counted. Names of parts (files in tests/fire) behind `--` limit it; FIRE_SEED=2 draws other lots.
 */
async function fire() {
  const { mkdtemp, readFile, rm } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { giveUp, root, run } = await import("./lib/project.mjs");
  const { findChromium, howToGetChromium } = await import("./lib/chromium.mjs");

  process.chdir(root);
  await installIfNeeded();
  if (!findChromium()) giveUp(`No Chromium was found. ${howToGetChromium}`);
  const folder = await mkdtemp(join(tmpdir(), "fire-"));
  const figures = join(folder, "figures");
  try {
    process.exitCode = await run(
      process.execPath,
      [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project=fire",
        "--reporter=verbose",
        ...process.argv.slice(2).map((part) => `tests/fire/${part}.test.ts`),
      ],
      { env: { ...process.env, NODE_ENV: "test", FIRE: "full", FIRE_FIGURES: figures } },
    );
    const put = await readFile(figures, "utf8").catch(() => "");
    console.log(tableOf(put.split("\n").filter(Boolean).map(JSON.parse)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In Markdown, for that is where it is shown to others. */
function tableOf(rows) {
  const cells = [
    ["What was counted", "Figure", "Target", ""],
    ...rows.map(({ what, figure, target, isMet }) => [
      what,
      figure,
      target,
      isMet ? "ok" : "NOT MET",
    ]),
  ];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(Math.max(width, 3))).join(" | ")} |`;
  return ["", lines[0], rule, ...lines.slice(1), ""].join("\n");
}
