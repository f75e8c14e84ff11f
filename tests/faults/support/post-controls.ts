import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { RunningConsole } from "../../e2e/support/console";
import { entry, region } from "../../e2e/support/screen";
import {
  button,
  type Control,
  control,
  fresh,
  imageUrl,
  type Row,
  type Shown,
  type Stage,
} from "./stage.ts";

type Text = { readonly text_content: string };
type Queued = Row & Text;
type Scheduled = { readonly content_queue_item: Row };
type Item = Row & { readonly last_used_at: string | null };

/**
 * An action in the menu of a content item: a new image, a video made of it, or one that was
 * published.
 */
const itemAct = (
  of: string,
  name: string,
  kind: "image" | "video" | "used",
  more: (counts: { size: () => Promise<number>; used: () => Promise<number> }) => Partial<Shown>,
) =>
  control(of, name, async (stage) => {
    const { running, page, go, group, first, newCategory, newItem, newAccount, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    const account = await first("account", () => newAccount(id));
    const item = await newItem(category.id, imageUrl);
    const path = `publishing/content-items/${item.id}`;
    if (kind === "video") await running.write(`${path}/convert-to-video`);
    if (kind === "used") {
      await running.write(`${path}/post-now`, { social_account_ids: [account.id] });
    }
    const active = kind === "video" ? "&media=video&status=active" : "";
    await go(`content?group=${id}&category=${category.id}${active}`);
    await button(entry(poolOf(page), item.text), "Actions").click();
    const items = `publishing/categories/${category.id}/items?limit=1000`;
    return {
      target: page.getByRole("menuitem", { name, exact: true }),
      ...more({
        size: sizeOf(items),
        used: async () =>
          (await running.read<Item[]>(items)).filter(({ last_used_at }) => last_used_at).length,
      }),
    };
  });

const poolOf = (page: Page) => region(page, "Evergreen Content Pool");

/** Opens the 'Post now' dialog of a new item, with these accounts selected. */
async function openPostNow(stage: Stage, accounts: readonly { name: string }[], id: number) {
  const { page, go, first, newCategory, newItem } = stage;
  const category = await first("category", () => newCategory(id));
  const item = await newItem(category.id);
  await go(`content?group=${id}&category=${category.id}&post-now=${item.id}`);
  const dialog = page.getByRole("dialog", { name: "Post now" });
  for (const { name } of accounts) {
    await dialog.getByRole("checkbox", { name: new RegExp(name) }).check();
  }
  return dialog;
}

/** Requests posts of a category, whose quota is one image and one text a day. */
const generation = (
  of: string,
  name: string,
  { isRow, grows, isNew = false }: { isRow: boolean; grows: number; isNew?: boolean },
) =>
  control(of, name, async (stage) => {
    const { running, page, go, newGroup, group, first, newCategory } = stage;
    const id = isNew ? await newGroup() : await group();
    const prepare = () => newCategory(id, true);
    const category = await (isNew ? prepare() : first("category", prepare));
    await go(`content?group=${id}`);
    const status = region(page, "Generation Status");
    const row = status.getByRole("row").filter({ hasText: category.name });
    await row.waitFor();
    return {
      target: button(isRow ? row : status, name),
      count: async () =>
        (await pendingIn(running)).filter((item) => item.category_name === category.name).length,
      grows,
    };
  });

const pendingIn = ({ read }: RunningConsole) =>
  read<(Queued & { category_name: string })[]>(
    "publishing/content-queue?status=pending_approval&limit=1000",
  );

/** Opens the approval queue with at least this number of posts, all of this control's own category. */
async function openQueue(stage: Stage, atLeast: number) {
  const { running, page, go, group, first, newCategory, newAccount } = stage;
  const id = await group();
  const category = await first("category", () => newCategory(id));
  await first("account", () => newAccount(id));
  const own = async () =>
    (await pendingIn(running)).filter((item) => item.category_name === category.name);
  if ((await own()).length < atLeast) {
    const path = `admin/content-generation/trigger/${category.id}?num_posts=12&type=text`;
    await running.write(path);
    await expect.poll(async () => (await own()).length).toBeGreaterThanOrEqual(12);
  }
  for (const item of await pendingIn(running)) {
    if (item.category_name !== category.name) {
      await running.write(`publishing/content-queue/${item.id}/reject`);
    }
  }
  await go("publishing?tab=text");
  const queue = region(page, "Content Approval Queue");
  const items = await own();
  const cards = items.slice(0, atLeast).map((item) => queue.locator(`[data-post="${item.id}"]`));
  for (const card of cards) await card.waitFor();
  const ids = new Set(items.map((item) => item.id));
  return {
    queue,
    cards,
    /** Counts those that are scheduled: each goes to one account. */
    scheduled: async () =>
      (await running.read<Scheduled[]>("publishing/scheduled-posts?limit=1000")).filter((post) =>
        ids.has(post.content_queue_item.id),
      ).length,
    pending: async () => (await own()).length,
  };
}

/** One decision of the queue, by button, by key and for several at once. */
const decisions = (of: string, name: "Approve" | "Reject", key: string): readonly Control[] => {
  const counts = (opened: Awaited<ReturnType<typeof openQueue>>, many: number) =>
    name === "Approve"
      ? { count: opened.scheduled, grows: many }
      : { count: opened.pending, grows: -many };
  return [
    control(of, name, async (stage) => {
      const opened = await openQueue(stage, 2);
      return { target: button(opened.queue, name).first(), ...counts(opened, 1) };
    }),
    control(of, `key ${key}`, async (stage) => {
      const opened = await openQueue(stage, 2);
      const [card] = opened.cards;
      return { target: card ?? opened.queue, key, ...counts(opened, 1) };
    }),
    control(of, `${name} selected`, async (stage) => {
      const opened = await openQueue(stage, 3);
      for (const card of opened.cards.slice(0, 2)) await card.getByRole("checkbox").check();
      return {
        target: button(opened.queue, `${name} selected`),
        effects: 2,
        ...counts(opened, 2),
      };
    }),
  ];
};

/** An account on X, as the queue names it. */
const onX = {
  social_account_id: 1_000_000,
  platform_type: "x_twitter",
  platform_username: "zima",
  why: null,
  publish_at: null,
};

/**
 * Opens a card whose post is 13 characters too long for X and presses its plain Approve: the card then
 * shows these buttons.
 *
 * @param shownOn changes the accounts that the console reads. The server refuses an approval on all of
 *   them if it knows others.
 */
const stopped = (name: string, shownOn: (accounts: readonly object[]) => readonly object[]) =>
  control("queue.approve", name, async (stage) => {
    const { running, page } = stage;
    const { cards, queue, scheduled } = await openQueue(stage, 1);
    running.proxy.rule(({ path }) => path.includes("/content-queue?"), {
      kind: "rewrite",
      change: (items) =>
        (items as (Queued & { goes_out_on?: object[] })[]).map((item) => ({
          ...item,
          text_content: "a".repeat(293),
          goes_out_on: shownOn(item.goes_out_on ?? []),
        })),
    });
    // Otherwise the text has changed since it was shown, and the console asks first.
    await page.reload();
    const [card = queue] = cards;
    await button(card, "Approve").click();
    return { target: button(card, name), count: scheduled };
  });

/** Schedules a post of a new group on a number of accounts for a far day, and chooses from its menu. */
async function askAboutPost(stage: Stage, item: string, many = 1) {
  const { running, page, go, newGroup, newAccount, newCategory } = stage;
  const group = await newGroup();
  const account = await newAccount(group);
  for (let more = 1; more < many; more += 1) await newAccount(group);
  const category = await newCategory(group);
  const own = async () =>
    (await pendingIn(running)).find(({ category_name }) => category_name === category.name);
  await running.write(`admin/content-generation/trigger/${category.id}?num_posts=1&type=text`);
  await expect.poll(own).toBeDefined();
  const queued = await own();
  const far = "2100-01-01T08:00:00.000Z";
  await running.write(`publishing/content-queue/${queued?.id}/approve?publish_at=${far}`);
  await go(`publishing?tab=text&of=group&group=${group}`);
  const on = many === 1 ? `Bluesky ${account.name}` : `all ${many} accounts`;
  const name = `Actions for post on ${on}`;
  await button(region(page, "Upcoming Scheduled Posts"), name).click();
  await page.getByRole("menuitem", { name: item }).click();
  const posts = async () =>
    running.read<{ publish_at: string }[]>(
      `publishing/scheduled-posts?group_id=${group}&limit=1000`,
    );
  return {
    /** The number of accounts on which it is scheduled. */
    isScheduled: async () => (await posts()).length,
    /** The number of accounts on which it is due at another time, or has gone out. */
    isMoved: async () =>
      many - (await posts()).filter(({ publish_at }) => publish_at === far).length,
  };
}

/** Creates failed posts, each on an account of its own: after refused credentials it takes no second post. */
async function fail(stage: Stage, many: number) {
  const { running, group, newAccount } = stage;
  const id = await group();
  const texts = Array.from({ length: many }, () => fresh("Neuspelo broj"));
  for (const text_content of texts) {
    await newAccount(id, "wrong");
    await running.write("publishing/publish", {
      account_group_id: id,
      text_content,
      image_url: null,
    });
  }
  return texts;
}

/** The controls of the pool, the approval queue, the schedule and failed work. */
export const postControls: readonly Control[] = [
  control("content.add", "Create item", async (stage) => {
    const { page, go, group, first, newCategory, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    await go(`content?group=${id}&category=${category.id}&dialog=new-item`);
    const dialog = page.getByRole("dialog", { name: "New content item" });
    await dialog.getByLabel("Text content").fill(fresh("Nov sadržaj"));
    return {
      target: button(dialog, "Create item"),
      count: sizeOf(`publishing/categories/${category.id}/items?limit=1000`),
    };
  }),
  control("content.edit", "Save item", async (stage) => {
    const { page, go, group, first, newCategory, newItem, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    const item = await newItem(category.id);
    await go(`content?group=${id}&category=${category.id}`);
    await button(entry(poolOf(page), item.text), "Actions").click();
    await page.getByRole("menuitem", { name: "Edit…", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Edit item" });
    await dialog.getByLabel("Text content").fill(fresh("Ispravljeno"));
    return {
      target: button(dialog, "Save item"),
      count: sizeOf("publishing/activity?kind=edited&limit=200"),
    };
  }),
  itemAct("content.convertToVideo", "Convert to video", "image", ({ size }) => ({ count: size })),
  itemAct("content.reconvertVideo", "Re-convert video", "video", ({ size }) => ({
    count: size,
    grows: 0,
  })),
  itemAct("content.clearLastUsed", "Mark as unused", "used", ({ used }) => ({
    count: used,
    grows: -1,
  })),
  control("content.postNow", "Post now", async (stage) => {
    const { running, group, first, newAccount } = stage;
    const id = await group();
    const account = await first("account", () => newAccount(id));
    const dialog = await openPostNow(stage, [account], id);
    return { target: button(dialog, "Post now"), count: running.published };
  }),
  control("content.postNow", "Retry failed only", async (stage) => {
    const { running, group, first, newAccount } = stage;
    const id = await group();
    const good = await first("account", () => newAccount(id));
    const bad = await first("bad account", () => newAccount(id, "wrong"));
    const dialog = await openPostNow(stage, [good, bad], id);
    await button(dialog, "Post now").click();
    return {
      target: button(dialog, "Retry failed only"),
      count: running.published,
      grows: 0,
    };
  }),
  control("content.remove", "Delete", async (stage) => {
    const { page, go, group, first, newCategory, newItem, question, sizeOf } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    const item = await newItem(category.id);
    await go(`content?group=${id}&category=${category.id}`);
    await button(entry(poolOf(page), item.text), "Actions").click();
    await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
    return {
      target: button(question(), "Delete"),
      count: sizeOf(`publishing/categories/${category.id}/items?limit=1000`),
      grows: -1,
    };
  }),
  control("content.publish", "Publish", async (stage) => {
    const { running, config, group, first, newAccount, form, question } = stage;
    const id = await group();
    await first("account", () => newAccount(id));
    await config("direct", id);
    await form("Publish now").getByLabel("Text content").fill(fresh("Zdravo, zima"));
    await button(form("Publish now"), "Publish").click();
    return { target: button(question(/^Publish on/), "Publish"), count: running.published };
  }),

  generation("generation.trigger", "Generate image post", { isRow: true, grows: 1 }),
  generation("generation.trigger", "Generate text post", { isRow: true, grows: 1 }),
  generation("generation.fillCategoryQuota", "Fill quota", { isRow: true, grows: 2, isNew: true }),
  generation("generation.triggerGroupQuota", "Generate image quota", { isRow: false, grows: 1 }),
  generation("generation.triggerGroupQuota", "Generate text quota", { isRow: false, grows: 1 }),
  generation("generation.fillGroupQuota", "Fill all quotas", {
    isRow: false,
    grows: 2,
    isNew: true,
  }),
  control("generation.generateAndApprove", "Generate and Approve", async (stage) => {
    const { running, page, go, group, first, newCategory, form } = stage;
    const id = await group();
    const category = await first("category", () => newCategory(id));
    await go(`content?group=${id}`);
    await button(page, "Show AI Content Generator").click();
    const generator = form("AI Content Generator");
    const text = fresh("Šal koji greje");
    await generator.getByLabel("Content category").selectOption({ label: category.name });
    await generator.getByLabel("Post text").fill(text);
    const approved = "publishing/content-queue?status=approved&limit=1000";
    await button(generator, "Generate and Approve").click();
    return {
      target: button(stage.question(), "Generate and Approve"),
      count: async () =>
        (await running.read<Queued[]>(approved)).filter((item) => item.text_content === text)
          .length,
    };
  }),

  ...decisions("queue.approve", "Approve", "a"),
  ...decisions("queue.reject", "Reject", "r"),
  control("queue.approve", "Approve what has changed", async (stage) => {
    const opened = await openQueue(stage, 2);
    const [first = opened.queue, second = opened.queue] = opened.cards;
    const id = Number(await second.getAttribute("data-post"));
    const text = fresh("Sada piše nešto drugo");
    stage.running.proxy.rule(({ path }) => path.includes("/content-queue?"), {
      kind: "rewrite",
      change: (items) =>
        (items as Queued[]).map((item) =>
          item.id === id ? { ...item, text_content: text } : item,
        ),
    });
    // The rejection makes the console refetch the queue.
    await button(first, "Reject").click();
    await second.getByText(text).waitFor();
    await button(second, "Approve").click();
    return {
      target: button(stage.question(), "Approve"),
      count: opened.scheduled,
    };
  }),
  stopped("Leave out X", (accounts) => [...accounts, onX]),
  stopped("Approve anyway", (accounts) =>
    accounts.map((account) => ({ ...account, platform_type: "x_twitter" })),
  ),

  control("scheduler.publishNow", "Publish now", async (stage) => {
    const { isMoved } = await askAboutPost(stage, "Publish now…");
    return { target: button(stage.question(), "Publish now"), count: isMoved };
  }),
  control("scheduler.publishNow", "Publish now on two accounts", async (stage) => {
    const { isMoved } = await askAboutPost(stage, "Publish now…", 2);
    return { target: button(stage.question(), "Publish now"), count: isMoved, effects: 2 };
  }),
  ...[1, 2].map((many) =>
    control("scheduler.reschedule", `Reschedule on ${many}`, async (stage) => {
      const { isMoved } = await askAboutPost(stage, "Reschedule…", many);
      const dialog = stage.page.getByRole("dialog", { name: "Reschedule post" });
      await dialog.getByLabel("Publish at").fill("2099-01-01T10:00");
      return { target: button(dialog, "Reschedule"), count: isMoved, effects: many };
    }),
  ),
  control("scheduler.cancel", "Cancel post", async (stage) => {
    const { isScheduled } = await askAboutPost(stage, "Cancel post…");
    return { target: button(stage.question(), "Cancel post"), count: isScheduled, grows: -1 };
  }),
  control("queue.approve", "Approve…", async (stage) => {
    const opened = await openQueue(stage, 1);
    await button(opened.cards[0] ?? opened.queue, "Approve…").click();
    const dialog = stage.page.getByRole("dialog", { name: /^Approve post #/ });
    return { target: button(dialog, "Approve"), count: opened.scheduled };
  }),
  control("queue.edit", "Save", async (stage) => {
    const { cards, queue } = await openQueue(stage, 1);
    const [card = queue] = cards;
    await button(card, "Edit").click();
    await card.getByRole("textbox", { name: "Text" }).fill(fresh("Ispravljeno broj"));
    return { target: button(card, "Save") };
  }),
  control("queue.reopen", "Reopen", async (stage) => {
    const { queue, cards, pending } = await openQueue(stage, 1);
    const [card = queue] = cards;
    const id = await card.getAttribute("data-post");
    await button(card, "Reject").click();
    await queue.getByRole("radio", { name: "Rejected" }).check({ force: true });
    const rejected = queue.locator(`[data-post="${id}"]`);
    return { target: button(rejected, "Reopen"), count: pending };
  }),

  control("scheduler.retry", "Retry", async (stage) => {
    const [text = ""] = await fail(stage, 1);
    await stage.go("publishing?tab=text");
    const row = region(stage.page, "Failed Posts").getByRole("row").filter({ hasText: text });
    await button(row, "Retry").click();
    return { target: button(stage.question(/^Retry post #\d+\?$/), "Retry") };
  }),
  control("scheduler.retry", "Retry all", async (stage) => {
    await stage.running.write("admin/clear-failed-posts");
    await fail(stage, 3);
    await stage.go("publishing?tab=text");
    await button(region(stage.page, "Failed Posts"), "Retry all").click();
    const question = stage.question(/^Retry \d+ failed posts\?$/);
    const title = await question.getByRole("heading").textContent();
    return { target: button(question, "Retry all"), effects: Number(title?.match(/\d+/)?.[0]) };
  }),
  control("scheduler.runDailyPlanner", "Run daily planner", async ({ page, go, question }) => {
    await go("publishing");
    await button(region(page, "Maintenance"), "Run daily planner").click();
    return { target: button(question(), "Run daily planner") };
  }),
  control("failedWork.runAgain", "Run again", async ({ page, go, sizeOf }) => {
    await go("publishing");
    await region(page, "Scheduler Health")
      .getByRole("button", { name: /^Background work/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Failed background work" });
    // By its own name: the first button is another one after the press.
    const first = dialog.getByRole("button", { name: /^Run again/ }).first();
    const name = (await first.getAttribute("aria-label")) ?? "";
    return {
      target: dialog.getByRole("button", { name, exact: true }),
      count: sizeOf("admin/failed-work/"),
      grows: -1,
    };
  }),
  ...(["failed", "scheduled"] as const).map((kind) =>
    control(
      kind === "failed" ? "scheduler.clearFailed" : "scheduler.clearScheduled",
      `Clear ${kind} posts`,
      async (stage) => {
        if (kind === "failed") await fail(stage, 1);
        await stage.go("publishing");
        const name = `Clear ${kind} posts`;
        await button(region(stage.page, "Maintenance"), name).click();
        return { target: button(stage.question(), name) };
      },
    ),
  ),
];
