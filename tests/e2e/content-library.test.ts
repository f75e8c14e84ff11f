import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import {
  entry,
  expectInAddress,
  hold,
  inAddress,
  ofScreens,
  overflow,
  refusals,
  refuse,
  region,
  said,
} from "./support/screen";

let running: RunningConsole;
let group: Named;
let daily: Named;
let café: Named;
let morning: Named;

type Named = { id: number; name: string };

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 20 });
  const groups = await running.read<Named[]>("publishing/account-groups");
  group = named(groups, "Zimska kolekcija");
  café = named(groups, "Kafeterija Šoljica");
  daily = named(await categoriesOf(group), "Dnevna inspiracija");
  morning = named(await categoriesOf(café), "Jutarnja kafa");
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

function named(all: readonly Named[], name: string): Named {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

const categoriesOf = ({ id }: Named) =>
  running.read<Named[]>(`publishing/account-groups/${id}/categories`);

const at = "/dashboard/content";
const pool = (page: Page) => region(page, "Evergreen Content Pool");
const status = (page: Page) => region(page, "Generation Status");
const rowOf = (page: Page, { name }: Named) =>
  status(page).getByRole("row").filter({ hasText: name });

/** Adds an item past the page, as another operator would. It is the first of its list. */
const addItem = (category: Named, text: string, image: string | null = null) =>
  running.write<{ id: number }>(`publishing/categories/${category.id}/items`, {
    text_content: text,
    title: null,
    reddit_title: null,
    reddit_body: null,
    image_url: image,
    image_prompt: null,
  });

async function choose(page: Page, text: string, action: string) {
  await entry(pool(page), text).getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

describe("Generation Status", () => {
  it("triggers one post, a category's quota and the group's quota, and reports the result", async () => {
    const { page } = await newOperator({ at });
    const row = rowOf(page, daily);
    const waiting = await pendingOf(daily);
    await row.getByRole("button", { name: "Generate image post" }).click();
    await said(page, "Review it in Publishing.");
    expect(running.proxy.seen("POST", `trigger/${daily.id}?num_posts=1&type=image`)).toHaveLength(
      1,
    );
    await expect.poll(() => pendingOf(daily), { timeout: 30_000 }).toBeGreaterThan(waiting);

    const asked: [button: string, path: RegExp][] = [
      ["Fill quota", new RegExp(`/fill-quota/category/${daily.id}$`)],
      ["Generate image quota", /trigger-group-quota\/\d+\?generation_type=image$/],
      ["Generate text quota", /trigger-group-quota\/\d+\?generation_type=text$/],
      ["Fill all quotas", new RegExp(`/fill-quota/group/${group.id}$`)],
    ];
    for (const [button, path] of asked) {
      const place = button === "Fill quota" ? row : status(page);
      await place.getByRole("button", { name: button }).click();
      await expect.poll(() => running.proxy.seen("POST", path)).toHaveLength(1);
    }
    await status(page).getByRole("button", { name: "Refresh" }).click();
    await expectAccessible(page);
  });

  it("refuses at quota 0 without a call, and shows the server's reason for a refusal", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const row = rowOf(page, daily);
    await row.getByRole("button", { name: "Generate text post" }).click();
    await said(page, "This category has no text posts quota set.");
    expect(running.proxy.seen("POST", `trigger/${daily.id}?num_posts=1&type=text`)).toEqual([]);

    const allowed = await refuse(page, /content-generation\/(trigger|fill)/, "No credit is left.");
    await row.getByRole("button", { name: "Generate image post" }).click();
    await said(page, "No credit is left.");
    await row.getByRole("button", { name: "Fill quota" }).click();
    await said(page, "Failed to queue task.");
    await status(page).getByRole("button", { name: "Fill all quotas" }).click();
    await said(page, "Failed to queue all tasks.");
    await allowed();
    await refuse(page, /content-generation\/trigger-group-quota/, "The image model is down.");
    await status(page).getByRole("button", { name: "Generate image quota" }).click();
    await said(page, "The image model is down.");
  });
});

async function pendingOf(category: Named) {
  const items = await running.read<{ category_name: string }[]>(
    "publishing/content-queue?status=pending_approval&limit=1000",
  );
  return items.filter(({ category_name }) => category_name === category.name).length;
}

describe("AI Content Generator", () => {
  it("generates and approves, and keeps the text when the call is refused", async () => {
    const { page, forgive } = await newOperator({ at, width: 360 });
    forgive(refusals);
    await page.getByRole("button", { name: "Show AI Content Generator" }).click();
    const form = page.getByRole("form", { name: "AI Content Generator" });
    const generate = form.getByRole("button", { name: "Generate and Approve" });
    const sure = page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Generate and Approve" });
    await generate.click();
    await form.getByText("Content category is required.").waitFor();
    await expectAccessible(page);

    const text = "Šal koji greje i kad ga ne nosite.";
    await form.getByLabel("Content category").selectOption({ label: daily.name });
    await form.getByLabel("Post text").fill(text);
    const allowed = await refuse(page, /generate-and-approve/, "No credit is left.");
    await generate.click();
    await expectAccessible(page);
    await sure.click();
    await form.getByText(/^Failed to start generation: No credit is left\.$/).waitFor();
    expect(await form.getByLabel("Post text").inputValue()).toBe(text);
    await expectAccessible(page);

    await allowed();
    await generate.click();
    await sure.click();
    await page.getByText("Generation started.", { exact: true }).waitFor();
    expect(await form.getByLabel("Post text").inputValue()).toBe("");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

describe("Evergreen Content Pool", () => {
  it("keeps group, category and filters over reload, Back and a copied URL", async () => {
    const { page, newTab } = await newOperator({ at });
    await page.getByRole("button", { name: café.name }).click();
    await expectInAddress(page, "group", String(café.id));
    await page.getByRole("button", { name: group.name }).click();
    await pool(page).getByRole("checkbox", { name: "Show Archived Categories" }).check();
    await pool(page)
      .getByRole("button", { name: /^Letnja kolekcija/ })
      .click();
    // Look inside the radio group: items that have loaded by now show the same words.
    const filter = (name: string) => pool(page).getByRole("radiogroup", { name });
    await filter("Status").getByRole("radio", { name: "Inactive" }).check();
    await filter("Media type").getByRole("radio", { name: "Video" }).check();
    // Not `check`, which looks at once: the box shows what is in the address, a render later.
    await pool(page).getByRole("checkbox", { name: "Unused only" }).click();
    await expectInAddress(page, "unused", "true");
    await pool(page).getByText("No items with these filters.").waitFor();
    await expectAccessible(page);

    const address = page.url();
    const copied = await newTab();
    await copied.goto(address);
    for (const tab of [page, copied]) {
      await tab.reload();
      await pool(tab).getByRole("heading", { name: "Letnja kolekcija" }).waitFor();
      await pool(tab).getByText("No items with these filters.").waitFor();
      expect(await pool(tab).getByRole("checkbox", { name: "Unused only" }).isChecked()).toBe(true);
      expect(await pool(tab).getByRole("radio", { name: "Inactive" }).isChecked()).toBe(true);
    }
    await page.goBack();
    await expectInAddress(page, "unused", null);
    expect(inAddress(page, "media")).toBe("video");
  });

  it("creates an item of 5,000 characters, after refusing an empty one", async () => {
    const { page, forgive } = await newOperator({ at, width: 390 });
    forgive(refusals);
    await pool(page).getByRole("button", { name: "New item" }).click();
    const dialog = page.getByRole("dialog", { name: "New content item" });
    const create = dialog.getByRole("button", { name: "Create item" });
    await create.click();
    await dialog.getByText("Text content is required.").waitFor();
    const text = "Шљивовица и чај за хладне дане. ".repeat(160).slice(0, 5000);
    await dialog.getByLabel("Text content").fill(text);
    await dialog.getByLabel("Reddit title").fill(text.slice(0, 1500));
    await dialog.getByText("1,500 / 300").waitFor();
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);

    const allowed = await refuse(page, /categories\/\d+\/items$/, "The pool is full.");
    await create.click();
    await dialog.getByText("Failed to create content item.").waitFor();
    await dialog.getByText("The pool is full.").waitFor();
    await allowed();
    // A reload opens the same dialog with the typed text.
    await page.reload();
    expect(await dialog.getByLabel("Text content").inputValue()).toBe(text);
    await create.click();
    await dialog.waitFor({ state: "hidden" });
    await entry(pool(page), "Шљивовица").first().waitFor();
  });

  it("loads 24 items at a time, and moves the focus to the first new one", async () => {
    const category = named(await categoriesOf(group), "Saveti za vunu");
    for (let left = 26; left > 0; left -= 1) await addItem(category, `Savet broj ${left}.`);
    const { page } = await newOperator({ at: `${at}?group=${group.id}&category=${category.id}` });
    const cards = pool(page).locator("[data-item]");
    await expect.poll(() => cards.count()).toBe(24);
    await pool(page).getByRole("button", { name: "Load More" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => cards.count()).toBeGreaterThan(25);
    expect(await pool(page).getByRole("button", { name: "Load More" }).count()).toBe(0);
    expect(await cards.nth(24).evaluate((card) => card === document.activeElement)).toBe(true);
  });
});

describe("An item of the pool", () => {
  const imageUrl = "/media/sandbox/31.svg";

  it("is converted, re-converted, marked as unused and deleted", async () => {
    await addItem(daily, "Od ove slike nastaje film.", imageUrl);
    const { page } = await newOperator({ at: `${at}?category=${daily.id}` });
    await choose(page, "Od ove slike nastaje film.", "Convert to video");
    await said(page, "Converted to video.");
    const videos = `${at}?category=${daily.id}&media=video&status=active`;
    await page.goto(videos);
    await choose(page, "Od ove slike nastaje film.", "Re-convert video");
    await said(page, "Video re-converted.");

    await page.goto(`${at}?category=${daily.id}`);
    const used = pool(page)
      .getByRole("listitem")
      .filter({ hasText: /Used \d/ });
    await used.first().waitFor();
    // Cards below the first view are empty placeholders at first.
    await page.waitForFunction(() => document.querySelector("main li:empty") === null);
    const before = await used.count();
    await used.first().getByRole("button", { name: "Actions" }).click();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Mark as unused" }).click();
    await said(page, "Marked as unused.");
    await expect.poll(() => used.count()).toBe(before - 1);

    await page.goto(videos);
    await choose(page, "Od ove slike nastaje film.", "Delete");
    const question = page.getByRole("alertdialog", { name: /^Delete/ });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Delete" }).click();
    await said(page, "Item deleted.");
    await question.waitFor({ state: "hidden" });
  });

  it("stays unchanged when another operator was first, and says so", async () => {
    const image = await addItem(daily, "Drugi je bio brži.", imageUrl);
    const gone = await addItem(daily, "Ovoga više nema.", imageUrl);
    const { page, forgive } = await newOperator({ at: `${at}?category=${daily.id}` });
    forgive(refusals);
    await entry(pool(page), "Ovoga više nema.").waitFor();
    await running.write(`publishing/content-items/${image.id}/convert-to-video`);
    await choose(page, "Drugi je bio brži.", "Convert to video");
    await said(page, "Failed to convert to video.");
    await said(page, /This content is inactive/);

    await running.remove(`publishing/content-items/${gone.id}`);
    await choose(page, "Ovoga više nema.", "Delete");
    const question = page.getByRole("alertdialog", { name: /^Delete/ });
    await question.getByRole("button", { name: "Delete" }).click();
    await question.getByText("Failed to delete item.").waitFor();
    await expectAccessible(page);
  });

  it("shows why it was not marked as unused or re-converted", async () => {
    const { page, forgive } = await newOperator({ at: `${at}?category=${daily.id}` });
    forgive(refusals);
    await refuse(page, /(reconvert-video|clear-last-used)$/, "This item is locked.");
    const used = pool(page)
      .getByRole("listitem")
      .filter({ hasText: /Used \d/ });
    await used.first().getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Mark as unused" }).click();
    await pool(page).getByText("Failed to mark as unused.").waitFor();
    await page.goto(`${at}?category=${daily.id}&media=video`);
    await pool(page).getByRole("button", { name: "Actions" }).first().click();
    await page.getByRole("menuitem", { name: "Re-convert video" }).click();
    await pool(page).getByText("Failed to re-convert video.").waitFor();
    await expectAccessible(page);
  });

  it("is posted now account by account, and retried only where it failed", async () => {
    const text = `Kafa je gotova. Dođite. ${"Pržimo je svako jutro. ".repeat(14)}`;
    await addItem(morning, text, imageUrl);
    const { page } = await newOperator({
      at: `${at}?group=${café.id}&category=${morning.id}`,
    });
    await choose(page, "Kafa je gotova. Dođite.", "Post now");
    const dialog = page.getByRole("dialog", { name: "Post now" });
    const send = dialog.getByRole("button", { name: "Post now" });
    await send.click();
    await dialog.getByText("Please select at least one account to post to.").waitFor();
    await expectAccessible(page);
    // Bluesky takes at most 300 characters; the text has 345.
    await dialog.getByRole("checkbox", { name: /Bluesky/ }).check();
    await dialog.getByRole("checkbox", { name: /Threads/ }).check();
    await send.click();
    await dialog.getByText("Published on 1 of 2 accounts. 1 failed.").waitFor();
    await expectAccessible(page);
    const results = dialog.getByRole("list", { name: "Result per account" });
    await entry(results, "Threads").getByText("Published").waitFor();
    await entry(results, "Bluesky")
      .getByText(/grapheme too big \(maximum 300, got 345\)/)
      .waitFor();

    const retry = dialog.getByRole("button", { name: "Retry failed only" });
    const [again] = await Promise.all([page.waitForResponse(/post-now$/), retry.click()]);
    expect(again.request().postDataJSON().social_account_ids).toHaveLength(1);
    // While the retry is in flight, closing the dialog would ask for a confirmation.
    await expect.poll(() => retry.getAttribute("aria-busy")).toBeNull();
    await dialog.getByText("Published on 1 of 2 accounts. 1 failed.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "hidden" });
    await entry(pool(page), "Kafa je gotova. Dođite.").getByText(/^Used/).waitFor();
  });

  it("is posted to no account if one of the chosen ones was deactivated meanwhile", async () => {
    await addItem(morning, "Ova ne ide nikuda.", imageUrl);
    const accounts = await running.read<{ id: number; platform_type: string }[]>(
      `publishing/account-groups/${café.id}/accounts`,
    );
    const bluesky = accounts.find(({ platform_type }) => platform_type === "bluesky");
    const { page, forgive } = await newOperator({
      at: `${at}?group=${café.id}&category=${morning.id}`,
    });
    forgive(refusals);
    await choose(page, "Ova ne ide nikuda.", "Post now");
    const dialog = page.getByRole("dialog", { name: "Post now" });
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    await page.goForward();
    await page.reload();
    await dialog.getByRole("checkbox", { name: /Bluesky/ }).check();
    await dialog.getByRole("checkbox", { name: /Threads/ }).check();
    await running.write(`publishing/accounts/${bluesky?.id}/clear-credentials`);
    await dialog.getByRole("button", { name: "Post now" }).click();
    await dialog.getByText(/^Failed to post now: Not active:/).waitFor();
    expect(inAddress(page, "post-now")).not.toBeNull();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });
});

describe("The Content Library", () => {
  it("is accessible while it loads, when it fails, and when it is empty", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    const allowed = await refuse(page, ofScreens, "The database is being moved.");
    await page.reload();
    await status(page).getByText("Failed to fetch generation status.").waitFor();
    await pool(page).getByText("Failed to load content categories for this group.").waitFor();
    await expectAccessible(page);
    await allowed();
    await pool(page).getByRole("button", { name: "Try again" }).click();
    await pool(page).locator("[data-item]").first().waitFor();
    // The other failed reads are retried with it.
    await status(page).getByRole("row").nth(1).waitFor();

    const { id } = await running.write<Named>("publishing/account-groups", {
      name: "Prazna",
      description: null,
    });
    await page.goto(`${at}?group=${id}`);
    await pool(page).getByText("This group has no content categories.").waitFor();
    await expectAccessible(page);

    await hold(page, ofScreens);
    await page.goto(`${at}?group=${group.id}`);
    await page.getByText("Loading generation status").waitFor({ state: "attached" });
    await expectAccessible(page);
  });

  it("works by keyboard alone, and does not overflow a small window", async () => {
    await addItem(daily, "Samo tastaturom.");
    const { page } = await newOperator({ at: `${at}?category=${daily.id}`, width: 360 });
    const actions = entry(pool(page), "Samo tastaturom.").getByRole("button", { name: "Actions" });
    await actions.focus();
    await page.keyboard.press("Enter");
    const isFocused = (name: string) =>
      expect.poll(() => page.getByRole("menuitem", { name }).evaluate(isActive)).toBe(true);
    await isFocused("Edit…");
    await page.keyboard.press("p");
    await isFocused("Post now");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Post now" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => actions.evaluate(isActive)).toBe(true);
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

describe("The layout", () => {
  it.each([768, 1024])("keeps the hint inside the palette's button at %i px", async (width) => {
    const { page } = await newOperator({ at, width });
    const button = page.getByRole("button", { name: "Search or jump to…" });
    await button.waitFor();
    // The width of the button depends on the fonts.
    await page.evaluate(() => document.fonts.ready);
    const [frame, hint] = await Promise.all([
      button.boundingBox(),
      button.getByText("K", { exact: true }).boundingBox(),
    ]);
    expect(rightOf(hint)).toBeLessThan(rightOf(frame) - 5);
  });

  it("aligns the server's refusal with the fields of a dialog", async () => {
    const { page, forgive } = await newOperator({ at });
    forgive(refusals);
    await page.getByRole("button", { name: "+ New Group" }).click();
    await page.route(/account-groups$/, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 403, json: { detail: "Not now." } })
        : route.continue(),
    );
    const dialog = page.getByRole("dialog", { name: "Create New Group" });
    const name = dialog.getByLabel("Group Name");
    await name.fill("Zima");
    await dialog.getByRole("button", { name: "Create Group" }).click();
    const refusal = dialog.getByRole("alert");
    await refusal.waitFor();
    const [box, field] = await Promise.all([refusal.boundingBox(), name.boundingBox()]);
    expect([box?.x, box?.width]).toEqual([field?.x, field?.width]);
  });

  it("shows all settings of a group within its width", async () => {
    const { page } = await newOperator({ at: "/dashboard/config?tab=settings", width: 360 });
    await page.getByRole("button", { name: "Copy Monday to all days" }).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  it("scrolls the tab named in the URL into view when not all tabs fit", async () => {
    const { page } = await newOperator({ at: "/dashboard/config?tab=settings", width: 390 });
    const tab = page.getByRole("tab", { name: "Settings", exact: true, selected: true });
    await tab.waitFor();
    await expect
      .poll(async () => {
        const box = await tab.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 390;
      })
      .toBe(true);
  });
});

const isActive = (node: Element) => node === document.activeElement;

const rightOf = (box: { x: number; width: number } | null) =>
  box ? box.x + box.width : Number.NaN;
