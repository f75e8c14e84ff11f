import "./lib/require-node.mjs";

budget();

/**
 * Weighs the production build, and fails if a screen has become heavier than its budget, or if the
 * build lacks what only the sources have.
 */
async function budget() {
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { giveUp } = await import("./lib/project.mjs");
  const { isMet, tableOf } = await import("./lib/figures.mjs");
  const { weights } = await import("./lib/weights.mjs");
  const { missingFacts } = await import("./lib/built-facts.mjs");
  await buildIfStale();

  const missing = await missingFacts();
  if (missing.length > 0) giveUp(missing.join("\n"));

  const lines = await weights();
  console.log(tableOf(lines));
  if (!lines.every(isMet)) {
    giveUp(
      "A screen is heavier than it may be. What it does not show at first sight can come later.",
    );
  }
}
