import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type Console, startConsole } from "./support/console";

let console: Console;

beforeAll(async () => {
  console = await startConsole({ seed: true, speed: 1 });
});
afterAll(() => console.stop());

const { newOperator } = openBrowser(() => console.address);

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function pending() {
  return console.read<{ id: number }[]>(
    "publishing/content-queue?status=pending_approval&limit=1000",
  );
}

describe("Publishing", () => {
  it("approves several at once, and says what became of each", async () => {
    const { page } = await newOperator({ at: "/dashboard/publishing" });
    const queue = region(page, "Content Approval Queue");
    await queue.getByRole("checkbox").first().check();
    await queue.getByRole("button", { name: /^Select all/ }).click();
    await expectAccessible(page);
    const before = (await pending()).length;
    await queue.getByRole("button", { name: "Approve selected" }).click();
    const result = queue.getByRole("group", { name: "Result" });
    await result.waitFor();
    const done = await result.getByRole("listitem").count();
    expect(done).toBeGreaterThan(0);
    expect((await pending()).length).toBe(before - done);
    await expectAccessible(page);
  });

  it("lets the queue be emptied with the keyboard alone", async () => {
    const { page } = await newOperator({ at: "/dashboard/publishing" });
    const queue = region(page, "Content Approval Queue");
    for (const tab of ["Image/Video Posts", "Text-Only Posts"]) {
      await page.getByRole("tab", { name: tab }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: tab, selected: true }).waitFor();
      const approve = queue.getByRole("button", { name: "Approve", exact: true });
      await approve.first().waitFor();
      const more = queue.getByRole("button", { name: "Load More" });
      while (await more.isVisible()) {
        const shown = await approve.count();
        await more.focus();
        await page.keyboard.press("Enter");
        await expect
          .poll(async () => (await approve.count()) > shown || !(await more.isVisible()), {
            timeout: 10_000,
          })
          .toBe(true);
      }
      for (let left = await approve.count(); left > 0; left -= 1) {
        if (!(await queue.locator("li:focus").count())) await page.keyboard.press("j");
        // Longer than what is taken for a key that bounced.
        await page.waitForTimeout(450);
        await page.keyboard.press(left % 2 === 0 ? "a" : "r");
        await expect.poll(() => approve.count(), { timeout: 10_000 }).toBeLessThan(left);
      }
    }
    await expect.poll(async () => (await pending()).length).toBe(0);
    await expectAccessible(page);
  });

  it("keeps tab and view over reload, Back and a copied address", async () => {
    const { page, newTab } = await newOperator({ at: "/dashboard/publishing" });
    await page.getByRole("tab", { name: "Text-Only Posts" }).click();
    const upcoming = region(page, "Upcoming Scheduled Posts");
    await upcoming.getByText("Calendar").click();
    await upcoming.getByRole("region", { name: "Week" }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await upcoming.getByRole("region", { name: "Week" }).waitFor();
    const copied = await newTab();
    await copied.goto(page.url());
    await region(copied, "Upcoming Scheduled Posts")
      .getByRole("region", { name: "Week" })
      .waitFor();
    await page.goBack();
    await expect.poll(() => upcoming.getByRole("region", { name: "Week" }).count()).toBe(0);
  });

  it("asks before clearing, with all groups named, and clears", async () => {
    const { page } = await newOperator({ at: "/dashboard/publishing" });
    const maintenance = region(page, "Maintenance");
    await region(page, "Failed Posts")
      .getByText(/Retry|on the other tab/)
      .first()
      .waitFor();
    await maintenance.getByRole("button", { name: "Clear failed posts" }).click();
    const question = page.getByRole("alertdialog", {
      name: "Clear failed posts of all groups?",
    });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Clear failed posts" }).click();
    await page.getByText(/^Cleared \d+ failed posts?\./).waitFor();
    await question.waitFor({ state: "hidden" });
  });

  it("scrolls nowhere sideways at 360 px", async () => {
    const { page } = await newOperator({ at: "/dashboard/publishing", width: 360 });
    await region(page, "Recently Published").waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe("Dashboard", () => {
  it("goes through the posts of the list in the dialog, by keyboard alone", async () => {
    const { page } = await newOperator({ at: "/dashboard/dashboard" });
    const rows = page.getByRole("table", { name: "Posts" }).locator("tbody").getByRole("button");
    await rows.first().waitFor();
    await rows.first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Post performance" });
    await dialog.waitFor();
    const second = new URL(page.url()).searchParams.get("post");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => new URL(page.url()).searchParams.get("post")).not.toBe(second);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => new URL(page.url()).searchParams.get("post")).toBe(second);
    await expectAccessible(page);
    // Tab goes round within the dialog and comes back, in either direction.
    const focused = () =>
      page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? "");
    for (const key of ["Tab", "Shift+Tab"]) {
      const seen = new Set<string>();
      for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press(key);
        seen.add(await focused());
      }
      expect(seen.size, key).toBeGreaterThan(3);
    }
    // The first may only take away the tooltip of the button that Tab has come to.
    await page.keyboard.press("Escape");
    if (await dialog.isVisible()) await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("saves what is listed as CSV", async () => {
    const { page } = await newOperator({ at: "/dashboard/dashboard" });
    await page.getByRole("table", { name: "Posts" }).getByRole("button").first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  });

  it("sums up by category and leads to a category's posts", async () => {
    const { page } = await newOperator({ at: "/dashboard/dashboard" });
    await page.getByRole("tab", { name: "By Category" }).click();
    const link = page.getByRole("tabpanel").getByRole("link").first();
    await link.waitFor();
    await expectAccessible(page);
    await link.click();
    await page.getByRole("table", { name: "Posts" }).waitFor();
    expect(new URL(page.url()).searchParams.get("category")).not.toBeNull();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
