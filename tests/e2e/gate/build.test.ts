import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser";
import { type RunningConsole, startConsole } from "../support/console";
import { hasFocus } from "../support/input-device";
import { region, said } from "../support/screen";

// One fact of each kind that the sources have and a build can lose.

let running: RunningConsole;
/** A group of the seed, with accounts on X and measured posts. */
let group: number | undefined;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
  const groups = await running.read<{ id: number; name: string }[]>("publishing/account-groups");
  group = groups.find(({ name }) => name === "Zimska kolekcija")?.id;
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const button = (place: Page | Locator, name: string) =>
  place.getByRole("button", { name, exact: true });
const expectFocusOn = (opener: Locator) => expect.poll(() => hasFocus(opener)).toBe(true);

describe("The built console", () => {
  it("counts a text on X with endings beyond the most common ones", async () => {
    const { page } = await newOperator({ at: `/dashboard/config?group=${group}&tab=direct` });
    await page
      .getByRole("textbox", { name: "Text content" })
      // 255 characters, and two links that count as 23 each.
      .fill(`${"Novo na blogu. ".repeat(17)} example.de example.at`);
    await page.getByText("303 / 280 · 23 over").waitFor();
  });

  it("previews a mail", async () => {
    const { page } = await newOperator({ at: `/dashboard/config?group=${group}&tab=newsletter` });
    await button(page, "Insert starter template").click();
    const mail = page.frameLocator('iframe[title="Mail preview"]');
    await mail.getByText("Zdravo, Milica!").waitFor();
  });

  it("draws the chart of a measured post", async () => {
    const { page } = await newOperator({ at: `/dashboard/dashboard?group=${group}` });
    await page.getByRole("table", { name: "Posts" }).locator("tbody tr").last().click();
    const chart = page
      .getByRole("dialog", { name: "Post performance" })
      .getByRole("img", { name: / over \d+ snapshots$/ });
    await expect.poll(() => chart.locator("canvas").evaluate(isDrawnOn)).toBe(true);
  });

  it("asks for the groups before its code runs, and for nothing twice", async () => {
    const { context } = await newOperator();
    await context.addInitScript((token) => {
      // The empty page of a new tab has no storage.
      if (location.protocol !== "about:") localStorage.setItem("accessToken", token);
    }, running.token);
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/index-/, async (route) => {
      await held;
      await route.continue();
    });
    const begin = running.proxy.log.length;
    const calls = () =>
      running.proxy.log
        .slice(begin)
        .map(({ path }) => path)
        .filter((path) => path.startsWith("/api/"));
    await page.goto("/dashboard/publishing", { waitUntil: "commit" });
    await expect.poll(calls).toEqual(["/api/v1/publishing/account-groups"]);
    release();
    await page.getByRole("heading", { level: 1, name: "Publishing" }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    expect(new Set(calls()).size).toBe(calls().length);
  });

  it("gives the focus back to what opened a dialog whose code had to load", async () => {
    const { page } = await newOperator();
    await page.context().addInitScript((token) => {
      if (location.protocol !== "about:") localStorage.setItem("accessToken", token);
    }, running.token);
    for (const [at, chunk, opener, title] of [
      ["/dashboard", "create-group-form", "+ New Group", "Create New Group"],
      ["/dashboard/content", "new-item-form", "New item", "New content item"],
    ] as const) {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(new RegExp(`/assets/${chunk}-`), async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(at);
      await button(page, opener).focus();
      await page.keyboard.press("Enter");
      release();
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.getByRole("textbox").first().waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expectFocusOn(button(page, opener));
    }
  });

  it("closes a question that has failed by the first Escape", async () => {
    const { page, forgive } = await newOperator({ at: "/dashboard/config#products" });
    forgive(/status of 500|SafeError: DELETE/);
    const catalog = region(page, "Product Catalog Manager");
    const opener = catalog.getByRole("button", { name: /^Delete/ }).first();
    await page.route(/\/admin\/products\/\d+$/, (route) =>
      route.fulfill({ status: 500, json: { detail: "The disk is full." } }),
    );
    await opener.click();
    const question = page.getByRole("alertdialog");
    await button(question, "Delete").click();
    await question.getByText("Failed to delete product.").waitFor();
    await page
      .getByRole("region", { name: /^Notifications/, includeHidden: true })
      .getByText("Failed to delete product.")
      .waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await said(page, "Failed to delete product.");
    await expectFocusOn(opener);
  });
});

/** Runs in the page. */
function isDrawnOn(canvas: Element) {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const context = canvas.getContext("2d");
  return context?.getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean) ?? false;
}
