import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { closeAndStay, overflow, region } from "./support/screen";
import { patiently } from "./support/uncovered";

/** How operators set their browser or system: a large font, much zoom, few colours, paper. */
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const dashboard = "/dashboard/dashboard";
const rows = (page: Page) => page.getByRole("table", { name: "Posts" }).locator("tbody tr");
const subscribers = (page: Page) => region(page, "Subscribers").getByRole("listitem");
const styleOf = (target: Locator, property: string) =>
  target.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
const heightOf = async (target: Locator) => (await target.boundingBox())?.height;

describe("With the browser's font at 32 px instead of 16", () => {
  it("texts and controls are twice as large, and no screen is wider than the window", async () => {
    const { page, context } = await newOperator({ at: dashboard });
    const exportCsv = page.getByRole("button", { name: "Export CSV" });
    await exportCsv.waitFor();
    const [font, height] = [await styleOf(page.locator("body"), "font-size"), "32px"];
    expect([font, await styleOf(exportCsv, "height")]).toEqual(["13px", height]);

    const browser = await context.newCDPSession(page);
    await browser.send("Page.enable");
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    await page.reload();
    await exportCsv.waitFor();
    expect(await styleOf(page.locator("body"), "font-size")).toBe("26px");
    // As wide as a phone at this size, and so as high as a phone's.
    expect(await styleOf(exportCsv, "height")).toBe("80px");
    for (const screen of [
      "content",
      "dashboard",
      "publishing",
      "config",
      "config?tab=newsletter",
    ]) {
      await page.goto(`/dashboard/${screen}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
    await subscribers(page).first().waitFor();
    expect(await heightOf(subscribers(page).first())).toBe(80);
  });
});

/** Returns the focused control if less of it is seen than is needed to use it. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const control = document.activeElement;
    if (!control || control.matches("body, [role$=dialog]")) return undefined;
    const { left, right, top, bottom, height } = control.getBoundingClientRect();
    const seen = [Math.max(top, 0), Math.min(bottom, innerHeight)] as const;
    // The browser scrolls a large field or picture only as far as the caret or its edge.
    const isSeen = seen[1] - seen[0] > Math.min(height * 0.8, 20);
    const hit = isSeen && document.elementFromPoint((left + right) / 2, (seen[0] + seen[1]) / 2);
    const isHit = hit && (control.contains(hit) || hit.closest("label")?.contains(control));
    if (isHit && left >= -1 && right <= innerWidth + 1) return undefined;
    return control.outerHTML.slice(0, 200);
  });

describe("At 400 % zoom", () => {
  const dialogs = [
    "content?dialog=new-group",
    "content?dialog=new-item",
    "config?dialog=add-account",
    "config?dialog=template",
    "config?dialog=product",
  ];
  it.each([
    { width: 320, height: 256 },
    { width: 320, height: 180 },
  ])("every control of a dialog is reached and seen in $width × $height", async (size) => {
    const { page } = await newOperator({ at: dashboard });
    await page.setViewportSize(size);
    for (const at of dialogs) {
      await page.goto(`/dashboard/${at}`);
      const dialog = page.getByRole("dialog");
      await dialog.locator("form").waitFor();
      const stops = await dialog.evaluate(
        (element) => element.querySelectorAll("input, select, textarea, button").length,
      );
      for (let stop = 0; stop < stops; stop += 1) {
        expect(await unseen(page), at).toBeUndefined();
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Escape");
    }
  });
});

describe("In forced colours", () => {
  it("every state can be told", async () => {
    const { page } = await newOperator({ at: dashboard });
    await page.emulateMedia({ forcedColors: "active" });
    const differ = async (one: Locator, other: Locator, property = "background-color") =>
      expect(await styleOf(one, property)).not.toBe(await styleOf(other, property));
    const groups = page.getByRole("button", { pressed: true });
    await differ(groups.first(), page.getByRole("button", { pressed: false }).first());
    const pages = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await differ(pages.filter({ hasText: "Dashboard" }), pages.filter({ hasText: "Publishing" }));
    const bars = rows(page).locator("[data-level='2'] [aria-hidden]").first().locator("span");
    await differ(bars.first(), bars.last());
    // The lightest marks would not be seen on white.
    const marks = rows(page).locator("svg[style*='--pf-']");
    const inks = await marks.evaluateAll((all) => all.map((mark) => getComputedStyle(mark).fill));
    expect(new Set(inks)).toEqual(new Set([await styleOf(page.locator("body"), "color")]));

    await page.goto("/dashboard/publishing?view=calendar");
    const segments = page.getByRole("radiogroup").first().locator("label");
    await segments.first().waitFor();
    await differ(segments.first(), segments.last());
    const ticks = region(page, "Content Approval Queue").getByRole("checkbox");
    await ticks.first().check();
    await differ(ticks.first(), ticks.last());
    const cards = region(page, "Content Approval Queue").locator("li[data-post]");
    await differ(cards.first(), cards.last(), "outline-style");
    const days = page.locator("[data-when] > h3");
    await differ(page.locator("[data-when=now] > h3"), days.first(), "border-bottom-style");
    const legend = page.locator("li[data-hue]");
    await legend.first().waitFor();
    // At the end of a week, most posts are in the next.
    if ((await legend.count()) < 2) {
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await legend.nth(1).waitFor();
    }
    const kinds = await legend.evaluateAll((all) => [
      ...new Set(
        all.map((group) => {
          const { borderInlineStartStyle: style, borderInlineStartWidth: width } =
            getComputedStyle(group);
          return `${group.getAttribute("data-hue")} ${style} ${width}`;
        }),
      ),
    ]);
    expect(kinds.length).toBeGreaterThan(1);
    expect(new Set(kinds.map((kind) => kind.slice(2))).size).toBe(kinds.length);
  });
});

describe("On paper", () => {
  it("the Dashboard is a table with every column, dark on white", async () => {
    const { page } = await newOperator({ at: dashboard });
    await rows(page).first().waitFor();
    // A4 within its margins.
    await page.setViewportSize({ width: 703, height: 1_000 });
    await page.emulateMedia({ media: "print" });
    const heads = page.getByRole("table", { name: "Posts" }).locator("thead th");
    const places = await heads.evaluateAll((all) =>
      all.map((head) => head.getBoundingClientRect().right),
    );
    expect(places).toHaveLength(10);
    expect(Math.max(...places)).toBeLessThanOrEqual(703);
    expect(await styleOf(rows(page).first(), "display")).toBe("table-row");
    expect(await styleOf(page.locator("body"), "color")).toBe("rgb(0, 0, 0)");
    expect(await styleOf(page.locator("body"), "background-color")).toBe("rgb(255, 255, 255)");
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
  });

  it("all subscribers are listed, not only those in view", async () => {
    const { page } = await newOperator({ at: "/dashboard/config?tab=newsletter" });
    await subscribers(page).first().waitFor();
    const all = Number(await subscribers(page).first().getAttribute("aria-setsize"));
    expect(await subscribers(page).count()).toBeLessThan(all);
    // As the browser does before it prints.
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    expect(await subscribers(page).count()).toBe(all);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect.poll(() => subscribers(page).count(), patiently).toBeLessThan(all);
  });

  it("an open dialog is alone", async () => {
    const { page } = await newOperator({ at: dashboard });
    await rows(page).first().click();
    const dialog = page.getByRole("dialog", { name: "Post performance" });
    await dialog.locator("canvas").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await dialog.isVisible()).toBe(true);
    expect(await rows(page).first().isVisible()).toBe(false);
    expect(await styleOf(dialog, "background-color")).toBe("rgb(255, 255, 255)");
  });
});

describe("The browser asks before the tab is closed", () => {
  it("while a typed text is not saved, and not afterwards", async () => {
    const { page } = await newOperator({ at: "/dashboard/content?dialog=new-group" });
    const name = page.getByRole("textbox", { name: "Group Name" });
    await name.pressSequentially("Zima u gradu");
    await closeAndStay(page);
    expect(await name.inputValue()).toBe("Zima u gradu");

    await page.getByRole("button", { name: "Create Group" }).click();
    await page.getByRole("button", { name: "Zima u gradu", pressed: true }).waitFor();
    await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  });
});
