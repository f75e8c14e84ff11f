import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser";
import { type RunningConsole, startConsole } from "../support/console";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole();
  const { id } = await running.write<Named>("publishing/account-groups", {
    name: "Letnja kolekcija",
    description: null,
  });
  await running.write(`publishing/account-groups/${id}/accounts`, {
    platform_type: "bluesky",
    platform_username: "letnja.bsky.social",
    credentials: { identifier: "letnja.bsky.social", password: "abcd-efgh-ijkl-mnop" },
  });
  category = await running.write<Named>(`publishing/account-groups/${id}/categories`, {
    name: "Dnevna inspiracija",
    category_type: "evergreen",
    image_posts_per_day: 1,
    video_posts_per_day: 0,
    text_posts_per_day: 1,
    daily_generation_active: false,
  });
});
beforeEach(() => running.proxy.delayAnswers(0));
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Named = { id: number; name: string };
let category: Named;

const approvals = /\/content-queue\/\d+\/approve(\?|$)/;
const creations = "/publishing/account-groups";

/** Ways to press a button twice. */
const doublePresses: [how: string, press: (button: Locator, page: Page) => Promise<unknown>][] = [
  ["clicked twice", (button) => button.dblclick()],
  [
    "reached by the keyboard and Enter pressed twice",
    async (button, page) => {
      await button.focus();
      await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
    },
  ],
  [
    "clicked twice before the page can render",
    (button) =>
      button.evaluate((element: HTMLElement) => {
        element.click();
        element.click();
      }),
  ],
];

describe("Create Group leaves one group", () => {
  it.each(doublePresses)("when it is %s", async (how, press) => {
    const { page } = await newOperator({ at: "/dashboard" });
    const name = `Grupa, ${how}`;
    const button = await fillGroup(page, name);
    const before = running.proxy.seen("POST", creations).length;
    // Long enough for the second press to come before the answer.
    running.proxy.delayAnswers(400);
    await press(button, page);
    await groupButton(page, name).waitFor();
    expect(await groupsNamed(name)).toBe(1);
    expect(running.proxy.seen("POST", creations)).toHaveLength(before + 1);
  });

  it("when Enter is pressed twice in the name", async () => {
    const { page } = await newOperator({ at: "/dashboard" });
    await fillGroup(page, "Grupa, Enter");
    await page.getByLabel("Group Name").focus();
    running.proxy.delayAnswers(400);
    await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("Enter")]);
    await groupButton(page, "Grupa, Enter").waitFor();
    expect(await groupsNamed("Grupa, Enter")).toBe(1);
  });

  it("when the connection is cut before the answer and the browser resends the request", async () => {
    const { page } = await newOperator({ at: "/dashboard" });
    const button = await fillGroup(page, "Grupa, presečena veza");
    running.proxy.cutNext("POST", creations);
    await button.click();
    await groupButton(page, "Grupa, presečena veza").waitFor();
    await expectSentAgain(creations);
    expect(await groupsNamed("Grupa, presečena veza")).toBe(1);
  });
});

describe("A group whose answer was lost", () => {
  it("is created once, when the page is reloaded and the kept draft is sent again", async () => {
    const { page, forgive } = await newOperator({ at: "/dashboard" });
    forgive(/ERR_FAILED|SafeError: POST publishing\/account-groups/);
    const name = "Grupa, izgubljen odgovor";
    const button = await fillGroup(page, name);
    const before = running.proxy.seen("POST", creations).length;
    await page.route(
      ({ pathname }) => pathname.endsWith(creations),
      async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await route.fetch();
        await route.abort();
      },
    );
    await button.click();
    await page.getByText("The server did not respond. It may still have gone through.").waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByRole("dialog", { name: "Create New Group" }).waitFor();
    expect(await page.getByLabel("Group Name").inputValue()).toBe(name);

    await page.getByRole("button", { name: "Create Group" }).click();
    await groupButton(page, name).waitFor();
    expect(await groupsNamed(name)).toBe(1);
    const keys = running.proxy
      .seen("POST", creations)
      .slice(before)
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
  });
});

describe("Approve schedules a post once", () => {
  it.each(doublePresses)("and leaves the next post alone, when it is %s", async (_, press) => {
    const [id, next] = await pendingPosts(2);
    const { page } = await newOperator({ at: "/dashboard/publishing?tab=text" });
    const button = approveButton(page);
    await button.waitFor();
    running.proxy.delayAnswers(400);
    await press(button, page);
    await answered(page, id);
    expect(await schedulesOf(id)).toBe(1);
    expect(approvalsOf(id)).toHaveLength(1);
    expect(approvalsOf(next)).toEqual([]);
    expect(await page.getByText("Failed to approve item.").count()).toBe(0);
  });

  it("when the connection is cut before the answer and the browser resends the request", async () => {
    const [id] = await pendingPosts(1);
    const { page } = await newOperator({ at: "/dashboard/publishing?tab=text" });
    await approveButton(page).waitFor();
    running.proxy.cutNext("POST", approvals);
    await approveButton(page).click();
    await answered(page, id);
    await expectSentAgain(approvals);
    expect(await schedulesOf(id)).toBe(1);
    expect(await page.getByText("Failed to approve item.").count()).toBe(0);
  });
});

describe("A button pressed offline", () => {
  it("sends nothing, neither now nor later, and says so", async () => {
    const [id] = await pendingPosts(1);
    const { page, context, forgive } = await newOperator({ at: "/dashboard/publishing?tab=text" });
    forgive(/ERR_INTERNET_DISCONNECTED/);
    await approveButton(page).waitFor();
    // The message is rendered by prefetched code, which has to arrive before the network goes.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByText("You are offline. Showing the last data received.").waitFor();
    await approveButton(page).click();
    await page.getByText("You are offline. Nothing was sent.").first().waitFor();
    await context.setOffline(false);
    await page
      .getByText("You are offline. Showing the last data received.")
      .waitFor({ state: "hidden" });
    // What had waited for the connection would be sent before a later press.
    const readsOfStatus = () => running.proxy.seen("GET", /scheduler-status/).length;
    const before = readsOfStatus();
    await page.getByRole("button", { name: "Refresh now" }).click();
    await expect.poll(readsOfStatus).toBeGreaterThan(before);
    await page.waitForLoadState("networkidle");
    expect(approvalsOf(id)).toEqual([]);
    expect(await schedulesOf(id)).toBe(0);
    await approveButton(page).waitFor();
  });
});

async function fillGroup(page: Page, name: string) {
  await page.getByRole("button", { name: "+ New Group" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Group" });
  await dialog.getByLabel("Group Name").fill(name);
  return dialog.getByRole("button", { name: "Create Group" });
}

const groupButton = (page: Page, name: string) =>
  page.getByRole("region", { name: "Active Group" }).getByRole("button", { name, exact: true });

const approveButton = (page: Page) =>
  page
    .getByRole("region", { name: "Content Approval Queue" })
    .getByRole("button", { name: "Approve", exact: true })
    .first();

async function groupsNamed(name: string) {
  const groups = await running.read<Named[]>("publishing/account-groups");
  return groups.filter((group) => group.name === name).length;
}

/** Waits until the browser has sent the request that the proxy cut again, under the same key. */
async function expectSentAgain(path: string | RegExp) {
  const last = () => running.proxy.seen("POST", path).slice(-2);
  await expect
    .poll(last)
    .toMatchObject([{ isCut: true, idempotencyKey: expect.any(String) }, { isCut: false }]);
  const [cut, again] = last();
  expect(again?.idempotencyKey).toBe(cut?.idempotencyKey);
}

/**
 * Rejects all pending posts and generates `count` new ones. @returns their ids, in the order shown
 */
async function pendingPosts(count: number) {
  for (const { id } of await pending())
    await running.write(`publishing/content-queue/${id}/reject`);
  await running.write(
    `admin/content-generation/trigger/${category.id}?num_posts=${count}&type=text`,
  );
  await expect.poll(pending).toHaveLength(count);
  return (await pending()).map(({ id }) => id);
}

const pending = () =>
  running.read<{ id: number }[]>("publishing/content-queue?status=pending_approval");

/** Waits until the post is approved and its card is gone. */
async function answered(page: Page, id: number | undefined) {
  await page.locator(`[data-post="${id}"]`).waitFor({ state: "detached" });
  await expect.poll(() => schedulesOf(id)).toBe(1);
}

const approvalsOf = (id: number | undefined) =>
  running.proxy.seen("POST", new RegExp(`/content-queue/${id}/approve(\\?|$)`));

/** Counts the scheduled posts made from a queue item, whatever their status. */
async function schedulesOf(id: number | undefined) {
  type Scheduled = { id: number; content_queue_item: { id: number } };
  const upcoming = await running.read<Scheduled[]>("publishing/scheduled-posts?limit=1000");
  const { failed_posts, recently_published } = await running.read<
    Record<"failed_posts" | "recently_published", Scheduled[]>
  >("publishing/scheduler-status");
  const all = [...upcoming, ...failed_posts, ...recently_published];
  // A post that is published between the two responses is in both.
  return new Set(all.filter((post) => post.content_queue_item.id === id).map((post) => post.id))
    .size;
}
