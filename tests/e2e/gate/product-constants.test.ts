import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser";
import { type RunningConsole, startConsole } from "../support/console";
import { region } from "../support/screen";

// The sizes and positions of the specification's section 9, copied by hand, measured in the
// browser.

let running: RunningConsole;
let group: number;

beforeAll(async () => {
  running = await startConsole();
  const name = "Zimska kolekcija jakni, dukserica i šalova";
  const made = await running.write<{ id: number }>("publishing/account-groups", {
    name,
    description: null,
  });
  group = made.id;
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      running.write(`admin/newsletter/subscribers/${group}`, {
        email: `citalac${n}@example.com`,
        name: null,
      }),
    ),
  );
  await running.write(`publishing/account-groups/${group}/integrations`, {
    platform: "shopify",
    store_name: "zimska.myshopify.com",
    credentials: { api_key: "good", password: "good", webhook_secret: "good" },
  });
  await running.replace(`admin/sale-rotator/settings/${group}`, {
    is_active: true,
    rotator_count: 20,
    rotator_no_change_count: 20,
    print_count: 10,
    cooldown_days: 7,
    rotator_discount_percent: 20,
    print_discount_percent: 15,
    sale_tag: "sale",
  });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const widthOf = async (element: Locator) => (await element.boundingBox())?.width;
const heightOf = async (element: Locator) => (await element.boundingBox())?.height;
const styleOf = (element: Locator, name: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), name);

describe("The shell", () => {
  it("has a sidebar of 250 px, or of 80 px when collapsed, animated for 0.3 s", async () => {
    const { page } = await newOperator({ at: "/dashboard/content" });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const sidebar = page.getByRole("navigation", { name: "Main" }).locator("..");
    expect(await widthOf(sidebar)).toBe(250);
    expect(await styleOf(sidebar, "transition-property")).toBe("width");
    expect(await styleOf(sidebar, "transition-duration")).toBe("0.3s");
    await page.getByRole("button", { name: "Collapse" }).click();
    await expect.poll(() => widthOf(sidebar)).toBe(80);
  });

  it("truncates the name of a group at 120 px", async () => {
    const { page } = await newOperator({ at: "/dashboard/content" });
    const label = region(page, "Active Group")
      .getByRole("button", { name: /^Zimska kolekcija/ })
      .getByText("Zimska kolekcija");
    expect(await widthOf(label)).toBe(120);
    expect(await styleOf(label, "text-overflow")).toBe("ellipsis");
  });

  it("is dark", async () => {
    const { page } = await newOperator({ at: "/dashboard/content" });
    await page.emulateMedia({ colorScheme: "light" });
    expect(await styleOf(page.locator("html"), "color-scheme")).toContain("dark");
  });
});

describe("Toasts", () => {
  /** Returns the distances of the list of toasts from the window's sides, in px. */
  async function place(page: Page) {
    const box = await page
      .getByRole("region", { name: /^Notifications/ })
      .getByRole("list")
      .boundingBox();
    const window = page.viewportSize();
    if (!box || !window) throw new Error("There is no list of toasts.");
    return {
      top: box.y,
      left: box.x,
      right: window.width - box.x - box.width,
      bottom: window.height - box.y - box.height,
    };
  }

  it("are at the bottom right of the shell", async () => {
    const { page } = await newOperator({ at: "/dashboard/publishing" });
    const run = { name: "Run Daily Planner" };
    await page.getByRole("button", run).click();
    await page.getByRole("alertdialog").getByRole("button", run).click();
    await page
      .getByRole("region", { name: /^Notifications/ })
      .getByRole("listitem")
      .waitFor();
    const { top, left, right, bottom } = await place(page);
    expect(right).toBeLessThan(40);
    expect(bottom).toBeLessThan(40);
    expect(left).toBeGreaterThan(600);
    expect(top).toBeGreaterThan(400);
  });
});

describe("Lists that scroll", () => {
  it("subscribers at a height of 300 px", async () => {
    const { page } = await newOperator({ at: `/dashboard/config?group=${group}&tab=newsletter` });
    const list = page.getByRole("list", { name: "Subscribers" });
    await list.getByText("citalac0@example.com").waitFor();
    const scroller = list.locator("xpath=ancestor-or-self::*[contains(@style, 'height')][last()]");
    const height = await heightOf(scroller);
    expect(height).toBe(300);
    expect(await scroller.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
  });

  it("dry run results at a height of 200 px", async () => {
    const { page } = await newOperator({ at: `/dashboard/config?group=${group}#sale-rotator` });
    const rotator = region(page, "Automated Weekly Sale Rotator");
    await rotator.getByRole("button", { name: "Dry Run", exact: true }).click();
    const list = region(page, "Dry Run Results").getByRole("list").first();
    await list.waitFor();
    const heights = await list.evaluate((node) => {
      const found: string[] = [];
      for (let part: Element | null = node; part; part = part.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(part).overflowY))
          found.push(getComputedStyle(part).height);
      }
      return found;
    });
    expect(heights[0]).toBe("200px");
  });
});

describe("The Content-Security-Policy", () => {
  // For hosts that send no header. A meta element cannot carry frame-ancestors.
  it("is in the built page itself", async () => {
    const page = await readFile("dist/index.html", "utf8");
    const [, policy = ""] =
      /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page) ?? [];
    expect(policy.replaceAll("&#39;", "'").split("; ").sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-src 'self'",
      "img-src 'self' https: data: blob:",
      "manifest-src 'self'",
      "media-src 'self' https: blob:",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "script-src-attr 'none'",
      "style-src 'self'",
      "style-src-attr 'none'",
      "trusted-types own-worker",
      "worker-src 'self'",
    ]);
  });

  it("is in the page of the mail preview, and allows its only script by the script's hash", async () => {
    const page = await readFile("dist/preview.html", "utf8");
    const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/gi)];
    expect(scripts).toHaveLength(1);
    const hash = createHash("sha256")
      .update(scripts[0]?.[1] ?? "")
      .digest("base64");
    const [, policy = ""] =
      /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page) ?? [];
    expect(policy.split("; ").sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "img-src 'self' https: data: http:",
      `script-src 'sha256-${hash}'`,
      "script-src-attr 'none'",
      "style-src 'unsafe-inline'",
      "worker-src blob:",
    ]);
  });
});
