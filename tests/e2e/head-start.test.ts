import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type Console, startConsole } from "./support/console";

let console: Console;
beforeAll(async () => {
  console = await startConsole({ seed: true, speed: 0.001 });
});
afterAll(() => console.stop());

const { newOperator } = openBrowser(() => console.address);

declare global {
  interface Window {
    /** The sum of all layout shifts. */
    jumped: number;
    /** The scripts that the page had asked for when React came to run. */
    askedBeforeReact?: string[];
  }
}

const isCall = (path: string) => path.startsWith("/api/");
const groups = "/api/v1/publishing/account-groups";

/** With a session from the start: no page of before is asking for anything any more. */
async function signedIn(options?: Parameters<typeof newOperator>[0], forgiven?: RegExp) {
  const { context, forgive } = await newOperator(options);
  if (forgiven) forgive(forgiven);
  await context.addInitScript((token) => {
    if (location.pathname.startsWith("/dashboard")) localStorage.setItem("accessToken", token);
  }, console.token);
  return context;
}

/** Addresses with the screens they lead to, and how many calls these begin with. */
const screens = [
  ["/dashboard", "Content Library", 4],
  ["/dashboard/content?group=2", "Content Library", 4],
  ["/dashboard/publishing", "Publishing", 7],
  ["/dashboard/dashboard?group=2", "Dashboard", 3],
  ["/dashboard/config", "Configuration", 2],
  ["/dashboard/config?tab=direct&group=3", "Configuration", 2],
] as const;

describe("What a screen reads first", () => {
  it.each(screens)(
    "is asked for once at %s, before its code is here, and nothing else is",
    async (at, title, calls) => {
      const context = await signedIn();
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
      const begun = await opened.evaluateHandle(() => window.headStart);

      letCodeIn();
      await opened.getByRole("heading", { level: 1, name: title }).waitFor();
      await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      expect(repeated(asked())).toEqual([]);
      expect(await begun.evaluate((it) => [...(it?.answers.keys() ?? ["none begun"])])).toEqual([]);
      await opened.waitForFunction(() => window.headStart === null);
    },
  );

  it.each(screens)(
    "is asked for once at %s, also where the code comes first",
    async (at, title) => {
      const context = await signedIn();
      const before = console.proxy.log.length;
      // Long enough for the console to wait for the same answer, and to go on from it too.
      const end = console.proxy.rule(({ path }) => path.startsWith(groups), {
        kind: "delay",
        milliseconds: 1_000,
      });
      const opened = await context.newPage();
      await opened.goto(at, { waitUntil: "commit" });
      await opened.getByRole("heading", { level: 1, name: title }).waitFor();
      await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      end();
      const asked = console.proxy.log.slice(before).filter(({ path }) => isCall(path));
      expect(asked.filter(({ path }) => path === groups)).toHaveLength(1);
      expect(repeated(asked)).toEqual([]);
    },
  );

  it("is asked for while the groups are on their way, where the address names the group", async () => {
    const context = await signedIn();
    const opened = await context.newPage();
    const categories = opened.waitForRequest((request) =>
      request.url().endsWith(`${groups}/2/categories`),
    );
    await opened.route(
      ({ pathname }) => pathname === groups,
      async (route) => {
        await categories;
        await route.continue();
      },
    );
    await opened.goto("/dashboard/content?group=2", { waitUntil: "commit" });
    await opened.getByRole("heading", { level: 1, name: "Content Library" }).waitFor();
    await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  });

  it("is that of the first group, where the one that the address names is gone", async () => {
    const { page, forgive } = await newOperator({ at: "/dashboard/content?group=999" });
    forgive(/status of 404/);
    await page.getByRole("row").nth(1).waitFor();
    expect(await page.getByRole("alert").all()).toEqual([]);
  });

  it("is not taken for an answer where it has more than 20 MB", async () => {
    const context = await signedIn({}, /SafeError: GET publishing\/categories\/\{id\}\/items: 200/);
    const opened = await context.newPage();
    // In letters of two bytes each: fewer of them than that.
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

  it("has a phone load the page's own code before the screen's", async () => {
    const context = await signedIn({ isPhone: true });
    const before = console.proxy.log.length;
    // As a phone's line is: without this the page's own script may run before the head start.
    const end = console.proxy.rule(({ path }) => path.startsWith("/assets/index-"), {
      kind: "delay",
      milliseconds: 1_000,
    });
    const opened = await context.newPage();
    await opened.goto("/dashboard/content");
    await opened.getByRole("heading", { level: 1, name: "Content Library" }).waitFor();
    await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    end();
    const asked = console.proxy.log.slice(before).map(({ path }) => path);
    const placeOf = (part: string) => asked.findIndex((path) => path.startsWith(part));
    for (const script of ["console", "content"]) {
      expect(placeOf(`/assets/${script}-`)).toBeGreaterThan(placeOf(groups));
    }
    expect(placeOf("/assets/index-")).toBeLessThan(placeOf(groups));
    expect(asked.filter((path, place) => asked.indexOf(path) !== place)).toEqual([]);
  });

  it.each(["/dashboard/content", "/dashboard/config"])(
    "has %s ask for the code that all screens share as the page's own begins to run, and once",
    async (at) => {
      const context = await signedIn();
      // React asks for this symbol when it comes to run.
      await context.addInitScript(() => {
        const symbolFor = Symbol.for;
        Symbol.for = (name) => {
          if (name === "react.context") {
            const links = document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]");
            window.askedBeforeReact ??= [...links].map(({ href }) => href);
          }
          return symbolFor(name);
        };
      });
      const before = console.proxy.log.length;
      const opened = await context.newPage();
      await opened.goto(at);
      await opened.getByRole("heading", { level: 1 }).waitFor();
      await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      const asked = await opened.evaluate(() => window.askedBeforeReact);
      expect(asked).toContainEqual(expect.stringContaining("/assets/console-"));
      const sent = console.proxy.log.slice(before).map(({ path }) => path);
      expect(sent.filter((path) => path.startsWith("/assets/console-"))).toHaveLength(1);
    },
  );

  it("has nobody without a session load the code of a screen", async () => {
    const { page } = await newOperator();
    const before = console.proxy.log.length;
    await page.goto("/dashboard/publishing");
    await page.getByRole("heading", { level: 1, name: "Admin Login" }).waitFor();
    const asked = console.proxy.log.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith("/assets/console-"))).toEqual([]);
  });

  it("is not asked for ahead by a script that comes when the console is here", async () => {
    const context = await signedIn();
    const before = console.proxy.log.length;
    let letHeadStartIn = () => {};
    const late = new Promise<void>((resolve) => {
      letHeadStartIn = resolve;
    });
    const opened = await context.newPage();
    await opened.route(/\/assets\/head-start-/, async (route) => {
      await late;
      await route.continue();
    });
    await opened.goto("/dashboard/content", { waitUntil: "commit" });
    await opened.getByRole("heading", { level: 1, name: "Content Library" }).waitFor();
    await opened.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    const script = opened.waitForResponse(/\/assets\/head-start-/);
    letHeadStartIn();
    await (await script).finished();
    await opened.waitForLoadState("load");
    expect(await opened.evaluate(() => window.headStart)).toBeNull();
    expect(repeated(console.proxy.log.slice(before).filter(({ path }) => isCall(path)))).toEqual(
      [],
    );
  });
});

const repeated = (calls: readonly { path: string }[]) => {
  const paths = calls.map(({ path }) => path);
  return paths.filter((path) => paths.indexOf(path) !== paths.lastIndexOf(path));
};

describe("What is shown", () => {
  it.each([
    ["/dashboard/config?tab=evergreen", 390],
    ["/dashboard/config?tab=integrations", 1440],
    ["/dashboard/config?tab=settings", 1440],
    ["/dashboard/publishing?tab=text", 1440],
    ["/dashboard/publishing?tab=text", 390],
  ])("does not jump while %s comes, %i px wide", async (at, width) => {
    const { page } = await newOperator({ at: "/login" });
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => {
      window.jumped = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as unknown as { value: number }[]) {
          window.jumped += value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(at);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    expect(await page.evaluate(() => window.jumped)).toBeLessThan(0.02);
  });

  it("stays where it was when the palette that the header opened is left", async () => {
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

  it("has the chosen tab in view where not all find room, and the page where it was", async () => {
    const { page } = await newOperator({ at: "/login" });
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
    // Without the focus, which a browser brings into view by itself.
    await page.goBack();
    await expect.poll(() => inView("Settings")).toBe(true);
  });

  it.each([1440, 390])("is the part of the pool where it was left, %i px wide", async (width) => {
    const { page } = await newOperator({ at: "/login" });
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/dashboard/content");
    const cards = page.locator("li[data-item]");
    await expect.poll(() => cards.count()).toBe(11);
    await cards.last().scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => scrollY);
    const left = await place();
    expect(left).toBeGreaterThan(844);
    // The router writes down where the page is, after a moment of rest.
    await page.waitForTimeout(500);
    await page.reload();
    await expect.poll(() => cards.count()).toBe(11);
    await expect.poll(place).toBe(left);
  });
});
