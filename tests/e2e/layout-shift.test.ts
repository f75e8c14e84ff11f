import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allScreens, ofGroup, shown } from "./support/all-screens";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";

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

/** The sum of the shifts since the page was opened, with the largest in words if it is too much. */
async function shiftsOf(page: Page) {
  await shown(page);
  await page.waitForLoadState("networkidle");
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

/** Holds matching calls until the returned function is called, as a slow server would. */
async function slow(page: Page, address: RegExp) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(address, async (route) => {
    await answered;
    await route.continue();
  });
  return answer;
}

it.each([
  // The filters stand in one line or in two; the list is empty, or longer than its skeleton.
  ["activity", /\/publishing\/activity\/people/, { role: "combobox", name: "Person" }, 390],
  ["config?tab=integrations", /\/integrations$/, { role: "form", name: "Add Shopify" }, 1440],
  ["config?tab=integrations", /\/integrations$/, { role: "form", name: "Add Shopify" }, 390],
] as const)("%s does not shift when %s comes late", async (screen, address, last, width) => {
  for (const group of Object.values(groups)) {
    const { context, newTab } = await newOperator({ at: "/dashboard/content", width });
    await context.addInitScript(noteShifts);
    const page = await newTab();
    const answer = await slow(page, address);
    await page.goto(ofGroup(screen, group));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page
      .locator('[aria-busy="true"], select:disabled')
      .first()
      .waitFor({ state: "attached" });
    // The screen has to be painted while the call is held, or nothing can shift.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    answer();
    await page.getByRole(last.role, { name: last.name }).waitFor();
    await expect.poll(() => page.locator("select:disabled").count()).toBe(0);
    expect(await shiftsOf(page)).toBeUndefined();
  }
});
