import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allScreens, ofGroup, shown } from "./support/all-screens";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { hold, region } from "./support/screen";

let running: RunningConsole;
/** The ids of a group with content, and of one without. */
let groups: { full: number; empty: number };

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
  const [full] = await running.read<{ id: number }[]>("publishing/account-groups");
  const empty = await running.write<{ id: number }>("publishing/account-groups", {
    // Longer than the room that a phone has for it.
    name: "Prazna grupa sa dugim imenom",
  });
  groups = { full: full?.id ?? 0, empty: empty.id };
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

/** Of a phone, a large one, a tablet, its other side, and three desktops. */
const widths = [360, 390, 768, 1024, 1280, 1440, 1920];

declare global {
  interface Window {
    shifts: { value: number; what: string }[];
  }
}

/** Runs in the page. */
function noteShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    // The types of the DOM do not have layout shifts.
    for (const shift of list.getEntries() as unknown as LayoutShift[]) {
      const what = shift.sources.map(({ node, previousRect, currentRect }) => {
        const part = node instanceof Element ? node : node?.parentElement;
        return `${part?.tagName} "${part?.textContent?.slice(0, 30)}" ${previousRect.y} > ${currentRect.y}`;
      });
      window.shifts.push({ value: shift.value, what: what.join(", ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

type LayoutShift = {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/**
 * Waits until nothing has arrived for half a second. Playwright's "networkidle" sometimes never comes for
 * a page whose frame was replaced, like the preview of a mail.
 */
const untilQuiet = (page: Page) =>
  page.waitForFunction(() => {
    const arrived = performance
      .getEntriesByType("resource")
      .map((one) => one.startTime + one.duration);
    return performance.now() - Math.max(0, ...arrived) > 500;
  });

/** The sum of the shifts since the page was opened, with the largest in words if it is too much. */
async function shiftsOf(page: Page) {
  await shown(page);
  await untilQuiet(page);
  await shown(page);
  // A shift is reported with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  const [largest] = shifts.toSorted((one, other) => other.value - one.value);
  return sum > 0.02 ? `${sum.toFixed(3)}: ${largest?.what}` : undefined;
}

it.each(widths)("No screen shifts while it loads or is loaded again, %i px wide", async (width) => {
  const { context, newTab } = await newOperator({ at: "/dashboard/content", width });
  await context.addInitScript(noteShifts);
  const shifted: string[] = [];
  for (const screen of allScreens) {
    for (const [content, group] of Object.entries(groups)) {
      const page = await newTab();
      for (const visit of ["first", "second"]) {
        await page.goto(ofGroup(screen, group));
        const shift = await shiftsOf(page);
        if (shift) shifted.push(`${screen}, ${content}, ${visit} visit: ${shift}`);
      }
      await page.close();
    }
  }
  expect(shifted).toEqual([]);
});

const reads = /\/api\/v1\//;
/** Reads without which no part of a screen is shown. */
const firstReads = /\/healthz$|\/account-groups$/;

/** Holds each read of a page but the first ones until it is released. */
async function holdReads(page: Page) {
  const held: Route[] = [];
  let isOver = false;
  await page.route(reads, (route) => {
    if (isOver || firstReads.test(urlOf(route))) return route.continue();
    held.push(route);
  });
  return {
    /** Lets all reads pass. */
    async end() {
      isOver = true;
      for (const route of held.splice(0)) await route.continue();
    },
    /** Releases one read, the first or the last by its address, and waits until its answer is painted. */
    async release(order: "first" | "last") {
      // One address may be read twice.
      held.sort((one, other) => (urlOf(one) < urlOf(other) ? -1 : 1));
      const route = order === "first" ? held.shift() : held.pop();
      if (!route) return false;
      const answered = page.waitForResponse(urlOf(route));
      await route.continue();
      await answered;
      await painted(page);
      return true;
    },
  };
}

const urlOf = (route: Route) => route.request().url();

const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

it.each([
  [390, "first"],
  [390, "last"],
  [1280, "first"],
  [1280, "last"],
] as const)(
  "No screen shifts, %i px wide, when of two reads the %s is answered first",
  async (width, order) => {
    const { context, newTab } = await newOperator({ at: "/dashboard/content", width });
    await context.addInitScript(noteShifts);
    const shifted: string[] = [];
    for (const screen of allScreens) {
      for (const [content, group] of Object.entries(groups)) {
        const page = await newTab();
        const held = await holdReads(page);
        await page.goto(ofGroup(screen, group));
        // The screen has to be painted while its reads are held, or nothing can shift.
        await page.getByRole("heading", { level: 1 }).waitFor();
        await painted(page);
        const isBusy = () => page.locator('main [aria-busy="true"]').count();
        await expect
          .poll(async () => {
            while (await held.release(order));
            return isBusy();
          })
          .toBe(0);
        await held.end();
        const shift = await shiftsOf(page);
        if (shift) shifted.push(`${screen}, ${content}: ${shift}`);
        await page.close();
      }
    }
    expect(shifted).toEqual([]);
  },
);

const accounts = /\/account-groups\/\d+\/accounts/;

it("A product that a link leads to has the focus while the accounts above it are loading", async () => {
  const [product] = await running.read<{ id: number }[]>("admin/products/");
  const { page } = await newOperator({ at: "/dashboard/content" });
  await hold(page, accounts);
  await page.goto(`${ofGroup("config", groups.full)}&product=${product?.id}`);
  const linked = region(page, "Product Catalog Manager").locator("li:focus");
  await linked.waitFor({ state: "attached" });
  expect(await page.locator('main [aria-busy="true"]').count()).toBe(1);
});

it("What the operator has seen stays in view while a part above it is loading again", async () => {
  const { page } = await newOperator({ at: "/dashboard/content" });
  await page.goto(ofGroup("publishing", groups.full));
  await shown(page);
  await hold(page, /content-queue\?.*status=rejected/);
  const queue = region(page, "Content Approval Queue");
  await queue.getByRole("radio", { name: "Rejected" }).check({ force: true });
  await queue.locator('[aria-busy="true"]').waitFor();
  expect(
    await page
      .locator("#failed-posts")
      .evaluate((part) =>
        part.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      ),
  ).toBe(true);
});
