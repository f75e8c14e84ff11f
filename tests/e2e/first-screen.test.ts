import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";

let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 0.001 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const isCall = (path: string) => path.startsWith("/api/");
const groups = "/api/v1/publishing/account-groups";

/** Returns a browser context whose dashboard pages start signed in. */
async function signedIn(forgiven?: RegExp) {
  const { context, forgive } = await newOperator();
  if (forgiven) forgive(forgiven);
  await context.addInitScript((token) => {
    if (location.pathname.startsWith("/dashboard")) localStorage.setItem("accessToken", token);
  }, running.token);
  return context;
}

/** URLs with the titles of their screens. */
const screens = [
  ["/dashboard", "Content Library"],
  ["/dashboard/content?group=2", "Content Library"],
  ["/dashboard/publishing", "Publishing"],
  ["/dashboard/dashboard?group=2", "Dashboard"],
  ["/dashboard/config", "Configuration"],
  ["/dashboard/config?tab=direct&group=3", "Configuration"],
] as const;

describe("A screen's first reads", () => {
  it.each(screens)("are sent once at %s", async (at, title) => {
    const context = await signedIn();
    const before = running.proxy.log.length;
    const opened = await context.newPage();
    await opened.goto(at, { waitUntil: "commit" });
    await opened.getByRole("heading", { level: 1, name: title }).waitFor();
    await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    const asked = running.proxy.log.slice(before).filter(({ path }) => isCall(path));
    expect(asked.filter(({ path }) => path === groups)).toHaveLength(1);
    expect(repeated(asked)).toEqual([]);
  });

  it("are sent while the screen's own code is loading", async () => {
    const context = await signedIn();
    const opened = await context.newPage();
    const asked = opened.waitForRequest((request) => request.url().endsWith(groups));
    await opened.route(/\/assets\/layout-/, async (route) => {
      await asked;
      await route.continue();
    });
    await opened.goto("/dashboard/content", { waitUntil: "commit" });
    await opened.getByRole("heading", { level: 1, name: "Content Library" }).waitFor();
  });

  it("are those of the first group if the group in the URL is gone", async () => {
    const { page, forgive } = await newOperator({ at: "/dashboard/content?group=999" });
    forgive(/status of 404/);
    await page.getByRole("row").nth(1).waitFor();
    expect(await page.getByRole("alert").all()).toEqual([]);
  });

  it("are rejected if a response has more than 20 MB", async () => {
    const context = await signedIn(/SafeError: GET publishing\/categories\/\{id\}\/items: 200/);
    const opened = await context.newPage();
    // Two bytes per letter: above the limit in bytes, below it in characters.
    const items = JSON.stringify([
      { id: 1, is_active: true, text_content: "Ж".repeat(10_500_000) },
    ]);
    const headers = { "content-length": String(Buffer.byteLength(items)) };
    await opened.route(/\/items$/, (route) =>
      route.fulfill({ body: items, contentType: "application/json", headers }),
    );
    await opened.goto("/dashboard/content", { waitUntil: "commit" });
    await opened.getByText("Failed to fetch content items.").first().waitFor();
  });

  it("do not load a screen's code without a session", async () => {
    const { page } = await newOperator();
    const before = running.proxy.log.length;
    await page.goto("/dashboard/publishing");
    await page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
    const asked = running.proxy.log.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith("/assets/console-"))).toEqual([]);
  });
});

const repeated = (calls: readonly { path: string }[]) => {
  const paths = calls.map(({ path }) => path);
  return paths.filter((path) => paths.indexOf(path) !== paths.lastIndexOf(path));
};

describe("The page", () => {
  it("keeps its scroll position when the palette opened from the header closes", async () => {
    const { page } = await newOperator({ at: "/dashboard/content" });
    await expect.poll(() => page.locator("li[data-item]").count()).toBe(11);
    await page.evaluate(() => scrollTo(0, 800));
    await page.getByRole("button", { name: /^Search/ }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("Search");
    expect(await page.evaluate(() => scrollY)).toBe(800);
  });

  it("scrolls the selected tab into view when not all fit, but not the page sideways", async () => {
    const { page } = await newOperator({ signsIn: true, at: "/login" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/dashboard/config?tab=settings");
    const inView = (name: string) =>
      page.getByRole("tab", { name, exact: true }).evaluate((tab) => {
        const [list, own] = [tab.parentElement, tab].map((part) => part?.getBoundingClientRect());
        const isWithin = list && own && own.left > list.left - 1 && own.right < list.right + 1;
        return isWithin && scrollX === 0;
      });
    await expect.poll(() => inView("Settings")).toBe(true);
    expect(await inView("Evergreen Content")).toBe(false);
    await page.getByRole("tab", { name: "Evergreen Content" }).click();
    await page.waitForURL(/tab=evergreen/);
    await expect.poll(() => inView("Evergreen Content")).toBe(true);
    expect(await inView("Settings")).toBe(false);
    // Back moves no focus, so the browser does not scroll the tab into view by itself.
    await page.goBack();
    await expect.poll(() => inView("Settings")).toBe(true);
  });

  it.each([1440, 390])(
    "restores the scroll position in the pool after a reload, %i px wide",
    async (width) => {
      const { page } = await newOperator({ signsIn: true, at: "/login" });
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/dashboard/content");
      const { cards, place, left } = await scrollPool(page);
      // The router saves the scroll position a moment after scrolling stops.
      await page.waitForTimeout(500);
      await page.reload();
      await expect.poll(() => cards.count()).toBe(11);
      await expect.poll(place).toBe(left);
    },
  );

  it("restores the scroll position after a reload and after Back when the pool answers late", async () => {
    const { page } = await newOperator({ at: "/dashboard/content" });
    const { cards, place, left } = await scrollPool(page);
    await page.route(/categories\/\d+\/items/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.reload();
    await expect.poll(() => cards.count()).toBe(11);
    await expect.poll(place).toBe(left);
    await page.getByRole("link", { name: "Publishing" }).first().click();
    await expect.poll(place).toBe(0);
    // The pool is read once more, as after a long time on another screen.
    await page.reload();
    await page.goBack();
    await expect.poll(() => cards.count()).toBe(11);
    await expect.poll(place).toBe(left);
  });

  it("stays where the operator scrolls while the pool is still loading after a reload", async () => {
    const { page } = await newOperator({ at: "/dashboard/content" });
    const { cards, place, left } = await scrollPool(page);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/categories\/\d+\/items/, async (route) => {
      await answered;
      await route.continue();
    });
    await page.reload();
    await page.getByRole("heading", { name: "Content Pool" }).waitFor();
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -200);
    answer();
    await expect.poll(() => cards.count()).toBe(11);
    await page.waitForTimeout(300);
    expect(await place()).toBeLessThan(left - 200);
  });
});

/** Scrolls to the last item of the pool. @returns the items, and where the page then stands */
async function scrollPool(page: Page) {
  const cards = page.locator("li[data-item]");
  await expect.poll(() => cards.count()).toBe(11);
  await cards.last().scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => scrollY);
  const left = await place();
  expect(left).toBeGreaterThan(844);
  return { cards, place, left };
}
