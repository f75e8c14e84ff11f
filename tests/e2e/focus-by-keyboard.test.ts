import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addBrand, type Row } from "./support/brand";
import { openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { byKeyboard, hasFocus, tabTo } from "./support/input-device";
import { region } from "./support/screen";
import { patiently } from "./support/uncovered";

const texts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `Objava broj ${number}.`);

let running: RunningConsole;
let group: number;
/** The posts of the brand, in the order of the queue. */
let posts: readonly number[];

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
  ({ id: group } = await addBrand(running, "Tastatura", ["tastatura.bsky.social"], texts));
  posts = (
    await running.read<(Row & { category_name: string })[]>(
      "publishing/content-queue?status=pending_approval&limit=1000",
    )
  )
    .filter(({ category_name }) => category_name === "Tastatura: dnevno")
    .map(({ id }) => id);
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const ownPosts = () => `/dashboard/publishing?tab=text&of=group&group=${group}`;
const button = (place: Page | Locator, name: string) =>
  place.getByRole("button", { name, exact: true });
const queueOf = (page: Page) => region(page, "Content Approval Queue");
const cardOf = (page: Page, place: number) =>
  queueOf(page).locator(`[data-post="${posts.at(place)}"]`);
const focuses = (target: Locator) => expect.poll(() => hasFocus(target), patiently).toBe(true);

/** Expects the element in the window, with nothing over its corners. */
const expectInView = (target: Locator) =>
  expect
    .poll(
      () =>
        target.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return [top + 1, bottom - 1].every((y) =>
            [left + 8, right - 8].every((x) => {
              const hit = document.elementFromPoint(x, y);
              return hit !== null && element.contains(hit);
            }),
          );
        }),
      patiently,
    )
    .toBe(true);

describe("By keyboard alone, the focus goes on", () => {
  it("at the first of the posts that 'Load More' has loaded, page after page", async () => {
    const { page } = await newOperator({ at: ownPosts() });
    const input = byKeyboard(page);
    for (const first of [5, 10]) {
      await input.press(button(queueOf(page), "Load More"));
      await focuses(cardOf(page, first));
      await expectInView(cardOf(page, first));
    }
  });

  it("at the card of the post when the selection is cleared", async () => {
    const { page } = await newOperator({ at: ownPosts() });
    const input = byKeyboard(page);
    await cardOf(page, 1).waitFor();
    for (const key of ["j", "j", "Space"]) await page.keyboard.press(key);
    await input.press(button(queueOf(page), "Clear selection"));
    await focuses(cardOf(page, 1));
    await page.keyboard.press("j");
    await focuses(cardOf(page, 2));
  });

  it("at the first post that waits when the result of many decisions is closed", async () => {
    const { page } = await newOperator({ at: ownPosts() });
    const input = byKeyboard(page);
    await cardOf(page, 1).waitFor();
    for (const key of ["j", "Space", "j", "Space"]) await page.keyboard.press(key);
    await input.press(button(queueOf(page), "Reject selected"));
    await input.press(button(queueOf(page).getByRole("group", { name: "Result" }), "Close"));
    await focuses(cardOf(page, 2));
  });

  it("in the failed posts when all were retried, and when that result is closed", async () => {
    const { page } = await newOperator({ at: "/dashboard/publishing?tab=text" });
    const input = byKeyboard(page);
    const failed = region(page, "Failed Posts");
    await input.press(button(failed, "Retry all"));
    await input.press(button(page.getByRole("alertdialog"), "Retry all"));
    const result = failed.getByRole("group", { name: "Result" });
    await result.waitFor();
    await focuses(result.getByRole("status"));
    await input.press(button(result, "Close"));
    await focuses(failed);
  });

  it("on the posts of the category that By Category leads to", async () => {
    const { page } = await newOperator({ at: "/dashboard/dashboard?tab=categories" });
    const categories = page.getByRole("table", { name: "Categories" });
    await byKeyboard(page).press(categories.getByRole("link").first());
    await page.getByRole("table", { name: "Posts" }).waitFor();
    await focuses(page.getByRole("tabpanel", { name: "All Posts" }));
    await page.keyboard.press("Tab");
    await focuses(page.getByRole("searchbox", { name: "Search posts" }));
  });

  it("in the section of Configuration that a link of its index leads to", async () => {
    const { page } = await newOperator({ at: "/dashboard/config" });
    const input = byKeyboard(page);
    const sections = page.getByRole("navigation", { name: "Sections" });
    await input.press(sections.getByRole("link", { name: "Products" }));
    await focuses(button(page, "Product Catalog Manager"));
    await input.press(sections.getByRole("link", { name: "Group Settings" }));
    await focuses(page.getByRole("tab", { name: "Social Accounts" }));
  });

  it("in the sample data of the newsletter when a product of it is removed", async () => {
    const { page } = await newOperator({ at: "/dashboard/config?tab=newsletter" });
    const input = byKeyboard(page);
    await input.press(button(page, "Sample data"));
    await input.press(button(page, "Remove Product 1"));
    await focuses(page.getByRole("group", { name: "Sample data" }));
  });

  it("on a row of the Dashboard's table that its heads do not cover", async () => {
    const { page } = await newOperator({ at: "/dashboard/dashboard?grouped=false" });
    const rows = page.getByRole("table", { name: "Posts" }).locator("tbody tr");
    await tabTo(page, rows.first().getByRole("button"));
    for (let row = 0; row < 20; row += 1) await page.keyboard.press("ArrowDown");
    for (let row = 0; row < 16; row += 1) await page.keyboard.press("ArrowUp");
    await focuses(rows.nth(4).getByRole("button"));
    await expectInView(rows.nth(4));
  });
});
