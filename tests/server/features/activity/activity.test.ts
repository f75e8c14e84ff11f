import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { activityApi } from "@/features/activity/contract";
import { categoriesApi } from "@/features/categories/contract";
import { contentApi } from "@/features/content/contract";
import { generationApi } from "@/features/generation/contract";
import { groupsApi } from "@/features/groups/contract";
import { queueApi } from "@/features/queue/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import type { RequestOf } from "@/shared/api/endpoint";
import { readConfig } from "../../../../server/config.ts";
import { activity, queueItems, scheduledPosts } from "../../../../server/db/schema.ts";
import { quote } from "../../../../server/features/activity/activity.ts";
import { deleteHistory } from "../../../../server/features/retention/retention.ts";
import { recoverInterrupted } from "../../../../server/features/scheduler/unknown-posts.ts";
import { createWorld, type World } from "../../world.ts";
import { activeSettings, createSaleWorld, live, stock } from "../sale-rotator/sale-world.ts";

let world: World;
let group: number;
beforeEach(async () => {
  world = await createWorld();
  group = await world.addGroup();
});
afterEach(() => world.close());

type Filter = RequestOf<typeof activityApi.list>["query"];
const list = (query: Filter = {}) => world.call(activityApi.list, { query });
/** Returns the person, the subject and the kind of the latest entries, the latest first. */
const told = async (count: number, query: Filter = {}) =>
  (await list({ ...query, limit: count })).map(({ user_name, kind, about, detail }) =>
    [user_name ?? "server", kind, about, detail].filter(Boolean).join(" | "),
  );

const text = "Čaj i ćebe.";
const pending = async () => {
  const [id = 0] = await world.generate(await world.addCategory(group));
  await world.database.db
    .update(queueItems)
    .set({ text_content: text })
    .where(eq(queueItems.id, id));
  return id;
};
const approved = async () => {
  await world.addAccount(group, "zima");
  const id = await pending();
  await world.approve(id);
  const [post] = await world.posts();
  return { id, post: post?.id ?? 0 };
};

describe("A post's way is told", () => {
  test("from approval to publication, with who did what", async () => {
    const { id, post } = await approved();
    world.clock.advance(5 * 60_000);
    await world.runJobs();
    const [published, approval] = await list({ limit: 2 });
    expect(published).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      kind: "published",
      user_id: null,
      user_name: null,
      group_id: group,
      group_name: "Zimska kolekcija",
      about: "“Čaj i ćebe.”",
      detail: "zima on Bluesky",
      subject: "post",
      subject_id: post,
      post_kind: null,
    });
    expect(approval).toMatchObject({
      kind: "approved",
      user_id: "administrator",
      user_name: "Administrator",
      group_id: group,
      about: "“Čaj i ćebe.”",
      detail: "zima on Bluesky",
      subject: "queue",
      subject_id: id,
      post_kind: "media",
    });
  });

  test("with the kind that the post has now, for as long as it is there", async () => {
    const id = await pending();
    await world.call(queueApi.reject, { params: { id } });
    const kind = async () => (await list({ kind: "rejected" })).map(({ post_kind }) => post_kind);
    expect(await kind()).toEqual(["media"]);
    await world.database.db.update(queueItems).set({ image_url: null, video_url: null });
    expect(await kind()).toEqual(["text"]);
    await world.database.db.delete(queueItems);
    expect(await kind()).toEqual([null]);
  });

  test("of an edit, a rejection and its undoing", async () => {
    const id = await pending();
    const [item] = await world.queue();
    await world.call(queueApi.edit, {
      params: { id },
      body: { title: "Zima", expected_updated_at: item?.updated_at.toISOString() ?? null },
    });
    await world.call(queueApi.reject, { params: { id } });
    await world.call(queueApi.reopen, { params: { id } });
    expect(await told(3)).toEqual([
      "Administrator | reopened | “Čaj i ćebe.” | It was rejected",
      "Administrator | rejected | “Čaj i ćebe.”",
      "Administrator | edited | “Čaj i ćebe.” | Title",
    ]);
  });

  test("of one that is moved and then cancelled", async () => {
    const { post } = await approved();
    const publish_at = "2099-01-05T14:20:00Z";
    await world.call(schedulerApi.reschedule, { params: { id: post }, body: { publish_at } });
    await world.call(schedulerApi.cancel, { params: { id: post } });
    expect(await told(2)).toEqual([
      "Administrator | cancelled | “Čaj i ćebe.” | zima on Bluesky",
      "Administrator | rescheduled | “Čaj i ćebe.” | zima on Bluesky to 2099-01-05 14:20 UTC",
    ]);
  });

  test("of one that fails, and is retried", async () => {
    const { post } = await approved();
    await world.database.db.update(scheduledPosts).set({ account_id: null });
    world.clock.advance(5 * 60_000);
    await world.runJobs();
    await world.call(schedulerApi.retry, { params: { id: post }, query: {} });
    expect(await told(2)).toEqual([
      "Administrator | retried | “Čaj i ćebe.” | zima on Bluesky",
      "server | failed | “Čaj i ćebe.” | zima on Bluesky: The account was removed.",
    ]);
  });

  test("of one that may be live, which is not called failed", async () => {
    await approved();
    await world.database.db
      .update(scheduledPosts)
      .set({ status: "publishing", started_at: world.clock.now() });
    await world.transaction(recoverInterrupted);
    expect(await told(1)).toEqual([
      "server | unknown | “Čaj i ćebe.” | zima on Bluesky: The server stopped while it was publishing this post. It may already be live: check the profile.",
    ]);
  });

  test("of one that 'Post now' replaces", async () => {
    await approved();
    const [post] = await world.posts();
    await world.call(contentApi.postNow, {
      params: { id: post?.content_item_id ?? 0 },
      body: { social_account_ids: [post?.account_id ?? 0] },
      query: { confirm_duplicates: true },
    });
    expect(await list({ limit: 2 })).toMatchObject([
      { user_name: "Administrator", kind: "published" },
      { kind: "cancelled", detail: "zima on Bluesky (replaced by 'Post now')" },
    ]);
  });

  test("of a text that an operator has generated and approved, under the operator's name", async () => {
    const body = {
      account_group_id: group,
      content_category_id: await world.addCategory(group),
      text_content: text,
      prompt: null,
    };
    await world.call(generationApi.generateAndApprove, { body });
    await world.runJobs();
    expect(await told(1)).toEqual([
      "Administrator | approved | “Čaj i ćebe.” | Generated and approved",
    ]);
  });

  test("of one that its category approves by itself, as the server's", async () => {
    const category = await world.addCategory(group, {
      name: "Zima",
      auto_approve_content_types: { text: true, image: true, video: true },
    });
    await world.generate(category, 1, "text");
    expect(await list({ limit: 1 })).toMatchObject([
      { user_name: null, kind: "approved", detail: "Auto-approved in Zima" },
    ]);
  });
});

describe("An entry", () => {
  test("is not there if its command was refused", async () => {
    const { id, post } = await approved();
    await world.call(schedulerApi.cancel, { params: { id: post } });
    const before = await list();
    expect((await world.refusal(schedulerApi.cancel, { params: { id: post } })).status).toBe(404);
    expect((await world.refusal(queueApi.approve, { params: { id }, query: {} })).status).toBe(409);
    expect(await list()).toEqual(before);
  });

  test("is not added again by a repeat under the same key", async () => {
    const id = await pending();
    const approve = () =>
      world.request(`publishing/content-queue/${id}/approve`, {
        method: "POST",
        headers: { "Idempotency-Key": "once" },
      });
    expect([(await approve()).status, (await approve()).status]).toEqual([200, 200]);
    expect(await list({ kind: "approved" })).toHaveLength(1);
  });

  test("names no credentials", async () => {
    await world.addAccount(group, "zima");
    await world.call(groupsApi.setProxy, {
      params: { id: group },
      body: { proxy_server: "p.example.com", proxy_username: "ana", proxy_password: "tajna" },
    });
    const stored = JSON.stringify(await world.database.db.select().from(activity));
    expect(stored).not.toMatch(/abcd-efgh|tajna/);
  });

  test("quotes one line of a text, which is cut between characters", () => {
    expect(quote("  Čaj\n\n i  ćebe. ")).toBe("“Čaj i ćebe.”");
    expect(quote("🧣".repeat(80))).toBe(`“${"🧣".repeat(80)}”`);
    expect(quote("🧣".repeat(81))).toBe(`“${"🧣".repeat(79)}…”`);
    expect(quote("a".repeat(60_000))).toBe(`“${"a".repeat(79)}…”`);
  });
});

test("the clears tell how many posts of each group they deleted", async () => {
  await approved();
  await world.database.db.update(scheduledPosts).set({ status: "failed" });
  await world.call(schedulerApi.clearFailed, { query: {} });
  expect(await list({ limit: 1 })).toMatchObject([
    { kind: "cleared", about: "1 failed post", group_id: group },
  ]);
  await world.call(schedulerApi.clearScheduled, {});
  expect(await list({ kind: "cleared" })).toHaveLength(1);
});

test("changed settings are told, with their place", async () => {
  const account = await world.addAccount(group, "zima");
  const category = await world.addCategory(group, { name: "Memi" });
  await world.call(categoriesApi.change, {
    params: { id: category },
    body: { category_prompt: "Kratko." },
  });
  await world.call(groupsApi.setMascot, {
    params: { id: group },
    body: { ai_mascot_image_path: null, ai_mascot_description: "Medved" },
  });
  await world.call(saleRotatorApi.saveSettings, {
    params: { groupId: group },
    body: activeSettings,
  });
  await world.call(accountsApi.remove, { params: { id: account } });
  const entries = await list({ kind: "settings", user: "administrator", group_id: group });
  expect(entries.map(({ about, subject }) => `${about} (${subject})`)).toEqual([
    "Account zima on Bluesky: deleted (accounts)",
    "Sale rotator (sale_rotator)",
    "AI mascot (mascot)",
    "Category Memi (categories)",
    expect.stringMatching(/^Category Kategorija .*: added \(categories\)$/),
    "Account zima on Bluesky: added (accounts)",
    "Group Zimska kolekcija: created (settings)",
  ]);
});

test("commands on a group are told, and only if they changed something", async () => {
  const category = await world.addCategory(group, { name: "Memi" });
  const params = { id: group };
  await world.call(groupsApi.pause, { params });
  await world.call(groupsApi.pause, { params });
  await world.call(groupsApi.resume, { params });
  await world.call(groupsApi.resume, { params });
  await world.call(groupsApi.setSlots, {
    params,
    body: { publishing_times: null, time_zone: "Europe/Belgrade", notice_minutes: 5 },
  });
  await world.call(groupsApi.rename, { params, body: { name: "Leto" } });
  await world.call(categoriesApi.remove, { params: { id: category } });
  expect(await told(5, { kind: "settings", group_id: group })).toEqual([
    "Administrator | settings | Category Memi: deleted",
    "Administrator | settings | Group Zimska kolekcija: renamed to Leto",
    "Administrator | settings | Publishing times",
    "Administrator | settings | Group Zimska kolekcija: resumed",
    "Administrator | settings | Group Zimska kolekcija: paused",
  ]);
  await world.call(groupsApi.remove, { params });
  expect(await list({ limit: 1 })).toMatchObject([
    { kind: "settings", about: "Group Leto: deleted", group_id: null, subject: null },
  ]);
});

test("runs of the rotator are told: begun by whom, and how they ended", async () => {
  const sale = await createSaleWorld();
  onTestFinished(() => sale.close());
  const { group } = await sale.addRotatingGroup([stock("1", ["rotator"])]);
  await sale.call(saleRotatorApi.trigger, live(group));
  expect(await sale.call(activityApi.list, { query: { kind: "rotator" } })).toMatchObject([
    {
      user_name: "Administrator",
      about: "A live run finished",
      detail: "1 of 1 product changed",
    },
    { user_name: "Administrator", about: "A live run started", detail: "0 of 1 product changed" },
  ]);
});

describe("The list", () => {
  test("is filtered by group, kind and person, and read page by page", async () => {
    const other = await world.addGroup("Leto");
    await world.app.sessions.issue({ id: "7", name: "ana" });
    await pending();
    expect(await told(5, { group_id: other })).toEqual([
      "Administrator | settings | Group Leto: created",
    ]);
    expect(await told(5, { kind: "login" })).toEqual(["ana | login", "Administrator | login"]);
    expect(await told(5, { user: "7" })).toEqual(["ana | login"]);
    expect(await told(5, { user: "server" })).toEqual([]);
    const all = await list();
    expect(await list({ skip: 1, limit: 2 })).toEqual(all.slice(1, 3));
  });

  test("names each person once, by the latest name", async () => {
    await world.app.sessions.issue({ id: "7", name: "ana" });
    await world.app.sessions.issue({ id: "9", name: "Boris" });
    await world.app.sessions.issue({ id: "7", name: "Ana K." });
    expect(await world.call(activityApi.people, {})).toEqual([
      { id: "administrator", name: "Administrator" },
      { id: "7", name: "Ana K." },
      { id: "9", name: "Boris" },
    ]);
  });
});

test("entries are kept for 180 days, and outlive their group", async () => {
  const now = world.clock.now();
  const at = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await world.database.db.insert(activity).values([
    { at: at(179), kind: "approved", group_id: group, about: "kept" },
    { at: at(181), kind: "approved", group_id: group, about: "deleted" },
  ]);
  const { retention } = readConfig({});
  expect(await deleteHistory(world.database, now, retention)).toMatchObject({ activity: 1 });
  await world.database.query(`delete from groups where id = ${group}`);
  expect(await list({ kind: "approved" })).toMatchObject([
    { about: "kept", group_id: null, group_name: null },
  ]);
});
