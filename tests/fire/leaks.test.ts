import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { openBrowser } from "../e2e/support/browser";
import { type Console, startConsole } from "../e2e/support/console";
import { expectAtMost, isFull, times } from "./support/figures";
import { settled } from "./support/screens";

let console: Console;
beforeAll(async () => {
  // Posts that come due while it counts would be more to show, and so more to hold.
  console = await startConsole({ seed: true, speed: 0.001 });
});
afterAll(() => console.stop());

const { newOperator } = openBrowser(() => console.address);

/** What is pressed for one visit to each screen: a link of the sidebar, or a tab on the screen it led to. */
const round = [
  ["link", "Content Library"],
  ["link", "Dashboard"],
  ["tab", "By Category"],
  ["link", "Publishing"],
  ["tab", "Text-Only Posts"],
  ["label", "Calendar"],
  ["link", "Configuration"],
  ["tab", "Evergreen Content"],
  ["tab", "Direct Publishing"],
  ["tab", "Integrations"],
  ["tab", "Newsletter"],
  ["tab", "AI Mascot Settings"],
  ["tab", "Settings"],
] as const;

type Counts = { readonly nodes: number; readonly listeners: number; readonly heap: number };

describe("Going around in the console", () => {
  it("leaves nothing behind", async () => {
    const { page } = await newOperator({ at: "/dashboard" });
    await settled(page, { title: "Content Library" });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");

    const [blocks, rounds] = [10, times(1, 30)];
    const visits = blocks * rounds;
    // What is loaded and kept on purpose is there after the first rounds.
    await goAround(page, times(3, 10));
    const counted: Counts[] = [await count(page, devtools)];
    for (let block = 0; block < blocks; block++) {
      await goAround(page, rounds);
      counted.push(await count(page, devtools));
    }

    const perVisit = (of: keyof Counts) =>
      slope(counted.map((counts) => counts[of])) / (rounds * round.length);
    const tried = `${visits} visits to each of ${round.length} screens`;
    expectAtMost({
      what: `DOM nodes left by a visit, ${tried}`,
      figure: perVisit("nodes"),
      atMost: 0.1,
    });
    expectAtMost({
      what: `Listeners left by a visit, ${tried}`,
      figure: perVisit("listeners"),
      atMost: 0.1,
    });
    // Over a few visits the engine itself puts more aside than the console ever could.
    if (!isFull) return;
    expectAtMost({
      what: `Memory left by a visit, ${tried}`,
      figure: perVisit("heap") / 1_000,
      atMost: 1,
      unit: " kB",
    });
  });
});

/** Presses them all in turn, so many times, as fast as the screens come. */
const goAround = (page: Page, rounds: number) =>
  page.evaluate(
    async ([presses, rounds]) => {
      const frame = () => new Promise((resolve) => setTimeout(resolve, 4));
      const named = (role: string, name: string) =>
        [
          ...document.querySelectorAll<HTMLElement>(
            { link: "nav[aria-label='Main'] a", tab: "[role=tab]", label: "main label" }[role] ??
              "",
          ),
        ].find((element) => element.textContent?.trim().startsWith(name));
      async function until<T>(what: string, look: () => T | undefined | false) {
        const given = performance.now() + 20_000;
        for (;;) {
          const found = look();
          if (found) return found;
          if (performance.now() > given) throw new Error(`Not there: ${what}`);
          await frame();
        }
      }
      for (let turn = 0; turn < rounds; turn++) {
        for (const [role, name] of presses) {
          const control = await until(name, () => named(role, name));
          control.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, button: 0 }));
          control.click();
          if (role === "link") {
            await until(name, () => document.querySelector("h1")?.textContent?.trim() === name);
          }
          await until(`${name}, settled`, () => !document.querySelector("[aria-busy=true]"));
        }
      }
    },
    [round, rounds] as const,
  );

/** As many as there are once nothing is held that nobody needs. */
async function count(page: Page, devtools: CDPSession): Promise<Counts> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  for (const _ of [1, 2, 3]) await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: of("Nodes"), listeners: of("JSEventListeners"), heap: of("JSHeapUsedSize") };
}

/** By how much the values grow from one to the next (least squares). */
function slope(values: readonly number[]) {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [up, across] = [0, 0];
  values.forEach((value, at) => {
    up += (at - middle) * (value - mean);
    across += (at - middle) ** 2;
  });
  return up / across;
}
