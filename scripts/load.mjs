import "./lib/require-node.mjs";

load();

/** The data of a run: a tenth shows how each call grows. `--small` measures the tenth alone. */
const sizes = {
  tenth: { groups: 20, posts: 10_000, subscribers: 5_000 },
  whole: { groups: 200, posts: 100_000, subscribers: 50_000 },
};
/** The share of what the platform's latency allows that must be published. */
const target = 0.95;
/** With ten times the data a call may take ten times as long; the rest is noise of the machine. */
const mostGrowth = 10 * 1.2;

/**
 * Measures the built server under load: its hottest calls with 100,000 posts, 50,000 subscribers and
 * 200 groups, the planner's day over all groups, and how many posts it publishes in a minute. Fails if
 * it publishes too few, or if a call grows faster than its data. Options after `--`: `--small` for a
 * quick try, and for a PostgreSQL, where three processes are compared with one, `--postgres` to start
 * one for this run, or `--database postgres://…` to create and drop a database on a running one.
 */
async function load() {
  const { parseArgs } = await import("node:util");
  const { enterProject } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");

  await enterProject();
  await buildIfStale();
  // tsx, because the support code of the browser tests is TypeScript.
  (await import("tsx/esm/api")).register();
  const { withDatabase } = await import("./lib/cluster.mjs");
  const { values } = parseArgs({
    options: {
      small: { type: "boolean", default: false },
      postgres: { type: "boolean", default: false },
      database: { type: "string" },
    },
  });
  // Before this run adds its own load.
  const where = await machine();
  const runs = await withDatabase(values, async (place) => {
    const chosen = values.small ? ["tenth"] : ["tenth", "whole"];
    const measured = [];
    for (const size of chosen) {
      const isLast = size === chosen.at(-1);
      measured.push(await measure(place, sizes[size], { isLast, isShort: values.small }));
    }
    return measured;
  });
  await report(where, runs.at(-1), runs.at(-2));
}

/** Prints the tables of a run on the machine `where`, compared with the run `before` on a tenth of the data, if there was one. */
async function report(where, { store, calls, lines }, before) {
  const { connections } = await import("./load/calls.mjs");
  const { markdown } = await import("./lib/figures.mjs");

  const ofTenth = (what) => (before ? [before.calls[what].p50] : []);
  const rows = Object.entries(calls).map(([what, { perSecond, p50, p99 }]) => [
    what,
    ...[perSecond, p50, p99, ...ofTenth(what)].map(figure),
  ]);
  const header = ["Call", "Requests a second", "p50, ms", "p99, ms"];
  if (before) header.push("p50 with a tenth of the data, ms");
  console.log(`${store}. ${where} ${connections} requests are under way at a time.`);
  console.log(markdown([header, ...rows]));
  console.log(
    markdown([
      ["What", "Figure", "Target", ""],
      ...lines.map(({ what, is, least, unit }) => [
        what,
        `${figure(is)} ${unit}`,
        ...(least === undefined ? ["", ""] : [`at least ${figure(least)}`, verdict(is >= least)]),
      ]),
    ]),
  );
  const faster = Object.entries(calls).filter(([what, { p50 }]) =>
    ofTenth(what).some((tenth) => p50 / tenth > mostGrowth),
  );
  for (const [what] of faster) console.log(`Grows faster than the data: ${what}.`);
  const missed = lines.filter(({ is, least }) => is < least);
  process.exitCode = faster.length + missed.length > 0 ? 1 : 0;
}

const verdict = (isMet) => (isMet ? "ok" : "MISSED");
const figure = (value) => value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });

/** The lines of the second table come with the last size only. */
async function measure(place, size, { isLast, isShort }) {
  const { openStore } = await import("../tests/e2e/support/crash/store.ts");
  const { serve } = await import("./lib/serve-build.mjs");
  const { addGroups } = await import("./lib/fill-groups.mjs");
  const { addAccounts } = await import("./load/publishing.mjs");

  const store = await openStore(place);
  const running = new Set();
  const serveOne = async (environment) => {
    const server = await serve({ environment: { ...store.environment, ...environment } });
    const one = {
      ...server,
      stop: async () => {
        running.delete(one);
        await server.stop();
      },
    };
    running.add(one);
    return one;
  };
  try {
    console.log(`${store.name}, ${size.posts.toLocaleString("en")} posts: filling…`);
    await (await serveOne()).stop();
    const groups = Array.from({ length: size.groups }, (_, n) => ({
      name: `Grupa ${n}`,
      accounts: 3,
      texts: 5,
      posts: size.posts / size.groups,
      subscribers: n === 0 ? size.subscribers : 0,
      pool: 50,
      queue: 40,
    }));
    const ids = await store.use((query) => addGroups(query, groups));
    const run = { store, serveOne, ids: Object.values(ids), isShort };
    const calls = await measureCalls(run);
    if (!isLast) return { store: store.name, calls };
    const lines = [
      ...(store.name === "PostgreSQL" ? await compareProcesses(run) : []),
      ...(await measurePlanner(run)),
    ];
    const server = await serveOne();
    const targets = await addAccounts(server);
    await server.stop();
    lines.push(...(await publish(run, targets)));
    return { store: store.name, calls, lines };
  } finally {
    await Promise.all([...running].map((server) => server.stop()));
    await store.remove();
  }
}

/** Reads the records that the measured calls need from a running server. */
async function subjects(server, ids) {
  const { signedInApi } = await import("../tests/e2e/support/console.ts");
  const { read } = await signedInApi(server.origin);
  const places = [];
  for (const group of ids.slice(0, 20)) {
    const [category] = await read(`publishing/account-groups/${group}/categories`);
    places.push({ group, category: category.id });
  }
  const queue = "publishing/content-queue?status=pending_approval&limit=1000";
  const pending = [];
  for (let page = []; pending.length === 0 || page.length === 1000; ) {
    page = await read(`${queue}&skip=${pending.length}`);
    pending.push(...page.map(({ id }) => id));
  }
  return { places, newsletter: ids[0], pending };
}

async function measureCalls({ serveOne, ids, isShort }) {
  const { hottestCalls, measureCall } = await import("./load/calls.mjs");
  const server = await serveOne();
  const calls = hottestCalls(await subjects(server, ids));
  const measured = {};
  for (const [what, next] of Object.entries(calls)) {
    console.log(what);
    // The first requests find cold caches.
    await measureCall([server], next, 1);
    measured[what] = await measureCall([server], next, isShort ? 2 : 8);
  }
  await server.stop();
  return measured;
}

/** Compares the calls that read a page, in turn, on one process and on three. */
async function compareProcesses({ serveOne, ids, isShort }) {
  const { hottestCalls, measureCall } = await import("./load/calls.mjs");
  const lines = [];
  const servers = [];
  for (const processes of [1, 3]) {
    while (servers.length < processes) servers.push(await serveOne());
    const {
      "Subscribers of the newsletter": _,
      "Approval of a post": __,
      ...pages
    } = hottestCalls(await subjects(servers[0], ids));
    const inTurn = Object.values(pages);
    let turn = 0;
    const next = () => inTurn[turn++ % inTurn.length]();
    await measureCall(servers, next, 1);
    const { perSecond } = await measureCall(servers, next, isShort ? 2 : 10);
    const what = `The first eight calls in turn, ${named(processes)}`;
    lines.push({ what, is: perSecond, unit: "requests a second" });
  }
  await Promise.all(servers.map((server) => server.stop()));
  return lines;
}

/** None after 20:00 UTC, when the planner schedules nothing for the day. */
async function measurePlanner({ serveOne, ids }) {
  const { setTimeout: sleep } = await import("node:timers/promises");
  const { signedInApi } = await import("../tests/e2e/support/console.ts");
  const server = await serveOne();
  const { write } = await signedInApi(server.origin);
  await write("admin/scheduler/run-daily-planner");
  const end = performance.now() + 300_000;
  let planned;
  while (!planned) {
    if (performance.now() > end) throw new Error("The planner does not end.");
    await sleep(100);
    const line = server
      .output()
      .split("\n")
      .find((text) => text.includes('"job":"plan-day"'));
    planned = line && JSON.parse(line);
  }
  await server.stop();
  if (planned.outcome !== "done") throw new Error("The planner failed.");
  if (planned.minutes_left === 0) {
    console.log("The planner's line is left out: after 20:00 UTC it schedules nothing.");
    return [];
  }
  const what = `The planner's day, ${ids.length} groups, ${figure(planned.scheduled)} posts on 3 accounts each`;
  return [{ what, is: planned.ms / 1000, unit: "s" }];
}

/** Only one process has a target: three may need more than the machine has. */
async function publish({ store, serveOne, isShort }, targets) {
  const { measurePublishing } = await import("./load/publishing.mjs");
  const lines = [];
  for (const processes of store.name === "PostgreSQL" ? [1, 3] : [1]) {
    console.log(`Publishing, ${named(processes)}`);
    const seconds = isShort ? 20 : 100;
    const measured = await measurePublishing({ store, serveOne, targets, processes, seconds });
    lines.push({
      what: `Publishing on 100 accounts at 2 s, ${named(processes)} (the latency allows ${figure(measured.allowed)})`,
      is: measured.perMinute,
      least: processes === 1 ? target * measured.allowed : undefined,
      unit: "posts a minute",
    });
  }
  return lines;
}

const named = (processes) => (processes === 1 ? "one process" : `${processes} processes`);

async function machine() {
  const { availableParallelism, cpus, loadavg, totalmem } = await import("node:os");
  const [model] = new Set(cpus().map((cpu) => cpu.model.trim()));
  const [busy] = loadavg();
  return `${model}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}; load average at the start ${busy.toFixed(1)}.`;
}
