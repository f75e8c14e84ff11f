import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { serveKit } from "./support/kit-server";
import { openOver, overlays } from "./support/overlays";
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
/** Opens the oldest post: one that has just been published has no line yet. */
const opened = async (page: Page) => {
  await rows(page).first().waitFor();
  await rows(page)
    .last()
    .click({ position: { x: 200, y: 12 } });
};
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
  const sizes = [
    { width: 320, height: 256 },
    { width: 320, height: 180 },
  ];
  const withoutTab = ["search", "actions of an item", "actions of an account"];
  const dialogs = overlays.filter(({ name }) => !withoutTab.includes(name));

  it.each(dialogs)("every control of $name is reached and seen", async (overlay) => {
    const { page } = await newOperator({ at: dashboard });
    await openOver(page, overlay);
    const dialog = page.locator("[role=dialog], [role=alertdialog]").last();
    await dialog.locator("button").first().waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      const stops = await dialog.evaluate(
        (element) =>
          [...element.querySelectorAll("input, select, textarea, button, a[href], summary")].filter(
            (control) => control.checkVisibility() && !control.matches(":disabled"),
          ).length,
      );
      expect(stops).toBeGreaterThan(0);
      for (let stop = 0; stop <= stops; stop += 1) {
        await page.keyboard.press("Tab");
        expect(await unseen(page), `${size.width} × ${size.height}`).toBeUndefined();
      }
    }
  });
});

describe("In a window lower than the dialog, which slides in", () => {
  it.each([
    { width: 390, height: 400 },
    { width: 320, height: 180 },
  ])("the first field is in view at $width × $height", async (size) => {
    const { page } = await newOperator({ at: "/dashboard/config?tab=evergreen" });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.setViewportSize(size);
    await page.getByRole("button", { name: "Add category" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").waitFor();
    await dialog.evaluate((element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished)),
    );
    expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    expect(await unseen(page)).toBeUndefined();
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
    // The days before and after today: on a Monday, it is the first.
    const others = page.locator("div:has(~ [data-when=now]) > h3, [data-when=now] ~ div > h3");
    await differ(page.locator("[data-when=now] > h3"), others.first(), "border-bottom-style");
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

  it("progress is seen", async () => {
    const { page } = await newOperator({ at: "/dashboard/config?tab=settings#sale-rotator" });
    await page.emulateMedia({ forcedColors: "active" });
    const rotator = region(page, "Automated Weekly Sale Rotator");
    await rotator.getByRole("button", { name: "Confirmed Live Run" }).click();
    const run = page.getByRole("dialog", { name: "Confirmed Live Run" });
    const bar = run.getByRole("progressbar");
    await bar.waitFor();
    const [before] = await looksOf(page, [bar]);
    await run.getByRole("button", { name: "Proceed" }).click();
    await run.getByText("Just done").waitFor();
    const [after] = await looksOf(page, [bar]);
    expect(after).not.toBe(before);
    await run.getByRole("button", { name: "Stop", exact: true }).click();
    await run.waitFor({ state: "hidden" });
  });
});

/** How each place looks, once. */
const looksOf = async (page: Page, places: readonly Locator[], size = 0) => {
  const looks: string[] = [];
  for (const place of places) {
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    if (!box) throw new Error("The place is not shown.");
    const clip = { ...box, ...(size > 0 && { width: size }) };
    looks.push((await page.screenshot({ clip })).toString("base64"));
  }
  return new Set(looks);
};

describe.each(["light", "dark"] as const)("In forced colours on a %s ground", (colorScheme) => {
  it("each state of a dot, a tick and a switch looks otherwise", async () => {
    const kit = await serveKit();
    try {
      const { page, forgive } = await newOperator();
      // The page has no icon.
      forgive(/status of 404/);
      await page.emulateMedia({ forcedColors: "active", colorScheme });
      await page.goto(kit.address);
      const marks = page.getByRole("region", { name: "Badges, states, levels" });
      const dots = await marks.locator("[data-state]").all();
      expect(dots).toHaveLength(4);
      // The dot alone, without its word.
      expect((await looksOf(page, dots, 8)).size).toBe(4);
      const fields = page.getByRole("region", { name: "Fields" });
      const named = (role: "checkbox" | "switch", names: readonly string[]) =>
        names.map((name) => fields.getByRole(role, { name, exact: true }));
      const ticks = named("checkbox", ["Unchecked", "Checked", "Some", "Disabled"]);
      expect((await looksOf(page, ticks)).size).toBe(4);
      expect((await looksOf(page, named("switch", ["Off", "On", "Not now"]))).size).toBe(3);
    } finally {
      await kit.stop();
    }
  });

  it("the line of a chart is seen", async () => {
    const { page } = await newOperator({ at: dashboard });
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.reload();
    await opened(page);
    const dialog = page.getByRole("dialog", { name: "Post performance" });
    await dialog.locator("canvas").waitFor();
    // As the canvas resolves the colour that it is given.
    const contrast = await dialog.locator("canvas").evaluate((canvas) => {
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) throw new Error("There is no canvas.");
      const lightOf = (name: string) => {
        pen.fillStyle = getComputedStyle(canvas).getPropertyValue(name).trim();
        pen.fillRect(0, 0, 1, 1);
        const parts = [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0);
      };
      const [one, other] = [lightOf("--chart-line"), lightOf("--surface-2")];
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    });
    expect(contrast).toBeGreaterThanOrEqual(3);
  });
});

describe("On paper", () => {
  it("all rows of a dry run are printed", async () => {
    const { page } = await newOperator({ at: "/dashboard/config?tab=settings#sale-rotator" });
    const rotator = region(page, "Automated Weekly Sale Rotator");
    await rotator.getByRole("button", { name: "Dry Run" }).click();
    const results = rotator.getByRole("region", { name: "Dry Run Results" });
    const changes = results.getByRole("listitem");
    await changes.first().waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await changes.count()).toBeGreaterThan(1);
    for (const change of await changes.all()) {
      const isWhole = await change.evaluate((row) => {
        const list = row.closest("ul");
        return list !== null && list.scrollHeight <= list.clientHeight + 1 && row.clientHeight > 0;
      });
      expect(isWhole).toBe(true);
    }
    expect(await styleOf(changes.first(), "color")).toBe("rgb(0, 0, 0)");
  });

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
    await opened(page);
    const dialog = page.getByRole("dialog", { name: "Post performance" });
    await dialog.locator("canvas").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.locator("canvas").isVisible()).toBe(true);
    const figures = dialog.getByRole("table").or(dialog.locator("dl")).first();
    expect(await figures.isVisible()).toBe(true);
    expect(await styleOf(figures, "color")).toBe("rgb(0, 0, 0)");
    expect(await rows(page).first().isVisible()).toBe(false);
    expect(await styleOf(dialog, "background-color")).toBe("rgb(255, 255, 255)");
  });
});

describe("A machine that comes into another time zone while the tab is open", () => {
  it("has the times of the list, the calendar and a field in that zone at the next look", async () => {
    const { page, context } = await newOperator({ at: "/dashboard/publishing?tab=text" });
    const list = region(page, "Upcoming Scheduled Posts");
    await list.getByRole("listitem").first().waitFor();
    const browser = await context.newCDPSession(page);
    const travelTo = async (timezoneId: string) => {
      await browser.send("Emulation.setTimezoneOverride", { timezoneId });
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    };
    const first = list.locator("time[datetime]").first();
    const moment = new Date((await first.getAttribute("datetime")) ?? "");
    for (const zone of ["Asia/Kolkata", "Pacific/Marquesas"]) {
      await travelTo(zone);
      const here = new Intl.DateTimeFormat("en-GB", {
        timeZone: zone,
        hour: "2-digit",
        minute: "2-digit",
        timeZoneName: "short",
      });
      await expect.poll(() => first.textContent(), patiently).toContain(here.format(moment));
    }
    await list
      .getByRole("button", { name: /^Actions for post on / })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Reschedule…" }).click();
    const field = page.getByRole("dialog", { name: "Reschedule post" }).getByLabel("Publish at");
    await field.waitFor();
    const local = (zone: string) =>
      new Date(moment).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T").slice(0, 16);
    await expect.poll(() => field.inputValue(), patiently).toBe(local("Pacific/Marquesas"));
    await travelTo("Asia/Kolkata");
    await expect.poll(() => field.inputValue(), patiently).toBe(local("Asia/Kolkata"));
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
