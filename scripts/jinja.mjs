import "./lib/require-node.mjs";

await compareWithJinja();

/**
 * Renders random templates with the console's interpreter and with Jinja2, and says where they
 * differ. Options: `--count 20000`, `--seed 1`; `--answers` writes the answers of Jinja2
 * to the templates of `tests/features/newsletter/jinja-answers.jsonl` into that file.
 */
async function compareWithJinja() {
  const { readFile, writeFile } = await import("node:fs/promises");
  const { parseArgs } = await import("node:util");
  const { giveUp, root } = await import("./lib/project.mjs");
  const { hasJinja, howToGetJinja, startJinja } = await import("./lib/jinja-judge.mjs");
  // tsx, because the interpreter is TypeScript.
  (await import("tsx/esm/api")).register();
  const { compare } = await import("./jinja/compare.mjs");

  process.chdir(root);
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "20000" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      answers: { type: "boolean", default: false },
    },
  });
  const [count, seed] = [Number(values.count), Number(values.seed)];
  if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed))) {
    giveUp("Count and seed are whole numbers: node scripts/jinja.mjs --count 20000 --seed 1");
  }
  if (!hasJinja()) giveUp(`No Jinja2 was found. ${howToGetJinja}`);
  const jinja = startJinja();
  try {
    if (values.answers) await writeAnswers();
    else await printComparison();
  } finally {
    jinja.stop();
  }

  async function writeAnswers() {
    const file = "tests/features/newsletter/jinja-answers.jsonl";
    const rows = (await readFile(file, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const asked = rows.filter(({ template }) => template !== undefined);
    const samples = new Map(
      rows.filter((row) => row.variables).map(({ sample, variables }) => [sample, variables]),
    );
    const answers = await jinja.render(
      asked.map(({ sample, ...order }) => ({ ...order, variables: samples.get(sample) })),
    );
    for (const [at, row] of asked.entries()) row.text = answers[at].text ?? null;
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }

  async function printComparison() {
    console.log(`Seed ${seed}.`);
    const { same, refusedByBoth, refused, reasons, different } = await compare(jinja, count, seed);
    for (const { order, ours, theirs } of different.slice(0, 10)) {
      console.log(`DIFFERENT: ${JSON.stringify(order)}`);
      console.log(`  Jinja2: ${JSON.stringify(theirs)}\n  here:   ${JSON.stringify(ours)}`);
    }
    for (const { count: times, message, template } of reasons.slice(0, 15)) {
      console.log(`${times} refused here alone: ${message} ${JSON.stringify(template)}`);
    }
    console.log(
      `${count} templates: ${same} the same, ${refusedByBoth} refused by both, ${refused} refused here alone, ${different.length} different.`,
    );
    process.exitCode = different.length > 0 ? 1 : 0;
  }
}
