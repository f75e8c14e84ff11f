import { median } from "../lib/figures.mjs";
import { weights } from "../lib/weights.mjs";
import { profiles, readiness, throttle, visit } from "./visit.mjs";

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
export const parts = { weight: weights, ready, moving, presses };

/** Adds a figure to those of the same name. */
function add(figures, name, figure) {
  figures[name] = [...(figures[name] ?? []), figure];
}

/** Compares the time until ready with a page of the libraries alone. */
async function ready({ browser, console, baseline }) {
  const { origin, token } = console;
  const lines = [];
  for (const profile of Object.values(profiles)) {
    const pages = {
      Baseline: { origin: baseline.origin, ...baselinePage, profile },
      "/login": { origin, ...login, profile },
      "First screen": { origin, token, ...first, profile },
    };
    const times = {};
    for (let run = 0; run < runs; run++) {
      const its = {};
      for (let visit = 0; visit < profile.visits; visit++) {
        for (const [name, page] of Object.entries(pages)) {
          add(its, name, await readyAt(browser, page));
        }
      }
      for (const [name, visits] of Object.entries(its)) add(times, name, median(visits));
    }
    const least = median(times.Baseline);
    for (const [name, budget] of [
      ["Baseline", undefined],
      ["/login", 1.3],
      ["First screen", 2],
    ]) {
      const figure = median(times[name]);
      lines.push({ what: `${name} ready, ${profile.name}`, figure, unit: "ms", digits: 0 });
      if (!budget) continue;
      const what = `${name} to the baseline, ${profile.name}`;
      lines.push({ what, figure: figure / least, budget });
    }
  }
  return lines;
}

async function readyAt(browser, options) {
  const { page, close } = await visit(browser, options);
  const readyAt = await page.evaluate(() => window.bench.readyAt);
  await close();
  return readyAt;
}

/** Measures from the click on a link to the frame that shows the other screen. */
async function moving({ browser, console, baseline }) {
  const baselines = [];
  const times = { cold: {}, warm: {}, known: {} };
  for (let run = 0; run < runs; run++) {
    baselines.push(await baselineAt(browser, baseline));
    for (const to of ["Publishing", "Dashboard", "Configuration"]) {
      const { until } = screen(to);
      const head = { title: to, mark: "h1", mayLoad: true };
      const { page, close } = await visit(browser, {
        ...console,
        ...first,
        profile: profiles.unthrottled,
      });
      // The pause is for work after the first frame, which is not part of the next move.
      const back = async () => {
        await move(page, first.until.title, { ...first.until, mayLoad: true });
        await page.waitForTimeout(200);
      };
      add(times.cold, to, await move(page, to, head));
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      await back();
      add(times.warm, to, await move(page, to, head));
      await back();
      add(times.known, to, await move(page, to, until));
      await close();
    }
  }
  const slowness = slownessBy(baselines);
  const line = (what, kind, budget) => {
    const [{ to, figure }] = slowestFirst(times[kind]);
    const name = `${what} (slowest: ${to})`;
    return { what: name, figure, budget, slowness, unit: "ms", digits: 0 };
  };
  return [
    line("To a screen whose code is not here yet", "cold", 100),
    line("To a screen whose code is here", "warm", 50),
    line("To a screen seen within 30 s, with all its data", "known", 50),
  ];
}

/** Medians of named figures, the largest first. */
const slowestFirst = (figures) =>
  Object.entries(figures)
    .map(([to, took]) => ({ to, figure: median(took) }))
    .sort((one, other) => other.figure - one.figure);

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

/**
 * Clicks at a place instead of Playwright's `click` with a locator by role: its waiting walks the
 * thousand rows in the page itself, within the time that is measured.
 */
async function clickOn(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  await locator.page().mouse.click(x + width / 2, y + height / 2);
}

/** The presses of an operator on the Dashboard with a thousand rows. */
const pressed = {
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
};

/**
 * Measures from a press to the next frame, as the browser itself counts it: in steps of 8 ms, from
 * 16 on.
 */
async function presses({ browser, console, baseline, groups }) {
  const at = { ...console, ...screen("Dashboard", `?group=${groups.Thousand}&limit=1000`) };
  const lines = [];
  for (const [profile, budget] of [
    [{ name: "no throttling", cpu: 1 }, 50],
    [{ name: "CPU 4 times slower", cpu: 4 }, 200],
  ]) {
    const baselines = [];
    const took = {};
    for (let run = 0; run < runs; run++) {
      baselines.push(await baselineAt(browser, baseline));
      const { page, devtools, close } = await visit(browser, { ...at, profile });
      // Wait until prefetching and preloading have ended.
      await page.waitForTimeout(1500);
      await throttle(devtools, profile);
      for (const [name, press] of Object.entries(pressed)) {
        await page.evaluate(() => {
          window.bench.presses.length = 0;
        });
        await press(page);
        await page.waitForTimeout(200 + 100 * profile.cpu);
        const times = await page.evaluate(() => window.bench.presses);
        add(took, name, Math.max(8, ...times));
      }
      await close();
    }
    const slowness = slownessBy(baselines);
    for (const { to, figure } of slowestFirst(took).slice(0, 3)) {
      const what = `A thousand rows: ${to}, ${profile.name}`;
      lines.push({ what, figure, budget, slowness, unit: "ms", digits: 0 });
    }
  }
  return lines;
}
