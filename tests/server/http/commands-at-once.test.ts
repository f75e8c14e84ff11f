import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { categoriesApi } from "@/features/categories/contract";
import { contentApi } from "@/features/content/contract";
import { integrationsApi } from "@/features/integrations/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import {
  accounts,
  contentItems,
  integrations,
  queueItems,
  scheduledPosts,
  subscribers,
} from "../../../server/db/schema.ts";
import { removeAccount } from "../../../server/features/accounts/accounts.ts";
import { removeContent } from "../../../server/features/content/content.ts";
import { planToday } from "../../../server/features/generation/plan-day.ts";
import { removeGroup } from "../../../server/features/groups/removal.ts";
import { receiveReport } from "../../../server/features/newsletter/mail-events.ts";
import { measure } from "../../../server/features/performance/measure-job.ts";
import { backfillPerformance } from "../../../server/features/performance/refresh-figures.ts";
import { rejectItem } from "../../../server/features/queue/queue.ts";
import { reopenItem } from "../../../server/features/queue/queue-changes.ts";
import { claimDue, claimReserved } from "../../../server/features/scheduler/claims.ts";
import { publish } from "../../../server/features/scheduler/publish-job.ts";
import {
  recordOutcome,
  recordPublished,
} from "../../../server/features/scheduler/record-outcome.ts";
import { reschedulePost } from "../../../server/features/scheduler/schedule-changes.ts";
import {
  recoverInterrupted,
  searchUnknownPost,
} from "../../../server/features/scheduler/unknown-posts.ts";
import { keepGroupOfPost, lockAccounts } from "../../../server/kernel/locks.ts";
import { publisherThat } from "../../support/publisher.ts";
import { addMailService, addSubscribers } from "../features/newsletter/support.ts";
import { createWorld, type World } from "../world.ts";

// PGlite has one connection. Set TEST_DATABASE_URL to a PostgreSQL to run these.
const isPostgres = Boolean(process.env.TEST_DATABASE_URL);

let world: World;
let group: number;
let category: number;
let item: number;
/** The texts that the platform was given. */
let published: string[];

beforeEach(async () => {
  published = [];
  world = await createWorld({
    ports: {
      publisher: publisherThat(async ({ post }) => {
        published.push(post.text);
        return { ok: true, externalId: String(post.id), url: `/sandbox/posts/${post.id}` };
      }),
    },
  });
  group = await world.addGroup();
  category = await world.addCategory(group);
  [item = 0] = await world.generate(category);
});
afterEach(() => world.close());

const postOf = async () => {
  const [post] = await world.posts();
  if (!post) throw new Error("There is no post.");
  return post;
};
const inHours = (hours: number) =>
  new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
const itemLock = sql`select 1 from queue_items for update`;

describe.runIf(isPostgres)("While a post is about to be published", () => {
  test("it stays if its operator has just moved it to a later time", async () => {
    await world.addAccount(group);
    await world.approve(item);
    const { id } = await postOf();
    world.clock.advance(5 * 60_000);
    const at = inHours(20);
    const [job] = await world.startBehind(
      itemLock,
      () => [Promise.resolve<unknown>(publish({ postId: id }, world.run))],
      (context) => reschedulePost(context, id, { publish_at: at }),
    );
    await job;
    expect(published).toEqual([]);
    expect(await postOf()).toMatchObject({ status: "scheduled", publish_at: new Date(at) });
    world.clock.advance(21 * 3_600_000);
    await world.runJobs();
    expect(published).toHaveLength(1);
  });

  test("its approval can be taken back and given again, and neither waits for the other", async () => {
    await world.addAccount(group);
    await world.approve(item);
    const { id } = await postOf();
    await world.call(queueApi.reopen, { params: { id: item } });
    // The job locks the account, then the post; so must an approval.
    const [approval] = await world.startBehind(
      sql`select 1 from accounts for update`,
      () => [world.approve(item)],
      async ({ db }) => {
        await db.execute(sql`select 1 from queue_items where id = ${item} for share`);
      },
    );
    expect(await approval).toMatchObject({ id: item, status: "approved" });
    expect((await postOf()).id).not.toBe(id);
  });
});

test.runIf(isPostgres)(
  "An approval that is taken back while the planner runs is not planned",
  async () => {
    world.clock.advance(new Date("2040-01-02T09:00:00Z").getTime() - world.clock.now().getTime());
    await world.database.db
      .update(queueItems)
      .set({ created_at: world.clock.now(), updated_at: world.clock.now() });
    await world.approve(item);
    expect(await world.posts()).toEqual([]);
    await world.addAccount(group);
    const [planned] = await world.startBehind(
      itemLock,
      () => [world.transaction(planToday)],
      (context) => reopenItem(context, item),
    );
    await planned;
    expect(await world.queue()).toMatchObject([{ id: item, status: "pending_approval" }]);
    expect(await world.posts()).toEqual([]);
  },
);

test.runIf(isPostgres)("The preview of the plan waits for nobody", async () => {
  world.clock.advance(new Date("2040-01-02T09:00:00Z").getTime() - world.clock.now().getTime());
  await world.addAccount(group);
  let preview: Promise<unknown> = Promise.resolve();
  await world.startBehind(
    sql`select 1 from accounts for update`,
    () => {
      preview = world.call(schedulerApi.planPreview, {});
      return [];
    },
    () => preview,
  );
  expect(await preview).toMatchObject({ posts: expect.any(Number) });
});

test.runIf(isPostgres)(
  "A measurement and a backfill of an account do not wait for each other",
  async () => {
    const account = await world.addAccount(group);
    for (const id of await world.generate(category)) await world.approve(id);
    const [first, second] = await world.posts();
    if (!first || !second) throw new Error("There are not two posts.");
    const now = world.clock.now();
    await world.database.db
      .update(scheduledPosts)
      .set({ status: "published", external_id: "1", published_at: now, measure_at: now });
    const [measured] = await world.startBehind(
      sql`select 1 from scheduled_posts where id = ${first.id} for update`,
      () => [Promise.resolve<unknown>(measure({ accountId: account }, world.run))],
      (context) => backfillPerformance(context, account),
    );
    await measured;
    await world.runJobs();
    expect((await world.posts()).map(({ impressions }) => impressions)).not.toContain(null);
  },
);

test.runIf(isPostgres)(
  "Post now and Undo of the same content do not wait for each other",
  async () => {
    const account = await world.addAccount(group);
    await world.approve(item);
    const { id, content_item_id } = await postOf();
    const [posted] = await world.startBehind(
      itemLock,
      () => [
        world.call(contentApi.postNow, {
          params: { id: content_item_id ?? 0 },
          query: { confirm_duplicates: true },
          body: { social_account_ids: [account] },
        }),
      ],
      (context) => reopenItem(context, item),
    );
    expect(await posted).toMatchObject({ publishing_results: [{ status: "published" }] });
    const posts = await world.posts();
    expect(posts.map((post) => [post.id === id, post.status])).toEqual([[false, "published"]]);
    expect(published).toHaveLength(1);
  },
);

test.runIf(isPostgres)(
  "An order for an account that must wait, and a new time for its post, do not wait for each other",
  async () => {
    const account = await world.addAccount(group);
    const held_until = new Date(inHours(1));
    await world.database.db.update(accounts).set({ held_until, held_because: "Rate limit." });
    const [row] = await world.queue();
    // As `postNow` reserves it.
    const at = world.clock.now();
    const [reserved] = await world.database.db
      .insert(scheduledPosts)
      .values({
        queue_item_id: item,
        group_id: group,
        category_id: category,
        account_id: account,
        content_item_id: row?.content_item_id,
        platform_type: "bluesky",
        platform_username: "zimska.bsky.social",
        publish_at: at,
        ask_at: new Date(at.getTime() + 60_000),
      })
      .returning();
    const id = reserved?.id ?? 0;
    const publish_at = inHours(5);
    const [claimed] = await world.startBehind(
      sql`select 1 from scheduled_posts for update`,
      () => [world.transaction((context) => claimReserved(context, id))],
      (context) => reschedulePost(context, id, { publish_at }),
    );
    expect(await claimed).toBeUndefined();
    expect(await postOf()).toMatchObject({
      ...{ status: "scheduled", publish_at: new Date(publish_at), ask_at: null },
    });
  },
);

describe.runIf(isPostgres)("Commands on content do not wait for what waits for them:", () => {
  const postLock = sql`select 1 from scheduled_posts for update`;
  const publishedResult = { ok: true, externalId: "1", url: "/sandbox/posts/1", note: "" } as const;
  const contentOf = async () => (await world.queue())[0]?.content_item_id ?? 0;
  const postNowOn = async (account: number) => {
    const id = await contentOf();
    return world.call(contentApi.postNow, {
      params: { id },
      query: { confirm_duplicates: true },
      body: { social_account_ids: [account] },
    });
  };
  const remove = async () => world.call(contentApi.remove, { params: { id: await contentOf() } });

  test.each([
    ["Post now", postNowOn],
    ["its deletion", remove],
  ])("%s and the result of a post of it", async (_, command) => {
    const account = await world.addAccount(group);
    const credentials = { id: account, credentials_changed_at: null };
    await world.approve(item);
    const post = await postOf();
    const [called] = await world.startBehind(
      postLock,
      () => [command(account)],
      async (context) => {
        await lockAccounts(context.db, eq(accounts.id, account), "no key update");
        await keepGroupOfPost(context.db, post.id);
        await recordPublished(context, post, { credentials }, publishedResult);
      },
    );
    await called;
    const [first] = await world.posts();
    expect(first).toMatchObject({ id: post.id, status: "published" });
  });

  test.each([
    ["Post now", postNowOn],
    ["its deletion", remove],
  ])("%s and a rejection", async (_, command) => {
    const account = await world.addAccount(group);
    const [called] = await world.startBehind(
      itemLock,
      () => [command(account)],
      (context) => rejectItem(context, item),
    );
    await called;
    expect((await world.queue())[0]).toMatchObject({ id: item, status: "rejected" });
  });

  test("Post now finds no content that is deleted meanwhile", async () => {
    const account = await world.addAccount(group);
    const id = await contentOf();
    const [refused] = await world.startBehind(
      itemLock,
      () => [
        world.refusal(contentApi.postNow, {
          params: { id },
          body: { social_account_ids: [account] },
        }),
      ],
      (context) => removeContent(context, id),
    );
    expect(await refused).toMatchObject({ status: 404 });
    expect(published).toEqual([]);
  });
});

describe.runIf(isPostgres)("While its group is deleted", () => {
  const missing = { status: 404 };
  const params = () => ({ params: { id: item } });
  const groupLock = sql`select 1 from accounts join groups on groups.id = accounts.group_id
    for update of accounts, groups`;
  const deleteDuring = async (start: () => Promise<unknown>) => {
    const [refused] = await world.startBehind(
      groupLock,
      () => [start()],
      (context) => removeGroup(context, group),
    );
    return refused;
  };

  beforeEach(async () => {
    await world.addAccount(group);
  });

  test.each(["approve", "reject", "edit", "reopen"] as const)(
    "a post of the queue is not changed: %s",
    async (name) => {
      if (name === "reopen") await world.approve(item);
      const [row] = await world.queue();
      const expected_updated_at = row?.updated_at.toISOString() ?? null;
      const body = { text_content: "Kasno.", expected_updated_at };
      const start = () =>
        name === "edit"
          ? world.refusal(queueApi.edit, { ...params(), body })
          : world.refusal(queueApi[name], params());
      expect(await deleteDuring(start)).toMatchObject(missing);
    },
  );

  test("scheduled posts are not cleared", async () => {
    await world.approve(item);
    expect(await deleteDuring(() => world.call(schedulerApi.clearScheduled, {}))).toEqual({
      message: "Cleared 0 scheduled posts.",
    });
  });

  test.each([
    ["on all accounts", false],
    ["on a chosen account", true],
  ])("nothing is published directly: %s", async (_, isChosen) => {
    const [account] = await world.accounts(group);
    const social_account_ids = isChosen ? [account?.id ?? 0] : undefined;
    const [refused] = await world.startBehind(
      // The deletion locks these first.
      sql`select 1 from accounts for update`,
      () => [
        world.refusal(contentApi.publish, {
          body: { account_group_id: group, text_content: "Sneg.", social_account_ids },
        }),
      ],
      (context) => removeGroup(context, group),
    );
    expect(await refused).toMatchObject(missing);
    expect(published).toEqual([]);
  });

  test.each(["reschedule", "cancel", "publishNow", "retry"] as const)(
    "a scheduled post is not changed: %s",
    async (name) => {
      await world.approve(item);
      const { id } = await postOf();
      if (name === "retry") {
        await world.database.db
          .update(scheduledPosts)
          .set({ status: "failed" })
          .where(eq(scheduledPosts.id, id));
      }
      const body = { publish_at: inHours(5) };
      const ofPost = { params: { id } };
      const start = {
        reschedule: () => world.refusal(schedulerApi.reschedule, { ...ofPost, body }),
        cancel: () => world.refusal(schedulerApi.cancel, ofPost),
        publishNow: () => world.refusal(schedulerApi.publishNow, ofPost),
        retry: () => world.refusal(schedulerApi.retry, ofPost),
      }[name];
      expect(await deleteDuring(start)).toMatchObject(missing);
    },
  );
});

describe.runIf(isPostgres)("A removal does not wait for what waits for it:", () => {
  const accountLock = sql`select 1 from accounts for update`;
  const groupLock = sql`select 1 from accounts join groups on groups.id = accounts.group_id
    for update of accounts, groups`;
  const found = { ok: true, externalId: "1", url: "/sandbox/posts/1" } as const;
  let account: number;

  /** Approves the item, and returns its post when it is due. */
  const duePost = async () => {
    account = await world.addAccount(group);
    await world.approve(item);
    world.clock.advance(5 * 60_000);
    return postOf();
  };
  const claimPost = async () => {
    const { id } = await duePost();
    const claimed = await world.transaction((context) => claimDue(context, id));
    if (!claimed) throw new Error("The post was not claimed.");
    return claimed;
  };
  /** Looks for a claimed post that became unknown, and finds it. */
  const search = async (claimed: Awaited<ReturnType<typeof claimPost>>) => {
    const { committingAt: _, ...post } = claimed;
    const publisher = { ...world.ports.publisher, locate: async () => found };
    const run = { ...world.run, ports: { ...world.ports, publisher } };
    await searchUnknownPost(run, { ...post, since: claimed.startedAt });
  };
  const makeUnknown = () =>
    world.database.db
      .update(scheduledPosts)
      .set({ status: "unknown", committing_at: world.clock.now() });

  test("of an account, and a claim of its post", async () => {
    const { id } = await duePost();
    const [removed] = await world.startBehind(
      accountLock,
      () => [world.call(accountsApi.remove, { params: { id: account } })],
      (context) => claimDue(context, id),
    );
    await removed;
    expect(await postOf()).toMatchObject({ status: "publishing", account_id: null });
    expect(await world.accounts(group)).toEqual([]);
  });

  test("of an account, and the result of its post", async () => {
    const claimed = await claimPost();
    const [recorded] = await world.startBehind(
      accountLock,
      () => [world.transaction((context) => recordOutcome(context, claimed, found))],
      (context) => removeAccount(context, account),
    );
    await recorded;
    expect(await postOf()).toMatchObject({ status: "published", account_id: null });
  });

  test("of an account, and the search for its post", async () => {
    const claimed = await claimPost();
    await makeUnknown();
    const [searched] = await world.startBehind(
      accountLock,
      () => [search(claimed)],
      (context) => removeAccount(context, account),
    );
    await searched;
    expect(await postOf()).toMatchObject({ status: "published", account_id: null });
  });

  test.each([
    ["the search for its post", search],
    [
      "the late result of its post",
      (claimed: Awaited<ReturnType<typeof claimPost>>) =>
        world.transaction((context) => recordOutcome(context, claimed, found)),
    ],
  ])("of a group, and %s", async (_, finish) => {
    const claimed = await claimPost();
    await makeUnknown();
    const [finished] = await world.startBehind(
      groupLock,
      () => [finish(claimed)],
      (context) => removeGroup(context, group),
    );
    await finished;
    expect(await world.posts()).toEqual([]);
  });

  const contentOf = async () => (await world.queue())[0]?.content_item_id ?? 0;

  test("of a group, and an edit of its content", async () => {
    await world.addAccount(group);
    const params = { id: await contentOf() };
    const [content] = await world.database.db.select().from(contentItems);
    const expected_updated_at = content?.updated_at.toISOString() ?? null;
    const body = { text_content: "Kasno.", expected_updated_at };
    const [refused] = await world.startBehind(
      groupLock,
      () => [world.refusal(contentApi.edit, { params, body })],
      (context) => removeGroup(context, group),
    );
    expect(await refused).toMatchObject({ status: 404 });
  });

  test("of a group, and one of its content", async () => {
    await world.addAccount(group);
    const params = { id: await contentOf() };
    const [refused] = await world.startBehind(
      // The deletion of the group cascades to its content before it comes to its queue.
      sql`select 1 from accounts, groups, content_items for update`,
      () => [world.refusal(contentApi.remove, { params })],
      (context) => removeGroup(context, group),
    );
    expect(await refused).toMatchObject({ status: 404 });
  });

  test("of a group, and the recovery of its posts", async () => {
    await claimPost();
    await world.database.db.update(scheduledPosts).set({ committing_at: world.clock.now() });
    const [recovered] = await world.startBehind(
      groupLock,
      () => [world.transaction(recoverInterrupted)],
      // As `removeGroup` does: it refuses while a post is being published.
      ({ db }) => db.execute(sql`delete from groups where id = ${group}`),
    );
    await recovered;
    expect(await world.posts()).toEqual([]);
  });

  test("of a group, and the removal of its mail service", async () => {
    await world.addAccount(group);
    await addMailService(world, group);
    const [service] = await world.database.db.select().from(integrations);
    const params = { id: service?.id ?? 0 };
    const [refused] = await world.startBehind(
      groupLock,
      () => [world.refusal(integrationsApi.remove, { params })],
      (context) => removeGroup(context, group),
    );
    expect(await refused).toMatchObject({ status: 404 });
  });

  test("of a group, and a change of its category", async () => {
    await world.addAccount(group);
    const [refused] = await world.startBehind(
      groupLock,
      () => [
        world.refusal(categoriesApi.change, { params: { id: category }, body: { name: "Zima" } }),
      ],
      (context) => removeGroup(context, group),
    );
    expect(await refused).toMatchObject({ status: 404 });
  });
});

test.runIf(isPostgres)(
  "A report about two subscribers, and one of them who unsubscribes, do not wait for each other",
  async () => {
    await addSubscribers(world, group, 2);
    await addMailService(world, group);
    const [receiver] = await world.database.db.select().from(integrations);
    if (!receiver) throw new Error("There is no mail service.");
    const isUnsubscribing = eq(subscribers.email, "citalac1@example.com");
    const reason = "Complained.";
    const kind = "complaint";
    const events = [0, 1].map((n) => ({ kind, email: `citalac${n}@example.com`, reason }) as const);
    const [reported] = await world.startBehind(
      sql`select 1 from subscribers where ${isUnsubscribing} for update`,
      () => [
        world.transaction((context) =>
          receiveReport(context, receiver, { topic: "bounces", isTaken: true, events }),
        ),
      ],
      ({ db }) => db.update(subscribers).set({ is_active: false }).where(isUnsubscribing),
    );
    expect(await reported).toBe(true);
    const reasons = await world.database.db
      .select({ reason: subscribers.inactive_reason })
      .from(subscribers)
      .orderBy(subscribers.id);
    expect(reasons).toEqual([{ reason }, { reason: null }]);
  },
);
