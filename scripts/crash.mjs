import "./lib/require-node.mjs";

crash();

/**
 * Kills the server repeatedly and counts lost and doubled effects. Options after `--`: `--rounds 50`,
 * `--seed 1`, and for a PostgreSQL, which then goes away and comes back as well, `--postgres` to start
 * one for this run, or `--database postgres://…` to create and drop a database on a running one.
 */
async function crash() {
  const { parseArgs } = await import("node:util");
  const { enterProject } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { giveUp } = await import("./lib/project.mjs");

  await enterProject();
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "10" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      postgres: { type: "boolean", default: false },
      database: { type: "string" },
    },
  });
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  if (!(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed))) {
    giveUp("Rounds and seed are whole numbers: npm run crash -- --rounds 50 --seed 1");
  }
  await buildIfStale();
  // tsx, because the support code of the browser tests is TypeScript.
  (await import("tsx/esm/api")).register();
  const { crash } = await import("../tests/e2e/support/crash/crash.ts");
  const { withDatabase } = await import("./lib/cluster.mjs");

  console.log(`Seed ${seed}.`);
  const figures = await withDatabase(values, (place) =>
    crash({ rounds, seed, place, say: console.log }),
  );
  const { lost, doubled, posts } = figures;
  for (const line of lost) console.log(`LOST: ${line}`);
  for (const line of doubled) console.log(`DOUBLED: ${line}`);
  console.log(
    [
      "",
      `${figures.store}: ${figures.rounds} rounds, ${figures.kills} kills, ${figures.outages} times without the database, ${figures.opens} times opened (median ${figures.openMedian} ms, at most ${figures.openMax} ms).`,
      `${figures.commands} commands: ${figures.acknowledged} acknowledged before a kill; of the others ${figures.doneBefore} had been done, ${figures.doneAgain} were done when sent again. ${figures.replayed} sent again after their answer.`,
      `Posts: ${Object.entries(posts)
        .map(([status, count]) => `${count} ${status}`)
        .join(", ")}.`,
      `${lost.length} lost, ${doubled.length} doubled.`,
    ].join("\n"),
  );
  process.exitCode = lost.length + doubled.length > 0 ? 1 : 0;
}
