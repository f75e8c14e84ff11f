import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import {
  alter,
  expectInAddress,
  hold,
  inAddress,
  ofScreens,
  overflow,
  refusals,
  refuse,
  said,
} from "./support/screen";
import { patiently } from "./support/uncovered";

let running: RunningConsole;
/** The id of a group without content. */
let empty: number;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
  const group = await running.write<{ id: number }>("publishing/account-groups", {
    name: "Prazna",
    description: null,
  });
  empty = group.id;
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const grouped = "/dashboard/dashboard";
/** A row per record, in the server's order. */
const at = `${grouped}?grouped=false`;
const table = (page: Page) => page.getByRole("table", { name: "Posts" });
const rows = (page: Page) => table(page).locator("tbody tr[data-post]");
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Post performance" });

/** Returns the posts that the server lists for the group, sort and category in the page's URL. */
async function listed(page: Page) {
  const groups = await running.read<{ id: number }[]>("publishing/account-groups");
  const query = new URLSearchParams({
    group_id: inAddress(page, "group") ?? String(groups[0]?.id),
    sortBy: inAddress(page, "sort") ?? "publish_at",
    sortOrder: inAddress(page, "order") ?? "desc",
    limit: "100",
  });
  const category = inAddress(page, "category");
  if (category) query.set("category_id", category);
  const posts = await running.read<{ scheduled_post_id: number }[]>(
    `publishing/performance/posts?${query}`,
  );
  return posts.map(({ scheduled_post_id }) => String(scheduled_post_id));
}

/** Returns true if the row is seen, or a part of it. */
const isInView = (row: Locator) =>
  row.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });

const shown = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("data-post")));

async function expectInStep(page: Page) {
  await expect.poll(() => shown(page)).toEqual(await listed(page));
}

describe("The sidebar", () => {
  it("gives its width to the page when collapsed, and takes it back when expanded", async () => {
    const { page } = await newOperator({ at, width: 1440 });
    const left = async () => (await page.getByRole("main").boundingBox())?.x;
    await rows(page).first().waitFor();
    expect(await left()).toBe(250);
    await page.getByRole("button", { name: "Collapse" }).click();
    await expect.poll(left).toBe(80);
    const links = page.getByRole("navigation", { name: "Main" });
    await expect.poll(async () => (await links.boundingBox())?.width).toBeLessThan(80);
    await page.reload();
    await rows(page).first().waitFor();
    expect(await left()).toBe(80);
    await page.getByRole("button", { name: "Expand" }).click();
    await expect.poll(left).toBe(250);
  });
});

describe("All Posts", () => {
  it("sorts by column header, combobox and order, filters, and keeps it all in the URL", async () => {
    const { page, newTab } = await newOperator({ at });
    await rows(page).first().waitFor();
    await table(page).getByRole("button", { name: "Likes" }).click();
    await expectInAddress(page, "sort", "likes");
    await expectInStep(page);
    const head = table(page).getByRole("columnheader", { name: "Likes" });
    expect(await head.getAttribute("aria-sort")).toBe("descending");
    const sort = page.getByRole("combobox", { name: "Sort by" });
    expect(await sort.inputValue()).toBe("likes");

    await sort.selectOption("Comments");
    await page.getByRole("button", { name: "Descending" }).click();
    await expectInAddress(page, "order", "asc");
    const category = page.getByRole("combobox", { name: "Category" });
    await category.selectOption("Zimski humor");
    await expect.poll(() => inAddress(page, "category")).not.toBeNull();
    await expectInStep(page);

    const copied = await newTab();
    await copied.goto(page.url());
    await page.reload();
    for (const tab of [page, copied]) {
      await rows(tab).first().waitFor();
      await expectInStep(tab);
      await tab.getByRole("button", { name: "Ascending" }).waitFor();
      expect(await tab.getByRole("combobox", { name: "Sort by" }).inputValue()).toBe("comments");
    }
    await page.goBack();
    await expectInAddress(page, "category", null);
    await expectInStep(page);
    await expectAccessible(page);
  });

  it("steps through the posts in the dialog by keyboard alone", async () => {
    const { page } = await newOperator({ at });
    const buttons = table(page).locator("tbody").getByRole("button");
    await buttons.first().waitFor();
    await buttons.first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page);
    await dialog.waitFor();
    const second = inAddress(page, "post");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => inAddress(page, "post")).not.toBe(second);
    await page.keyboard.press("ArrowLeft");
    await expectInAddress(page, "post", second);
    await dialog.getByRole("table", { name: "Snapshots" }).waitFor();
    await expectAccessible(page);
    // Tab cycles within the dialog, in both directions.
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
    // The first Escape may only close the tooltip of the focused button.
    await page.keyboard.press("Escape");
    if (await dialog.isVisible()) await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.dataset.post))
      .toBe(second);
  });

  it("opens a post by a link, and says when it could not be loaded", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    await rows(page).first().waitFor();
    const [, second = ""] = await listed(page);
    const allowed = await refuse(page, /performance\/posts\/\d+$/, "The database is being moved.");
    await page.goto(`${at}&post=${second}`);
    const dialog = dialogOf(page);
    await dialog.getByText("Failed to load performance details. Please try again.").waitFor();
    await expectAccessible(page);
    await allowed();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("Last updated").waitFor();
    await dialog.getByText(/^2 of \d+$/).waitFor();
    const likes = dialog.getByRole("button", { name: /^Likes/ });
    await likes.click();
    expect(await likes.getAttribute("aria-pressed")).toBe("true");
    await dialog.getByRole("link", { name: /^View post/ }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Next post" }).click();
    await dialog.getByText(/^3 of \d+$/).waitFor();
    await page.keyboard.press("Escape");
    await expectInAddress(page, "post", null);
  });

  it("exports the listed posts as CSV, and disables the export when there are none", async () => {
    const { page } = await newOperator({ at });
    await rows(page).first().waitFor();
    const count = (await listed(page)).length;
    const button = page.getByRole("button", { name: "Export CSV" });
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await said(page, `${count} posts exported.`);
    const text = await readFile(await download.path(), "utf8");
    expect(text.split(/\r?\n/)[0]).toContain("Impressions");
    expect(text).toContain("Dnevna inspiracija");

    await page.goto(`${at}&group=${empty}`);
    await page.getByText("No performance data available yet.").waitFor();
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(page);
  });

  it("loads 100 posts at a time, and keeps the loaded count over a reload and in the CSV", async () => {
    const { page } = await newOperator({ at });
    await rows(page).first().waitFor();
    // Faked: no group has published that many posts in its first minute.
    await alter<{ scheduled_post_id: number }[]>(page, /performance\/posts\?/, ([post], address) =>
      Array.from({ length: 130 }, (_, n) => ({ ...post, scheduled_post_id: 1000 + n })).slice(
        0,
        Number(address.searchParams.get("limit")),
      ),
    );
    await page.reload();
    await page.getByText("The first 100 posts in this order.").waitFor();
    await expect.poll(() => rows(page).count()).toBe(100);
    // Far rows are whole too, for the browser's own search and for copying.
    expect(await rows(page).nth(99).getByRole("cell").count()).toBe(9);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Load More" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("130 posts.", { exact: true }).waitFor();
    expect(await rows(page).count()).toBe(130);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-post")))
      .toBe("1100");
    await page.reload();
    await page.getByText("130 posts.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Export CSV" }).click();
    await said(page, "130 posts exported.");
  });

  it("lets the browser's search find a post far below, as it is written there", async () => {
    const { page } = await newOperator({ at });
    await rows(page).first().waitFor();
    // Faked: no group has published that many posts in its first minute.
    await alter<{ scheduled_post_id: number }[]>(page, /performance\/posts\?/, ([post]) =>
      Array.from({ length: 100 }, (_, n) => ({
        ...post,
        scheduled_post_id: 1000 + n,
        text_content: `Objava broj ${n}.`,
      })),
    );
    await page.reload();
    await expect.poll(() => rows(page).count(), patiently).toBe(100);
    const last = rows(page).nth(99);
    expect(await isInView(last)).toBe(false);
    // The search of Ctrl+F has no interface for a page or a test; this one finds what that one does.
    const found = await page.evaluate("window.find('Objava broj 99.')");
    expect(found).toBe(true);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("Objava broj 99.");
    await expect.poll(() => isInView(last), patiently).toBe(true);
  });

  it("lets the text of a row be marked and copied, and opens at a click on it", async () => {
    const { page, context } = await newOperator({ at });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const words = rows(page).first().locator("th").getByText(/\S/).last();
    await words.waitFor();
    const marked = () => page.evaluate(() => getSelection()?.toString() ?? "");

    await words.dblclick({ position: { x: 12, y: 8 } });
    expect(await marked()).toMatch(/^\S+\s?$/);
    const box = await words.boundingBox();
    if (!box) throw new Error("The text is not in view.");
    await page.mouse.move(box.x + 2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 8, { steps: 5 });
    await page.mouse.up();
    expect((await marked()).length).toBeGreaterThan(3);
    expect(inAddress(page, "post")).toBeNull();

    // Down to the row below: both are copied whole. A drag of what is marked would move the text.
    await page.getByRole("heading", { level: 1 }).click();
    await page.mouse.move(box.x + 2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 66, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.press("ControlOrMeta+c");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [head, ...posts] = copied.trim().split(/\r?\n(?=Post ID|\d+\t)/);
    expect(head).toMatch(/^Post ID\tText\t/);
    expect(posts.map((post) => post.split("\t")[0])).toEqual((await shown(page)).slice(0, 2));

    await page.getByRole("heading", { level: 1 }).click();
    await words.click({ position: { x: 12, y: 8 } });
    await dialogOf(page).waitFor();
  });

  it("refreshes the Instagram figures and reloads, and says when there is no Instagram account", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    await rows(page).first().waitFor();
    const button = page.getByRole("button", { name: "Refresh Instagram Data" });
    const reloads = () => running.proxy.seen("GET", /performance\/posts\?/).length;
    await button.click();
    await said(page, "The figures reload in 5 seconds.");
    const before = reloads();
    await expect.poll(reloads).toBeGreaterThan(before);

    await page.goto(`${at}&group=${empty}`);
    await button.click();
    await said(page, "Failed to refresh Instagram data.");
    await said(page, "This group has no Instagram account.");
  });
});

describe("By Category", () => {
  it("shows the summary, says when it failed to load, and links to a category's posts", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const allowed = await refuse(page, /summary\/by-category/, "The database is being moved.");
    await page.getByRole("tab", { name: "By Category" }).click();
    const panel = page.getByRole("tabpanel");
    await panel.getByText("Failed to load category performance data.").waitFor();
    await expectAccessible(page);
    await allowed();
    await panel.getByRole("button", { name: "Try again" }).click();
    const link = panel.getByRole("link").first();
    await link.waitFor();
    await expectAccessible(page);
    await link.click();
    await table(page).waitFor();
    expect(inAddress(page, "category")).not.toBeNull();
    await expectInStep(page);
    await page.goBack();
    await page.getByRole("tab", { name: "By Category", selected: true }).waitFor();
    await page.goto(`${at}&group=${empty}&tab=categories`);
    await panel.getByText("No performance data available yet.").waitFor();
    await expectAccessible(page);
  });
});

describe("The Dashboard", () => {
  it("is accessible in a small window, while it loads and when it fails", async () => {
    const { page, forgive } = await newOperator({ at: grouped, width: 390 });
    forgive(refusals);
    const toggle = page.getByRole("button", { name: /^\d accounts$/ }).first();
    await toggle.click();
    expect(await toggle.getAttribute("aria-expanded")).toBe("true");
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await table(page).locator("tbody tr").first().click();
    await dialogOf(page).getByText("Last updated").waitFor();
    await expectAccessible(page);

    // At tablet width the sidebar leaves the page as little room as it has on a phone.
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(at);
    const chosen = await page.getByRole("combobox", { name: "Category" }).boundingBox();
    expect(chosen?.width).toBeGreaterThan(100);
    await page.setViewportSize({ width: 390, height: 844 });

    const allowed = await refuse(page, ofScreens, "The database is being moved.");
    await page.goto(at);
    await page.getByText("Failed to load performance data. Please try again.").waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await allowed();

    await hold(page, ofScreens);
    await page.goto(at);
    await page.getByText("Loading posts").waitFor({ state: "attached" });
    await expectAccessible(page);
    await page.goto(`${at}&tab=categories`);
    await page.getByText("Loading categories").waitFor({ state: "attached" });
    await expectAccessible(page);
  });
});
