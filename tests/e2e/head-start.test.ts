import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type Console, startConsole } from "./support/console";

let console: Console;
beforeAll(async () => {
  console = await startConsole({ seed: true, speed: 0.001 });
});
afterAll(() => console.stop());

const { newOperator } = openBrowser(() => console.address);

const isCall = (path: string) => path.startsWith("/api/");

describe("What a screen reads first", () => {
  it.each([
    ["/dashboard", "Content Library", 5],
    ["/dashboard/content?group=2", "Content Library", 5],
    ["/dashboard/publishing", "Publishing", 4],
    ["/dashboard/dashboard?group=2", "Dashboard", 4],
    ["/dashboard/config", "Configuration", 3],
    ["/dashboard/config?tab=direct&group=3", "Configuration", 3],
  ])(
    "is asked for once at %s, before its code is here, and nothing else is",
    async (at, title, calls) => {
      const { context, page } = await newOperator({ at: "/login" });
      await page.close();
      const before = console.proxy.log.length;
      // Without its code a screen asks for nothing: all there is then was asked for ahead.
      let letCodeIn = () => {};
      const code = new Promise<void>((resolve) => {
        letCodeIn = resolve;
      });
      const opened = await context.newPage();
      await opened.route(/\/assets\/index-/, async (route) => {
        await code;
        await route.continue();
      });
      await opened.goto(at, { waitUntil: "commit" });
      const asked = () => console.proxy.log.slice(before).filter(({ path }) => isCall(path));
      await expect.poll(() => asked().length).toBe(calls);

      letCodeIn();
      await opened.getByRole("heading", { level: 1, name: title }).waitFor();
      await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      const all = asked().map(({ path }) => path);
      expect(all.filter((path) => all.indexOf(path) !== all.lastIndexOf(path))).toEqual([]);
      expect(await opened.evaluate(() => [...(window.headStart?.answers.keys() ?? [])])).toEqual(
        [],
      );
    },
  );
});
