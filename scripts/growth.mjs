import "./lib/require-node.mjs";

growth();

/** How often each screen is opened; the median is reported. */
const runs = 5;

/**
 * Measures how the cost of a screen grows with its data: the time until it is shown, its memory, and
 * the server's time for the call that reads the data. Fails if a cost grows faster than the data.
 */
async function growth() {
  const { rm } = await import("node:fs/promises");
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/fresh-build.mjs");
  const { giveUp, root } = await import("./lib/project.mjs");
  const { launchChromium } = await import("./lib/chromium.mjs");
  const { markdown } = await import("./lib/figures.mjs");

  process.chdir(root);
  await installIfNeeded();
  await buildIfStale();
  // tsx, because the support code of the browser tests is TypeScript.
  (await import("tsx/esm/api")).register();
  const { newFolder } = await import("../tests/e2e/support/console.ts");
  const { serve } = await import("./bench/served.mjs");
  const { fill } = await import("./bench/fill.mjs");

  const browser = await launchChromium();
  const measured = [];
  try {
    for (const { groups, at } of places) {
      const folder = await newFolder();
      await (await serve({ folder })).stop();
      const ids = await fill(folder, groups);
      const server = await serve({ folder });
      try {
        for (const one of at(ids)) {
          console.log(`${one.of}: ${one.size}`);
          measured.push({ ...one, ...(await measure(browser, server, one)) });
        }
      } finally {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      }
    }
  } finally {
    await browser.close();
  }
  const whole = (figure) => Math.round(figure).toLocaleString("en");
  const [size, fixed] = [(count) => count.toLocaleString("en"), (figure) => figure.toFixed(1)];
  console.log(
    markdown([
      ["What", "How many", "Shown after, ms", "Memory, MB", "API, ms", "API, kB"],
      ...measured.map((one) => [
        one.of,
        size(one.size),
        whole(one.shown),
        fixed(one.memory),
        whole(one.took),
        fixed(one.kilobytes),
      ]),
    ]),
  );
  const faster = measured.flatMap((one, at) => {
    const before = measured.slice(0, at).findLast(({ of }) => of === one.of);
    if (!before) return [];
    return ["shown", "memory", "took"].filter(
      (figure) => one[figure] / before[figure] > one.size / before.size,
    );
  });
  if (faster.length > 0) giveUp(`These costs grow faster than the data: ${faster.join(", ")}.`);
}

const many = (count, named) => Array.from({ length: count }, (_, n) => ({ name: `${named} ${n}` }));

/** The table has one tbody for so many rows (posts-table.tsx). */
const rowsPerBody = 6;

const list = (id, posts) => ({
  of: "Posts in the table of the Dashboard",
  size: posts,
  path: `/dashboard/dashboard?group=${id}&limit=${posts}`,
  until: {
    title: "Dashboard",
    mark: `main tbody:nth-of-type(${Math.ceil(posts / rowsPerBody)}) tr`,
  },
  call: "/publishing/performance/posts",
});
const newsletter = (id, subscribers) => ({
  of: "Subscribers of a newsletter",
  size: subscribers,
  path: `/dashboard/config?group=${id}&tab=newsletter`,
  until: { title: "Configuration", mark: "main li[data-row]" },
  call: "/newsletter/subscribers/",
});
const picker = (id, groups) => ({
  of: "Groups",
  size: groups,
  path: `/dashboard/content?group=${id}`,
  until: { title: "Content Library", mark: "main h2" },
  call: "/publishing/account-groups",
});
const queue = (id, items) => ({
  of: "Posts that wait for approval",
  size: items,
  path: `/dashboard/publishing?group=${id}&tab=text`,
  until: { title: "Publishing", mark: "main li[data-post]" },
  call: "/publishing/content-queue",
});

/**
 * The data of each server, and the screens to open there. The picker and the queue show all groups.
 */
const places = [
  {
    groups: [
      { name: "A", subscribers: 10, posts: 100 },
      { name: "B", subscribers: 1000, posts: 1000 },
      { name: "C", subscribers: 50_000, posts: 10_000 },
      { name: "Q", queue: 50 },
      ...many(6, "Group"),
    ],
    at: ({ A, B, C, Q }) => [
      newsletter(A, 10),
      newsletter(B, 1000),
      newsletter(C, 50_000),
      list(A, 100),
      list(B, 1000),
      list(C, 10_000),
      picker(Q, 10),
      queue(Q, 50),
    ],
  },
  {
    groups: [{ name: "Q", queue: 2000 }, ...many(199, "Group")],
    at: ({ Q }) => [picker(Q, 200), queue(Q, 2000)],
  },
];

async function measure(browser, { origin, token }, { path, until, call }) {
  const { loaded, profiles, visit } = await import("./bench/visit.mjs");
  const { median } = await import("./lib/figures.mjs");
  const { count } = await import("../tests/faults/support/rounds.ts");
  const opened = [];
  for (let run = 0; run < runs; run++) {
    const profile = profiles.unthrottled;
    const at = await visit(browser, { origin, token, path, until, profile });
    const { readyAt, came } = await loaded(at.page);
    const answer = came.find(
      (one) => one.kind === "call" && one.path.includes(call) && !/groups\/\d/.test(one.path),
    );
    await at.devtools.send("Performance.enable");
    const { heap } = await count(at.page, at.devtools);
    opened.push({
      shown: readyAt,
      memory: heap / 1e6,
      took: answer.took,
      kilobytes: answer.bytes / 1000,
    });
    await at.close();
  }
  return Object.fromEntries(
    Object.keys(opened[0]).map((figure) => [figure, median(opened.map((one) => one[figure]))]),
  );
}
