import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "./support/browser";
import { type RunningConsole, startConsole } from "./support/console";
import { refusals, region, said } from "./support/screen";
import { patiently } from "./support/uncovered";

let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ seed: true, speed: 1 });
});
afterAll(() => running.stop());

const { newOperator } = openBrowser(() => running.address);

type Text = { readonly id: number; readonly text_content: string };

/** One of the first five posts with an image that wait for approval, which the screen shows at first. */
async function pendingImage(place: number) {
  const posts = await running.read<(Text & { image_url: string | null })[]>(
    "publishing/content-queue?status=pending_approval&limit=5",
  );
  const post = posts.filter(({ image_url }) => image_url)[place];
  if (!post) throw new Error("No post with an image waits for approval.");
  return post;
}

/** Two operators at the same address, each in a browser of their own. */
async function both(at: string, then = at) {
  const [mine, theirs] = await Promise.all([newOperator({ at }), newOperator({ at })]);
  // An open dialog hides the shell, for which the operators wait at first.
  if (then !== at) await Promise.all([mine.page.goto(then), theirs.page.goto(then)]);
  // The save that comes second is refused.
  mine.forgive(refusals);
  return [mine.page, theirs.page] as const;
}

describe("Two operators who change the same thing never overwrite each other unseen", () => {
  it("if it is a post in the queue", async () => {
    const post = await pendingImage(0);
    const item = () => running.read<Text>(`publishing/content-queue/${post.id}`);
    const [mine, theirs] = await both("/dashboard/publishing?tab=media");
    const write = async (page: Page, text: string) => {
      const card = region(page, "Content Approval Queue").locator(`[data-post="${post.id}"]`);
      await card.getByRole("button", { name: "Edit" }).click();
      const form = card.getByRole("form", { name: `Edit post #${post.id}` });
      await form.getByRole("textbox", { name: "Text" }).fill(text);
      return form;
    };
    const [my, their] = await Promise.all([
      write(mine, "Moja verzija."),
      write(theirs, "Tuđa verzija."),
    ]);
    await their.getByRole("button", { name: "Save" }).click();
    await said(theirs, "Post saved.");

    await my.getByRole("button", { name: "Save" }).click();
    await my.getByText("Changed meanwhile").waitFor();
    await my.getByRole("region", { name: "Now" }).getByText("Tuđa verzija.").waitFor();
    await my.getByRole("region", { name: "Yours" }).getByText("Moja verzija.").waitFor();
    await expectAccessible(mine);
    expect(await item()).toMatchObject({ text_content: "Tuđa verzija." });
    await my.getByRole("button", { name: "Keep mine" }).click();
    await my.getByRole("button", { name: "Save" }).click();
    await said(mine, "Post saved.");
    expect(await item()).toMatchObject({ text_content: "Moja verzija." });
  });

  it("if it is an item of the content pool", async () => {
    const [group] = await running.read<Text[]>("publishing/account-groups");
    const [category] = await running.read<Text[]>(
      `publishing/account-groups/${group?.id}/categories`,
    );
    const { id } = await running.write<Text>(`publishing/categories/${category?.id}/items`, {
      text_content: "Čaj.",
      title: null,
      reddit_title: null,
      reddit_body: null,
      image_url: null,
      image_prompt: null,
    });
    const title = async () =>
      (
        await running.read<(Text & { title: string })[]>(
          `publishing/categories/${category?.id}/items`,
        )
      ).find((item) => item.id === id)?.title;
    const at = `/dashboard/content?group=${group?.id}&category=${category?.id}`;
    const [mine, theirs] = await both(at, `${at}&edit=${id}`);
    const write = async (page: Page, text: string) => {
      const dialog = page.getByRole("dialog", { name: "Edit item" });
      await dialog.getByLabel("Title", { exact: true }).fill(text);
      return dialog.getByRole("button", { name: "Save item" });
    };
    const [saveMine, saveTheirs] = await Promise.all([
      write(mine, "Moj naslov"),
      write(theirs, "Tuđi naslov"),
    ]);
    await saveTheirs.click();
    await expect.poll(title, patiently).toBe("Tuđi naslov");

    await saveMine.click();
    const question = mine.getByRole("dialog", { name: "The item has changed on the server" });
    await question.getByRole("cell", { name: "Tuđi naslov" }).waitFor();
    await question.getByRole("cell", { name: "Moj naslov" }).waitFor();
    await expectAccessible(mine);
    expect(await title()).toBe("Tuđi naslov");
    await question.getByRole("button", { name: "Overwrite" }).click();
    await expect.poll(title, patiently).toBe("Moj naslov");
  });

  it("if it is a post that one approves while the other corrects it", async () => {
    const post = await pendingImage(1);
    const [mine, theirs] = await both("/dashboard/publishing?tab=media");
    const cardOn = (page: Page) =>
      region(page, "Content Approval Queue").locator(`[data-post="${post.id}"]`);
    await cardOn(mine).getByRole("button", { name: "Edit" }).click();
    const form = cardOn(mine).getByRole("form");
    await form.getByRole("textbox", { name: "Text" }).fill("Ispravljeno.");
    await cardOn(theirs).getByRole("button", { name: "Approve", exact: true }).click();
    await said(theirs, /^Approved\./);

    // The correction still goes out: it is saved on the version that was approved, after a choice.
    await form.getByRole("button", { name: "Save" }).click();
    await said(mine, /Changed meanwhile|changed meanwhile|is kept, but not saved/);
    expect(await running.read<Text>(`publishing/content-queue/${post.id}`)).toMatchObject({
      text_content: post.text_content,
    });
  });

  it("if it is a post that one corrects while the other approves it", async () => {
    const post = await pendingImage(0);
    const [mine, theirs] = await both("/dashboard/publishing?tab=media");
    const cardOn = (page: Page) =>
      region(page, "Content Approval Queue").locator(`[data-post="${post.id}"]`);
    await cardOn(mine).waitFor();
    await cardOn(theirs).getByRole("button", { name: "Edit" }).click();
    const form = cardOn(theirs).getByRole("form");
    await form.getByRole("textbox", { name: "Text" }).fill("Ispravljeno u zadnji čas.");
    // This screen does not show yet that the other has saved.
    await mine.route(/content-queue\?/, (route) => route.abort());
    await form.getByRole("button", { name: "Save" }).click();
    await said(theirs, "Post saved.");
    await mine.unroute(/content-queue\?/);
    await cardOn(mine).getByRole("button", { name: "Approve", exact: true }).click();

    const question = mine.getByRole("alertdialog", {
      name: "This post changed since it was shown",
    });
    await question.getByText("Ispravljeno u zadnji čas.").waitFor();
    await expectAccessible(mine);
    expect(await running.read(`publishing/content-queue/${post.id}`)).toMatchObject({
      status: "pending_approval",
    });
    await question.getByRole("button", { name: "Approve" }).click();
    await said(mine, /^Approved\./);
  });

  it("if it is the time of a scheduled post", async () => {
    type Scheduled = { publish_at: string; content_queue_item: { id: number } };
    const { id } = await pendingImage(0);
    const { updated_at } = await running.read<{ updated_at: string }>(
      `publishing/content-queue/${id}`,
    );
    await running.change(`publishing/content-queue/${id}`, {
      text_content: "Sutra u podne.",
      expected_updated_at: updated_at,
    });
    const at = new Date(Date.now() + 20 * 60_000).toISOString();
    await running.write(`publishing/content-queue/${id}/approve?publish_at=${at}`);
    const times = async () =>
      (await running.read<Scheduled[]>("publishing/scheduled-posts?limit=1000"))
        .filter(({ content_queue_item }) => content_queue_item.id === id)
        .map(({ publish_at }) => publish_at);
    const [mine, theirs] = await both("/dashboard/publishing?tab=media");
    const move = async (page: Page, to: string) => {
      const upcoming = region(page, "Upcoming Scheduled Posts");
      const row = upcoming.getByRole("listitem").filter({ hasText: "Sutra u podne." });
      const more = upcoming.getByRole("button", { name: "Load More" });
      await expect
        .poll(async () => {
          if ((await row.count()) === 0) await more.click({ timeout: 2_000 }).catch(() => {});
          return row.count();
        }, patiently)
        .toBe(1);
      const menus = row.getByRole("button", { name: /^Actions for post on/ });
      // The last one is for all accounts.
      await menus.last().click();
      await page.getByRole("menuitem", { name: "Reschedule…" }).click();
      const dialog = page.getByRole("dialog", { name: "Reschedule post" });
      await dialog.getByLabel(/^Publish at/).fill(to);
      return dialog.getByRole("button", { name: "Reschedule", exact: true });
    };
    const saveMine = await move(mine, "2099-05-04T09:30");
    const saveTheirs = await move(theirs, "2099-05-05T10:30");
    const before = await times();
    await saveTheirs.click();
    await said(theirs, /^Rescheduled to /);
    const theirTimes = await times();
    expect(theirTimes).not.toEqual(before);

    await saveMine.click();
    const question = mine.getByRole("dialog", { name: "The post has changed on the server" });
    await question
      .getByRole("cell", { name: /5 May 2099/ })
      .first()
      .waitFor();
    await expectAccessible(mine);
    await question.getByRole("button", { name: "Use the server's" }).click();
    await question.waitFor({ state: "hidden" });
    expect(await times()).toEqual(theirTimes);
  });

  it("if it is the credentials of an account", async () => {
    const [group] = await running.read<Text[]>("publishing/account-groups");
    const account = await running.write<{ id: number }>(
      `publishing/account-groups/${group?.id}/accounts`,
      {
        platform_type: "bluesky",
        platform_username: "dvoje.bsky.social",
        credentials: { identifier: "dvoje", password: "good" },
      },
    );
    const [mine, theirs] = await both(`/dashboard/config?group=${group?.id}`);
    const write = async (page: Page, password: string) => {
      const card = page
        .getByRole("tabpanel")
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: "dvoje.bsky.social" }) });
      await card.getByRole("button", { name: "Actions" }).click();
      await page.getByRole("menuitem", { name: "Update credentials" }).click();
      const dialog = page.getByRole("dialog", { name: /^Update credentials of/ });
      await dialog.getByLabel("Identifier", { exact: true }).fill("dvoje");
      await dialog.getByLabel("App password", { exact: true }).fill(password);
      return dialog.getByRole("button", { name: "Update credentials" });
    };
    const [saveMine, saveTheirs] = [await write(mine, "moja"), await write(theirs, "tuđa")];
    const changedAt = async () =>
      (
        await running.read<{ id: number; credentials_changed_at: string | null }[]>(
          `publishing/account-groups/${group?.id}/accounts`,
        )
      ).find(({ id }) => id === account.id)?.credentials_changed_at;
    await saveTheirs.click();
    await said(theirs, "Credentials updated.");
    const theirTime = await changedAt();
    await saveMine.click();
    const question = mine.getByRole("dialog", { name: "The account has changed on the server" });
    await question.getByRole("cell", { name: "As typed here" }).waitFor();
    await expectAccessible(mine);
    expect(await changedAt()).toBe(theirTime);
    await question.getByRole("button", { name: "Overwrite" }).click();
    await said(mine, "Credentials updated.");
    expect(await changedAt()).not.toBe(theirTime);
  });
});
