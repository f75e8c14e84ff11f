import { median } from "../lib/figures.mjs";
import { weights } from "../lib/weights.mjs";
import {
  loaded,
  profiles,
  readiness,
  shifts,
  snapshotOf,
  throttle,
  visit,
  visitAlone,
} from "./visit.mjs";

const runs = 5;

/** The content of each screen when it is ready. */
const login = {
  path: "/login",
  until: { title: "Admin Login", mark: "a[href*='/login/discord']" },
};
const screens = {
  "Content Library": { path: "/dashboard/content", mark: "main tbody tr" },
  Publishing: { path: "/dashboard/publishing", mark: "main [role=tab]" },
  Dashboard: { path: "/dashboard/dashboard", mark: "main tbody tr" },
  Configuration: { path: "/dashboard/config", mark: "main [role=tab]" },
};
const screen = (title, search = "") => ({
  path: screens[title].path + search,
  until: { title, mark: screens[title].mark },
});
const first = screen("Content Library");
const baselinePage = { path: "/login", until: { title: "The baseline", mark: "h1" } };

/**
 * The time of the baseline, in ms, on a machine that the budget's milliseconds are meant for. There
 * a page with twice its scripts, the closest rival's login, is ready after 200.
 */
const usualBaseline = 150;

/**
 * Returns how many times slower this machine is than that one, by the times of the baseline, which
 * is measured in turns with the console. A faster machine gets no shorter budget.
 */
const slownessBy = (baselines) => Math.max(1, median(baselines) / usualBaseline);
const baselineAt = (browser, { origin }) =>
  readyAt(browser, { origin, ...baselinePage, profile: profiles.unthrottled });

/** Each part measures one or several lines of the budget; see `tableOf` for a line. */
export const parts = { weight: weights, requests, ready, moving, shift, presses, list, memory };

/** Adds a figure to those of the same name. */
function add(figures, name, figure) {
  figures[name] = [...(figures[name] ?? []), figure];
}

/** Counts the requests until a screen is ready, and the chains among them. */
async function requests({ browser, console }) {
  const lines = [];
  const pages = [
    { name: "/login", ...login, most: 8, calls: 1 },
    { name: "Content Library", ...screen("Content Library"), most: 14, calls: 3 },
    { name: "Publishing", ...screen("Publishing"), most: 14, calls: 2 },
    { name: "Dashboard", ...screen("Dashboard"), most: 14, calls: 2 },
    { name: "Configuration", ...screen("Configuration"), most: 14, calls: 2 },
  ];
  for (const { name, path, until, most, calls } of pages) {
    const token = path === login.path ? undefined : console.token;
    const profile = profiles.phone;
    const at = await visit(browser, { ...console, token, path, until, profile });
    const { came } = await loaded(at.page);
    await at.close();
    const files = came.filter(({ kind }) => kind !== "call" && kind !== "other");
    const scripts = files.filter(({ kind }) => kind === "js");
    const asked = came.filter(({ kind }) => kind === "call");
    const deepest = (entries) => Math.max(0, ...entries.map(({ depth }) => depth));
    const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    lines.push(
      { what: `${name}: scripts until ready, as sent`, figure: kilobytes, unit: "kB" },
      { what: `${name}: requests for files until ready`, figure: files.length, budget: most },
      { what: `${name}: scripts asked for one after another`, figure: deepest(scripts), budget: 2 },
      { what: `${name}: calls`, figure: asked.length },
      { what: `${name}: calls made twice`, figure: repeated(asked), budget: 0 },
      { what: `${name}: calls one after another`, figure: deepest(asked), budget: calls },
    );
  }
  return lines;
}

const repeated = (calls) => calls.length - new Set(calls.map(({ path }) => path)).size;

/**
 * Compares the time until ready with a page of the libraries alone. The lower bound shows the least
 * time that the libraries take for the first screen.
 */
async function ready({ browser, console, baseline, serveLowerBound }) {
  const places = Object.values(profiles).map(({ width }) => ({ ...first, width }));
  const lowerBound = await serveLowerBound(await snapshotsOf(browser, console, places));

  const lines = [];
  for (const profile of Object.values(profiles)) {
    const at = { baseline: [], login: [], first: [], lowerBound: [] };
    for (let run = 0; run < runs; run++) {
      const { origin, token } = console;
      const its = { baseline: [], login: [], first: [], lowerBound: [] };
      for (let visit = 0; visit < profile.visits; visit++) {
        its.baseline.push(
          await readyAt(browser, { origin: baseline.origin, ...baselinePage, profile }),
        );
        its.login.push(await readyAt(browser, { origin, ...login, profile }));
        its.first.push(await readyAt(browser, { origin, token, ...first, profile }));
        its.lowerBound.push(await readyAt(browser, { ...lowerBound, ...first, profile }));
      }
      for (const [page, times] of Object.entries(its)) at[page].push(median(times));
    }
    const [of, ofLogin, ofFirst, ofLowerBound] = [
      at.baseline,
      at.login,
      at.first,
      at.lowerBound,
    ].map(median);
    lines.push(
      { what: `Baseline ready, ${profile.name}`, figure: of, unit: "ms", digits: 0 },
      { what: `/login ready, ${profile.name}`, figure: ofLogin, unit: "ms", digits: 0 },
      { what: `First screen ready, ${profile.name}`, figure: ofFirst, unit: "ms", digits: 0 },
      {
        what: `Lower bound ready, ${profile.name}`,
        figure: ofLowerBound,
        unit: "ms",
        digits: 0,
      },
      { what: `/login to the baseline, ${profile.name}`, figure: ofLogin / of, budget: 1.3 },
      {
        what: `First screen to the baseline, ${profile.name}`,
        figure: ofFirst / of,
        budget: 2,
        least: ofLowerBound / of,
      },
      { what: `The lower bound to the baseline, ${profile.name}`, figure: ofLowerBound / of },
    );
  }
  return lines;
}

/** Takes snapshots of screens, by the names that the lower bound has for them. */
async function snapshotsOf(browser, console, places) {
  const snapshots = {};
  for (const { path, until, width } of places) {
    const profile = profiles.unthrottled;
    const { page, close } = await visit(browser, { ...console, path, until, profile, width });
    await page.waitForTimeout(1000);
    snapshots[`${path.split("/").at(-1)}-${width}`] = await snapshotOf(page);
    await close();
  }
  return snapshots;
}

async function readyAt(browser, options) {
  const { page, close } = await visit(browser, options);
  const { readyAt } = await loaded(page);
  await close();
  return readyAt;
}

/**
 * Measures from the click on a link to the frame that shows the other screen. The lower bound shows
 * the least time that the libraries take for it.
 */
async function moving({ browser, console, baseline, serveLowerBound }) {
  const others = ["Publishing", "Dashboard", "Configuration"].map((title) => screen(title));
  const { width } = profiles.unthrottled;
  const places = [first, ...others].map((at) => ({ ...at, width }));
  const lowerBound = await serveLowerBound(await snapshotsOf(browser, console, places));

  const baselines = [];
  const times = { cold: {}, warm: {}, known: {}, lowerBound: {} };
  const begin = (at) => visit(browser, { ...at, ...first, profile: profiles.unthrottled });
  for (let run = 0; run < runs; run++) {
    baselines.push(await baselineAt(browser, baseline));
    for (const { until } of others) {
      const to = until.title;
      const its = { title: to, mark: "h1", mayLoad: true };
      // The pause is for work after the first frame, which is not part of the next move.
      const back = async (page) => {
        await move(page, first.until.title, { ...first.until, mayLoad: true });
        await page.waitForTimeout(200);
      };
      const ours = await begin(console);
      add(times.cold, to, await move(ours.page, to, its));
      await ours.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      await back(ours.page);
      add(times.warm, to, await move(ours.page, to, its));
      await back(ours.page);
      add(times.known, to, await move(ours.page, to, until));
      await ours.close();

      const least = await begin(lowerBound);
      await move(least.page, to, its);
      await back(least.page);
      add(times.lowerBound, to, await move(least.page, to, its));
      await least.close();
    }
  }
  const worst = (kind) => {
    const [[to, took]] = Object.entries(times[kind])
      .map(([to, took]) => [to, median(took)])
      .sort(([, one], [, other]) => other - one);
    return { to, took };
  };
  const slowness = slownessBy(baselines);
  const line = (what, kind, more) => {
    const { to, took } = worst(kind);
    return { what: `${what} (slowest: ${to})`, figure: took, unit: "ms", digits: 0, ...more };
  };
  return [
    line("To a screen whose code is not here yet", "cold", { budget: 100, slowness }),
    line("To a screen whose code is here", "warm", { budget: 50, slowness }),
    line("To a screen seen within 30 s, with all its data", "known", {
      budget: 50,
      slowness,
      least: median(times.lowerBound[worst("known").to]),
    }),
    line("To the lower bound of such a screen", "lowerBound"),
  ];
}

/** @returns the ms from the click on a link of the sidebar to the frame that shows its screen */
async function move(page, name, until) {
  await page.evaluate((wanted) => {
    addEventListener(
      "click",
      ({ timeStamp }) => {
        window.bench.pressedAt = timeStamp;
        window.bench.await(wanted);
      },
      { capture: true, once: true },
    );
  }, until);
  const ready = readiness(page);
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name, exact: true })
    .click();
  await ready;
  return page.evaluate(() => window.bench.readyAt - window.bench.pressedAt);
}

const tabs = [
  login,
  ...Object.keys(screens).map((title) => screen(title)),
  screen("Dashboard", "?tab=categories"),
  screen("Publishing", "?tab=text"),
  screen("Publishing", "?view=calendar"),
  ...["evergreen", "direct", "integrations", "newsletter", "mascot", "settings"].map((tab) =>
    screen("Configuration", `?tab=${tab}`),
  ),
].map(({ path, until }) => ({ path, until: { ...until, mark: "h1" } }));

/** Measures the layout shift while a screen loads. */
async function shift({ browser, console }) {
  const found = [];
  for (const width of [1440, 390]) {
    for (const profile of Object.values(profiles)) {
      for (const { path, until } of tabs) {
        const token = path === login.path ? undefined : console.token;
        const options = { ...console, token, path, until, profile, width };
        const { page, close } = await visit(browser, options);
        // Content that loads below the first view must not move anything either.
        await page.waitForTimeout(1000 * profile.cpu);
        found.push({ shift: await shifts(page), of: `${path}, ${width} px, ${profile.name}` });
        await close();
      }
    }
  }
  found.sort((one, other) => other.shift - one.shift);
  const [{ shift, of }] = found;
  const what = `Layout shift, ${tabs.length} screens, 2 widths, 2 profiles (most: ${of})`;
  return [{ what, figure: shift, budget: 0.02, digits: 3 }];
}

/**
 * Clicks at a place instead of Playwright's `click` with a locator by role: its waiting walks the
 * thousand rows in the page itself, within the time that is measured.
 */
async function clickOn(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  await locator.page().mouse.click(x + width / 2, y + height / 2);
}

/** The presses of an operator on a screen with a thousand rows. */
const pressed = [
  {
    at: ({ Thousand }) => screen("Dashboard", `?group=${Thousand}&limit=1000`),
    rows: "main tbody tr",
    presses: {
      "sort by likes": (page) => clickOn(page.getByRole("button", { name: "Likes" })),
      "next row": async (page) => {
        await page.locator("main tbody tr button").first().focus();
        await page.keyboard.press("ArrowDown");
      },
      "open a post": (page) => clickOn(page.locator("main tbody tr button").nth(3)),
      "close it": (page) => page.keyboard.press("Escape"),
      "open the palette": (page) => page.keyboard.press("Control+k"),
      "type in it": (page) => page.keyboard.press("p"),
      "leave it": (page) => page.keyboard.press("Escape"),
      "fold the sidebar": (page) => clickOn(page.getByRole("button", { name: "Collapse" })),
    },
  },
  {
    at: ({ Thousand }) => screen("Content Library", `?group=${Thousand}`),
    rows: "main li[data-item]",
    presses: {
      "show more posts": (page) => clickOn(page.getByRole("button", { name: "Load more" })),
      "open a post's menu": (page) =>
        clickOn(
          page
            .locator("main li[data-item]")
            .nth(2)
            .getByRole("button", { name: /^Actions/ }),
        ),
      "close the menu": (page) => page.keyboard.press("Escape"),
      "open the palette": (page) => page.keyboard.press("Control+k"),
      "type in it": (page) => page.keyboard.press("p"),
      "leave it": (page) => page.keyboard.press("Escape"),
      "fold the sidebar": (page) => clickOn(page.getByRole("button", { name: "Collapse" })),
    },
  },
  {
    at: ({ Thousand }) => screen("Configuration", `?group=${Thousand}&tab=newsletter`),
    rows: "main li[data-row]",
    presses: {
      "search among the subscribers": async (page) => {
        await page.getByRole("searchbox", { name: "Search subscribers" }).focus();
        await page.keyboard.press("9");
      },
      "and another letter": (page) => page.keyboard.press("8"),
      "other tab": (page) => clickOn(page.getByRole("tab", { name: "Settings", exact: true })),
    },
  },
];

/**
 * Measures from a press to the next frame, as the browser itself counts it: in steps of 8 ms, from
 * 16 on.
 */
async function presses({ browser, console, baseline, groups }) {
  const lines = [];
  for (const [profile, budget] of [
    [{ name: "no throttling", cpu: 1 }, 50],
    [{ name: "CPU 4 times slower", cpu: 4 }, 200],
  ]) {
    const baselines = [];
    const took = {};
    for (let run = 0; run < runs; run++) {
      baselines.push(await baselineAt(browser, baseline));
      for (const { at, rows, presses } of pressed) {
        const { path, until } = at(groups);
        const options = { ...console, path, until: { ...until, mark: rows }, profile };
        const { page, devtools, close } = await visit(browser, options);
        // Wait until prefetching and preloading have ended.
        await page.waitForTimeout(1500);
        for (const [name, press] of Object.entries(presses)) {
          const what = `${until.title}: ${name}`;
          await page.evaluate(() => {
            window.bench.presses.length = 0;
          });
          await throttle(devtools, profile);
          await press(page);
          await page.waitForTimeout(200 + 100 * profile.cpu);
          add(
            took,
            what,
            await page.evaluate(() =>
              Math.max(8, ...window.bench.presses.map(({ duration }) => duration)),
            ),
          );
        }
        await close();
      }
    }
    const all = Object.entries(took)
      .map(([what, times]) => ({ what, figure: median(times) }))
      .sort((one, other) => other.figure - one.figure);
    for (const { what, figure } of all.slice(0, 3)) {
      const slowness = slownessBy(baselines);
      const name = `${what}, ${profile.name}`;
      lines.push({ what: name, figure, budget, slowness, unit: "ms", digits: 0 });
    }
  }
  return lines;
}

/** Measures the list of fifty thousand subscribers. */
async function list({ browser, console, baseline, groups }) {
  const [paints, frames, baselines] = [[], [], []];
  for (let run = 0; run < runs; run++) {
    baselines.push(await baselineAt(browser, baseline));
    const group = groups["Fifty thousand"];
    const { path, until } = screen("Configuration", `?group=${group}&tab=newsletter`);
    const at = { ...console, path, until: { ...until, mark: "main li[data-row]" } };
    paints.push(
      await visitAlone(browser, at, () => {
        const [answer] = performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.includes("/newsletter/subscribers/"));
        return window.bench.readyAt - answer.responseEnd;
      }),
    );
    const { page, close } = await visit(browser, { ...at, profile: profiles.unthrottled });
    await page.waitForTimeout(1000);
    await page.locator("main li[data-row]").first().hover();
    await page.evaluate(() => {
      window.bench.frames = [];
      let before = performance.now();
      const atFrame = (now) => {
        window.bench.frames.push(now - before);
        before = now;
        window.bench.next = requestAnimationFrame(atFrame);
      };
      window.bench.next = requestAnimationFrame(atFrame);
    });
    for (let turn = 0; turn < 60; turn++) {
      await page.mouse.wheel(0, 40 * turn);
      await page.waitForTimeout(16);
    }
    frames.push(
      await page.evaluate(() => {
        cancelAnimationFrame(window.bench.next);
        return Math.max(...window.bench.frames.slice(1));
      }),
    );
    await close();
  }
  const slowness = slownessBy(baselines);
  return [
    {
      what: "50,000 subscribers: from the answer to the list",
      figure: median(paints),
      budget: 150,
      slowness,
      unit: "ms",
      digits: 0,
    },
    {
      what: "50,000 subscribers: longest frame of a scroll",
      figure: median(frames),
      budget: 32,
      slowness,
      unit: "ms",
      digits: 0,
    },
  ];
}

/** Compares the heap after 20 rounds of all screens with the heap after one. */
async function memory({ browser, console }) {
  const { count, goAround } = await import("../../tests/faults/support/rounds.ts");
  const { page, devtools, close } = await visit(browser, {
    ...console,
    ...first,
    profile: profiles.unthrottled,
  });
  await devtools.send("Performance.enable");
  // Let prefetching end first, so that its data does not count as growth of the rounds.
  await page.waitForTimeout(3000);
  await goAround(page, 1);
  const before = { ...(await count(page, devtools)), code: await compiled(devtools) };
  await goAround(page, 19);
  const after = { ...(await count(page, devtools)), code: await compiled(devtools) };
  await close();
  return [
    { what: "Memory after one round of all screens", figure: before.heap / 1e6, unit: "MB" },
    { what: "After 20 rounds, to that", figure: after.heap / before.heap },
    {
      what: "The same without code that the engine compiled",
      figure: (after.heap - after.code) / (before.heap - before.code),
      budget: 1.1,
    },
  ];
}

/** Bytes of compiled code in the heap. They grow with use: the engine optimizes what runs often. */
async function compiled(devtools) {
  const parts = [];
  const onChunk = ({ chunk }) => parts.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", onChunk);
  await devtools.send("HeapProfiler.takeHeapSnapshot", {});
  devtools.off("HeapProfiler.addHeapSnapshotChunk", onChunk);
  const { snapshot, nodes } = JSON.parse(parts.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [kind, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const code = types[kind].indexOf("code");
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (nodes[at + kind] === code) bytes += nodes[at + size];
  }
  return bytes;
}
