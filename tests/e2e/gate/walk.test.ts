import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "../support/browser";
import { type RunningConsole, startConsole } from "../support/console";
import { goTo } from "../support/sign-in";

let running: RunningConsole;

beforeAll(async () => {
  // A post goes out 3 s after its approval and is measured twice within a second.
  running = await startConsole({ speed: 200 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

describe("From nothing to a measured post", () => {
  it.each([1440, 390])(
    "an operator goes through every step in a window %i px wide",
    async (width) => {
      const { page } = await newOperator({ signsIn: true, at: "/dashboard", width });
      const group = `Zimska kolekcija ${width}`;
      await createGroup(page, group);
      await addAccount(page, `zimska-${width}.bsky.social`);
      await addCategory(page, `Dnevna inspiracija ${width}`);
      await generate(page, `Dnevna inspiracija ${width}`);
      const text = await approve(page, `Dnevna inspiracija ${width}`);
      await awaitPublication(page, text);
      await seeFigures(page, group, text);
    },
  );
});

async function createGroup(page: Page, name: string) {
  await page
    .getByText("No account groups found.")
    .or(page.getByRole("button", { pressed: true }))
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "+ New Group" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Group" });
  await dialog.getByLabel("Group Name").fill(name);
  await dialog.getByLabel("Description").fill("Jakne i dukserice, čarape i šalovi.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Group" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page
    .getByRole("region", { name: "Active Group" })
    .getByRole("button", { name, pressed: true })
    .waitFor();
}

const password = "abcd-efgh-ijkl-mnop";
const valuesOf = (fields: Element[]) =>
  fields.map((field) => (field instanceof HTMLInputElement ? field.value : ""));

async function addAccount(page: Page, username: string) {
  await goTo(page, "Configuration");
  const settings = page.getByRole("region", { name: "Group Settings" });
  await settings.getByRole("tab", { name: "Social Accounts" }).click();
  await settings.getByRole("button", { name: "Add account" }).click();
  const form = page.getByRole("form", { name: "Add account" });
  await form.getByLabel("Platform").selectOption("bluesky");
  await form.getByLabel("Username").fill(username);
  await form.getByLabel("Identifier").fill(username);
  await form.getByLabel("App password").fill(password);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add account" }).click();
  await settings.getByText(username).first().waitFor();
  const typed = () => page.locator("input").evaluateAll(valuesOf);
  await expect.poll(typed).not.toContain(password);
  await expectAccessible(page);
}

async function addCategory(page: Page, name: string) {
  const settings = page.getByRole("region", { name: "Group Settings" });
  await settings.getByRole("tab", { name: "Evergreen Content" }).click();
  await settings.getByRole("button", { name: "Add category" }).click();
  const form = page.getByRole("form", { name: "Add category" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("Text posts per day").fill("1");
  await form.getByLabel("Category prompt").fill("Short, warm, one thought a day.");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add category" }).click();
  await settings.getByText(name).first().waitFor();
  await expectAccessible(page);
}

async function generate(page: Page, category: string) {
  await goTo(page, "Content Library");
  const status = page.getByRole("region", { name: "Generation Status" });
  const row = status.getByRole("row").filter({ hasText: category });
  await row.getByRole("button", { name: "Generate image post" }).click();
  await row.getByRole("button", { name: "Generate text post" }).click();
  await expectAccessible(page);
  await expect.poll(() => pending(category)).toHaveLength(2);
}

async function pending(category: string) {
  type Item = { text_content: string; image_url: string | null; category_name: string };
  const items = await running.read<Item[]>("publishing/content-queue?status=pending_approval");
  return items.filter((item) => item.category_name === category);
}

/** @returns the beginning of the approved post's text */
async function approve(page: Page, category: string) {
  await goTo(page, "Publishing");
  const queue = page.getByRole("region", { name: "Content Approval Queue" });
  await page.getByRole("tab", { name: "Text-Only Posts" }).click();
  await queue.getByRole("button", { name: "Approve", exact: true }).first().waitFor();
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Image/Video Posts" }).click();
  const imagePost = (await pending(category)).find(({ image_url }) => image_url !== null);
  const text = (imagePost?.text_content ?? "").slice(0, 30);
  const item = queue.getByRole("listitem").filter({ hasText: text });
  await item.getByRole("img").first().waitFor();
  await expectAccessible(page);
  await item.getByRole("button", { name: "Approve", exact: true }).click();
  const listed = (name: string) => page.getByRole("region", { name }).getByText(text);
  // On a slow machine it is published before the lists are read.
  await listed("Upcoming Scheduled Posts").or(listed("Recently Published")).first().waitFor();
  await expectAccessible(page);
  return text;
}

async function awaitPublication(page: Page, text: string) {
  await expect.poll(published).toContain(text);
  const refresh = page
    .getByRole("region", { name: "Scheduler Health" })
    .getByRole("button", { name: "Refresh now" });
  await refresh.click();
  await page.getByRole("region", { name: "Recently Published" }).getByText(text).first().waitFor();
  await expectAccessible(page);
}

async function published() {
  type Status = { recently_published: { content_queue_item: { text_content: string } }[] };
  const { recently_published } = await running.read<Status>("publishing/scheduler-status");
  return recently_published.map((post) => post.content_queue_item.text_content.slice(0, 30));
}

async function seeFigures(page: Page, group: string, text: string) {
  await expect
    .poll(() => measurements(group), { timeout: 60_000, interval: 500 })
    .toBeGreaterThanOrEqual(2);
  await goTo(page, "Dashboard");
  await page.getByRole("button", { name: group, pressed: true }).waitFor();
  const post = page
    .getByRole("table", { name: "Posts" })
    .getByRole("row")
    .filter({ hasText: text });
  // Likes, comments and the engagement rate: numbers, not dashes.
  await post.getByText(/\d+\.\d\d ?%/).waitFor();
  await expectAccessible(page);
  await post.getByText(text).click();
  const dialog = page.getByRole("dialog", { name: "Post performance" });
  await dialog.getByText(text).first().waitFor();
  await dialog
    .getByText(/\d+\.\d\d ?%/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}

/** Counts the measurements of a group's newest post. */
async function measurements(group: string) {
  type Named = { id: number; name: string };
  const groups = await running.read<Named[]>("publishing/account-groups");
  const id = groups.find(({ name }) => name === group)?.id;
  const [newest] = await running.read<{ scheduled_post_id: number }[]>(
    `publishing/performance/posts?limit=1&group_id=${id}`,
  );
  if (!newest) return 0;
  const { snapshots } = await running.read<{ snapshots: unknown[] }>(
    `publishing/performance/posts/${newest.scheduled_post_id}`,
  );
  return snapshots.length;
}
