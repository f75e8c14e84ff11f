import "./lib/require-node.mjs";

/** Times in libfaketime's form, and time zones: leap day, both changes of the clocks, year's end. */
const days = [
  { at: "+1d" },
  { at: "+45d" },
  { at: "+400d" },
  { at: "@2027-03-28 00:59:00" },
  { at: "@2027-10-31 00:59:00" },
  { at: "@2028-02-29 12:00:00" },
  { at: "@2027-12-31 23:58:00" },
  { zone: "Europe/Belgrade" },
  { zone: "Pacific/Honolulu" },
  { zone: "Pacific/Auckland" },
];

anyDate();

/**
 * Runs the gate's tests of this process on other days and in other time zones, by faketime. Numbers
 * after `--` choose among the runs; without any, all run, which takes more than an hour.
 */
async function anyDate() {
  const { enterProject } = await import("./lib/install.mjs");
  const { inProcess, withoutClockAndPeers } = await import("./lib/gate.mjs");
  const { giveUp, run } = await import("./lib/project.mjs");
  const { markdown } = await import("./lib/figures.mjs");
  const { hasFaketime, howToGetFaketime } = await import("./lib/faketime.mjs");

  await enterProject();
  if (!hasFaketime()) giveUp(`No faketime was found. ${howToGetFaketime}`);
  const asked = process.argv.slice(2).map(Number);
  const unknown = asked.filter((number) => days[number - 1] === undefined);
  if (unknown.length > 0) giveUp(`The runs are numbered from 1 to ${days.length}.`);
  const rows = [];
  for (const number of asked.length > 0 ? asked : days.map((_, index) => index + 1)) {
    const { at, zone = "UTC" } = days[number - 1];
    console.log(`\n${number}: ${at ?? "now"}, ${zone}\n`);
    const vitest = [
      ...[process.execPath, "node_modules/vitest/vitest.mjs", "run"],
      ...inProcess.map((project) => `--project=${project}`),
      ...["--tags-filter", withoutClockAndPeers],
    ];
    const [program, ...given] = at ? ["faketime", "-f", at, ...vitest] : vitest;
    const code = await run(program, given, {
      // Node's timers run by the monotonic clock, which stays as it is.
      env: { ...process.env, NODE_ENV: "test", TZ: zone, FAKETIME_DONT_FAKE_MONOTONIC: "1" },
    });
    rows.push([String(number), at ?? "now", zone, code === 0 ? "ok" : "FAILED"]);
  }
  console.log(markdown([["", "Begins at", "Zone", ""], ...rows]));
  process.exitCode = rows.some((row) => row.includes("FAILED")) ? 1 : 0;
}
