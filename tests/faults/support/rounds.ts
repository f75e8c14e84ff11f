import type { CDPSession, Page } from "playwright-core";

/**
 * The presses of one visit to each screen: a link of the sidebar, or a tab on the screen that it
 * opens.
 */
export const round = [
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

export type Counts = { readonly nodes: number; readonly listeners: number; readonly heap: number };

/** Presses them all in turn, `rounds` times, as fast as the screens load. */
export const goAround = (page: Page, rounds: number) =>
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

/** Counts nodes, listeners and heap after garbage collection. */
export async function count(page: Page, devtools: CDPSession): Promise<Counts> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  for (const _ of [1, 2, 3]) await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: of("Nodes"), listeners: of("JSEventListeners"), heap: of("JSHeapUsedSize") };
}
