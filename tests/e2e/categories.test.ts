import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { expectInAddress, overflow, refusals, refuse, region } from "./support/screen";
import { expectAccessibleUncovered, patiently } from "./support/uncovered";

type Category = { id: number; name: string; [setting: string]: unknown };

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

const category = (name: string) => ({
  name,
  category_type: "evergreen",
  image_posts_per_day: 1,
  video_posts_per_day: 0,
  text_posts_per_day: 0,
  daily_generation_active: true,
  category_prompt: null,
  shopify_sales_channel: null,
  shopify_product_tag: null,
});

/** Opens the categories tab of a new group that has these categories. */
async function openCategories({ own = [], width = 1440 }: { own?: string[]; width?: number } = {}) {
  const { id } = await running.write<{ id: number }>("publishing/account-groups", {
    name: `Grupa ${crypto.randomUUID()}`,
    description: null,
  });
  const path = `publishing/account-groups/${id}/categories`;
  for (const name of own) await running.write(path, category(name));
  const at = `/dashboard/config?tab=evergreen&group=${id}`;
  const operator = await newOperator({ at, width });
  const { page } = operator;
  await page.getByRole("button", { name: "Add category" }).waitFor();
  return {
    ...operator,
    id,
    at,
    form: (name: string) => page.getByRole("form", { name }),
    row: (name: string) => page.getByRole("row").filter({ hasText: name }),
    edit: async (name: string) => {
      await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
      await region(page, `Editing “${name}”`).waitFor();
    },
    stored: () => running.read<Category[]>(path),
  };
}

describe("A category", () => {
  it("is added, and a second one of the same name is refused", async () => {
    const { page, form, row, forgive, stored } = await openCategories();
    forgive(refusals);
    await page.getByText("This group has no content categories.").waitFor();
    await expectAccessible(page);
    const opener = page.getByRole("button", { name: "Add category" });
    await opener.click();
    const add = form("Add category");
    const press = () => add.getByRole("button", { name: "Add category" }).click();
    await add.getByLabel("Category type").selectOption("sales");
    expect(await add.getByLabel("Sales channel").inputValue()).toBe("Online Store");
    await add.getByLabel("Sales channel").fill("");
    await add.getByLabel("Image posts per day").fill("");
    await press();
    await add.getByText("Name is required.").waitFor();
    await add.getByText("Sales channel is required.").waitFor();
    await expectAccessible(page);

    await add.getByLabel("Name").fill("Зимска колекција");
    await add.getByLabel("Sales channel").fill("Online Store");
    await add.getByLabel("Image posts per day").fill("2");
    await press();
    await add.waitFor({ state: "detached" });
    await row("Зимска колекција").waitFor();
    await opener.click();
    await add.getByLabel("Name").fill("зимска колекција");
    await press();
    await add.getByText("Failed to create category.").waitFor();
    await add.getByText(/already has a category named/).waitFor();
    expect(await add.getByLabel("Name").inputValue()).toBe("зимска колекција");
    await expectAccessible(page);
    expect(await stored()).toMatchObject([{ category_type: "sales", image_posts_per_day: 2 }]);
  });

  it("is opened and closed by the URL, and Back reopens it", async () => {
    const { page, edit } = await openCategories({ own: ["Zima", "Leto"] });
    await edit("Zima");
    const editor = region(page, "Editing “Zima”");
    await page.reload();
    await editor.waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close editor" }).click();
    await editor.waitFor({ state: "detached" });
    await expectInAddress(page, "category", null);
    await page.goBack();
    await editor.waitFor();
  });

  it("fetches the flairs of each subreddit, and shows an error for one that fails", async () => {
    const { page, id, at, form, edit, forgive } = await openCategories({ own: ["Zima"] });
    forgive(refusals);
    await page.goto(`/dashboard/config?group=${id}`);
    await page.getByRole("button", { name: "Add account" }).click();
    await form("Add account").getByLabel("Platform").selectOption("reddit");
    await page.getByRole("button", { name: "Connect Reddit" }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("button", { name: "Actions" }).waitFor();
    await page.goto(at);
    await edit("Zima");
    const reddit = form("Reddit settings");
    await reddit.getByLabel("Subreddits").fill("serbia, r/wrongplace");
    const fetched = reddit.getByRole("button", { name: "Fetch flairs" });
    for (const button of await fetched.all()) await button.click();
    await reddit.getByText("Failed to fetch available flairs").waitFor();
    const flair = reddit.getByLabel("Flair for r/serbia");
    await flair.getByRole("option", { name: "Discussion" }).waitFor({ state: "attached" });
    await expectAccessible(page);
  });

  it.each([360, 1024])("does not scroll sideways at %i px", async (width) => {
    const name = "Веома дугачак назив категорије ".repeat(5).trim();
    const { page, edit } = await openCategories({ own: [name], width });
    await edit(name);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
});

/**
 * The separately saved forms of a category, except the platforms, which have a test of their own.
 */
const parts = [
  {
    title: "Category settings",
    field: "Category prompt",
    button: "Save category",
    failure: "Failed to update category settings.",
    setting: { category_prompt: "Пиши топло." },
    mine: "Пиши топло.",
    theirs: "Piši kratko.",
  },
  {
    title: "Reddit settings",
    field: "Subreddits",
    button: "Save Reddit settings",
    failure: "Failed to save Reddit settings.",
    setting: { reddit_settings: { subreddits: ["serbia"] } },
    mine: "r/serbia",
    theirs: "streetwear",
  },
] as const;

describe("A part of a category", () => {
  it.each(parts)("is saved: $title", async ({ title, field, button, failure, ...of }) => {
    const { page, at, form, edit, forgive, newTab, stored } = await openCategories({
      own: ["Zima"],
    });
    forgive(refusals);
    await edit("Zima");
    const typed = form(title).getByLabel(field);
    await typed.fill(of.mine);
    const letSave = await refuse(page, /publishing\/categories\/\d+$/, "Not today.");
    await form(title).getByRole("button", { name: button }).click();
    await form(title).getByText(failure).waitFor();
    expect(await typed.inputValue()).toBe(of.mine);
    await expectAccessible(page);
    await letSave();

    // Another tab saves first.
    const [{ id } = { id: 0 }] = await stored();
    const other = await newTab();
    await other.goto(`${at}&category=${id}`);
    const theirs = other.getByRole("form", { name: title });
    await theirs.getByLabel(field).fill(of.theirs);
    await theirs.getByRole("button", { name: button }).click();
    await expect.poll(async () => JSON.stringify(await stored()), patiently).toContain(of.theirs);
    await page.bringToFront();
    await form(title).getByRole("button", { name: button }).click();
    const question = page.getByRole("dialog", { name: "The settings have changed on the server" });
    await question.getByRole("cell", { name: of.theirs }).waitFor();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Overwrite" }).click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(async () => (await stored())[0], patiently).toMatchObject(of.setting);
  });

  it("is saved: Enabled platforms, and keeps what another tab saved in another form", async () => {
    const { page, at, form, edit, forgive, newTab, stored } = await openCategories({
      own: ["Zima"],
    });
    forgive(refusals);
    await edit("Zima");
    const platforms = form("Enabled platforms");
    await platforms.getByRole("checkbox", { name: "All active platforms" }).uncheck();
    await platforms.getByRole("checkbox", { name: "Bluesky" }).check();
    const save = platforms.getByRole("button", { name: "Save platforms" });
    const letSave = await refuse(page, /publishing\/categories\/\d+$/, "Not today.");
    await save.click();
    await platforms.getByText("Failed to save platform settings.").waitFor();
    await expectAccessible(page);
    await letSave();

    const [{ id } = { id: 0 }] = await stored();
    const other = await newTab();
    await other.goto(`${at}&category=${id}`);
    const theirs = other.getByRole("form", { name: "Category settings" });
    await theirs.getByLabel("Category prompt").fill("Piši kratko.");
    await theirs.getByRole("button", { name: "Save category" }).click();
    await expect
      .poll(async () => (await stored())[0]?.category_prompt, patiently)
      .toBe("Piši kratko.");
    await page.bringToFront();
    await save.click();
    await expect
      .poll(async () => (await stored())[0], patiently)
      .toMatchObject({
        enabled_platforms: ["bluesky"],
        category_prompt: "Piši kratko.",
      });
    await expectAccessibleUncovered(page);
  });
});
