import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { activityApi } from "@/features/activity/contract";
import { contentApi } from "@/features/content/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import {
  accounts,
  contentItems,
  queueItems,
  scheduledPosts,
} from "../../../../server/db/schema.ts";
import type { BodyOf } from "../../../support/call.ts";
import { createWorld, type World } from "../../world.ts";

let world: World;
let group: number;
beforeEach(async () => {
  world = await createWorld();
  group = await world.addGroup();
});
afterEach(() => world.close());

const pending = async () => {
  const [id = 0] = await world.generate(await world.addCategory(group));
  return id;
};
const itemOf = async (id: number) => {
  const [item] = await world.database.db.select().from(queueItems).where(eq(queueItems.id, id));
  if (!item) throw new Error("The item is gone.");
  return item;
};
const versionOf = async (id: number) => (await itemOf(id)).updated_at.toISOString();

type Change = Omit<BodyOf<typeof queueApi.edit>, "expected_updated_at">;
const edit = async (id: number, change: Change, expected_updated_at?: string) => ({
  params: { id },
  body: { ...change, expected_updated_at: expected_updated_at ?? (await versionOf(id)) },
});
const approve = (id: number, query = {}) => world.call(queueApi.approve, { params: { id }, query });
const reopen = (id: number) => world.call(queueApi.reopen, { params: { id } });
const setStatus = (status: "publishing" | "published" | "unknown" | "failed") =>
  world.database.db.update(scheduledPosts).set({ status });

const failTest = (id: number) =>
  world.database.db.update(accounts).set({ last_test: "failed" }).where(eq(accounts.id, id));

describe("An edit", () => {
  test("never shares its version with another change of the same millisecond", async () => {
    await world.addAccount(group);
    const id = await pending();
    const versions = [await versionOf(id)];
    const change = async (act: () => Promise<unknown>) => {
      await act();
      versions.push(await versionOf(id));
    };
    vi.spyOn(world.ports.clock, "now").mockReturnValue(world.ports.clock.now());
    await change(async () => world.call(queueApi.edit, await edit(id, { title: "Prvi" })));
    await change(async () => world.call(queueApi.edit, await edit(id, { title: "Drugi" })));
    await change(() => approve(id));
    await change(() => reopen(id));
    await change(() => world.call(queueApi.reject, { params: { id } }));
    expect(versions).toEqual([...new Set(versions)].toSorted());

    const [, first] = versions;
    const late = await world.request(`publishing/content-queue/${id}`, {
      method: "PATCH",
      json: { title: "Treći", expected_updated_at: first },
    });
    expect(late.status).toBe(409);
  });

  test("of a failed post is noted on it until it is retried", async () => {
    await world.addAccount(group);
    const id = await pending();
    await approve(id);
    await world.database.db
      .update(scheduledPosts)
      .set({ status: "failed", error: "403 Status is a duplicate." });
    const failed = async () => (await world.call(schedulerApi.status, {})).failed_posts;
    expect(await failed()).toMatchObject([{ is_changed: false }]);
    const [{ id: post } = { id: 0 }] = await world.posts();

    world.clock.advance(3_600_000);
    await world.call(queueApi.edit, await edit(id, { text_content: "Bez greške." }));
    expect(await failed()).toMatchObject([{ id: post, is_changed: true }]);

    world.clock.advance(1_000);
    await world.call(schedulerApi.retry, { params: { id: post }, query: {} });
    await world.database.db.update(scheduledPosts).set({ status: "failed" });
    expect(await failed()).toMatchObject([{ id: post, is_changed: false }]);
  });

  test("of a failed post does not hide that its account cannot be used", async () => {
    const account = await world.addAccount(group);
    await approve(await pending());
    await setStatus("failed");
    const problem = async () =>
      (await world.call(schedulerApi.status, {})).failed_posts[0]?.account_problem;
    expect(await problem()).toBeNull();
    await failTest(account);
    expect(await problem()).toBe("its last test failed");
    await world.call(accountsApi.clearCredentials, { params: { id: account } });
    expect(await problem()).toBe("it is inactive");
  });

  test("begins with the present post, and with why it cannot be changed", async () => {
    await world.addAccount(group);
    const id = await pending();
    const detail = () => world.call(queueApi.detail, { params: { id } });
    expect(await detail()).toMatchObject({ id, status: "pending_approval", locked: null });
    await approve(id);
    expect(await detail()).toMatchObject({ status: "approved", locked: null });
    await setStatus("failed");
    expect(await detail()).toMatchObject({ locked: null });
    await setStatus("published");
    expect(await detail()).toMatchObject({
      locked: "This post is published. It can no longer be changed.",
    });
  });

  test.each([
    ["published", "This post is published. It can no longer be changed."],
    ["publishing", "This post is being published. It can no longer be changed."],
    ["unknown", "This post may be live: check the profile. It can no longer be changed."],
    ["failed", null],
  ] as const)("is ruled out in the list of approved posts if one is %s", async (status, locked) => {
    await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    const ids = await world.generate(await world.addCategory(group), 2);
    for (const id of ids) await approve(id);
    const [first] = await world.posts();
    await world.database.db
      .update(scheduledPosts)
      .set({ status })
      .where(eq(scheduledPosts.id, first?.id ?? 0));
    const list = await world.call(queueApi.list, { query: { status: "approved" } });
    const lockedOf = (id: number | undefined) => list.find((item) => item.id === id)?.locked;
    expect(lockedOf(ids[0])).toBe(locked);
    expect(lockedOf(ids[1])).toBeNull();
  });

  test("changes the named fields alone", async () => {
    const id = await pending();
    const before = await itemOf(id);
    world.clock.advance(1_000);
    const changed = await world.call(
      queueApi.edit,
      await edit(id, { text_content: " Ispravljeno. " }),
    );
    expect(changed).toMatchObject({ id, text_content: "Ispravljeno.", title: before.title });
    expect(await itemOf(id)).toMatchObject({
      text_content: "Ispravljeno.",
      image_url: before.image_url,
      status: "pending_approval",
    });
    expect(changed.updated_at).not.toBe(before.updated_at.toISOString());
  });

  test("of the video makes it a post with one, and the activity names it", async () => {
    const id = await pending();
    const video_url = "https://cdn.example.com/zima.mp4";
    await world.call(queueApi.edit, await edit(id, { video_url }));
    expect(await itemOf(id)).toMatchObject({ video_url, media_type: "video" });
    expect(await world.call(activityApi.list, { query: { kind: "edited" } })).toMatchObject([
      { detail: "Video" },
    ]);
    await world.call(queueApi.edit, await edit(id, { video_url: null, image_url: null }));
    expect(await itemOf(id)).toMatchObject({ video_url: null, media_type: null });
  });

  test("of the image decides whether it is a post with media", async () => {
    const id = await pending();
    await world.call(queueApi.edit, await edit(id, { image_url: null }));
    expect(await itemOf(id)).toMatchObject({ image_url: null, media_type: null });
    await world.call(queueApi.edit, await edit(id, { image_url: "https://cdn.example.com/a.png" }));
    expect(await itemOf(id)).toMatchObject({ media_type: "image" });
  });

  test("of a version that somebody else has changed is refused with the present one", async () => {
    const id = await pending();
    const version = await versionOf(id);
    world.clock.advance(1_000);
    await world.call(queueApi.edit, await edit(id, { text_content: "Prva." }, version));
    const answer = await world.request(`publishing/content-queue/${id}`, {
      method: "PATCH",
      json: { text_content: "Druga.", expected_updated_at: version },
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      detail: "This post was changed meanwhile.",
      present: { id, text_content: "Prva." },
    });
    expect(await itemOf(id)).toMatchObject({ text_content: "Prva." });
  });

  test("of an approved post is in what goes out", async () => {
    await world.addAccount(group);
    const id = await pending();
    await approve(id);
    await world.call(queueApi.edit, await edit(id, { text_content: "Bez greške." }));
    world.clock.advance(5 * 60_000);
    await world.runJobs();
    expect(await world.posts()).toMatchObject([{ status: "published" }]);
    expect(await itemOf(id)).toMatchObject({ text_content: "Bez greške." });
  });

  test.each([
    ["published", "This post is published. It can no longer be changed."],
    ["publishing", "This post is being published. It can no longer be changed."],
    ["unknown", "This post may be live: check the profile. It can no longer be changed."],
  ] as const)("of a post that is %s is refused", async (status, detail) => {
    await world.addAccount(group);
    const id = await pending();
    await approve(id);
    await setStatus(status);
    expect(await world.refusal(queueApi.edit, await edit(id, { title: "Novo" }))).toEqual({
      status: 409,
      detail,
    });
  });

  test("of a failed post is allowed, so that it can be retried", async () => {
    await world.addAccount(group);
    const id = await pending();
    await approve(id);
    await setStatus("failed");
    await world.call(queueApi.edit, await edit(id, { text_content: "Kraće." }));
    expect(await itemOf(id)).toMatchObject({ text_content: "Kraće." });
  });

  test("of a rejected or a missing post is refused, and of an empty text", async () => {
    const id = await pending();
    await world.call(queueApi.reject, { params: { id } });
    expect(await world.refusal(queueApi.edit, await edit(id, { title: "Novo" }))).toEqual({
      status: 409,
      detail: "This post is rejected: reopen it first.",
    });
    const missing = { params: { id: 999 }, body: { title: "Novo", expected_updated_at: null } };
    expect(await world.refusal(queueApi.edit, missing)).toEqual({
      status: 404,
      detail: "No such post in the queue.",
    });
    expect(await world.refusal(queueApi.edit, await edit(id, { text_content: " " }))).toMatchObject(
      {
        status: 422,
      },
    );
  });
});

describe("Reopening", () => {
  test("cancels the posts of an approved post, which waits for approval again", async () => {
    await world.addAccount(group);
    const id = await pending();
    await approve(id);
    expect(await world.posts()).toHaveLength(1);
    expect(await reopen(id)).toMatchObject({ id, status: "pending_approval" });
    expect(await world.posts()).toEqual([]);
    world.clock.advance(3_600_000);
    await world.runJobs();
    expect(await world.posts()).toEqual([]);
    // It can be approved again.
    await approve(id);
    expect(await world.posts()).toHaveLength(1);
  });

  test.each([
    ["published", "This post is published. The approval can no longer be undone."],
    ["publishing", "This post is being published. The approval can no longer be undone."],
    ["unknown", "This post may be live: check the profile. The approval can no longer be undone."],
  ] as const)("is refused once a post is %s, and nothing is cancelled", async (status, detail) => {
    await world.addAccount(group, "one.bsky.social");
    await world.addAccount(group, "two.bsky.social");
    const id = await pending();
    await approve(id);
    const [first] = await world.posts();
    await world.database.db
      .update(scheduledPosts)
      .set({ status })
      .where(eq(scheduledPosts.id, first?.id ?? 0));
    expect(await world.refusal(queueApi.reopen, { params: { id } })).toEqual({
      status: 409,
      detail,
    });
    expect(await world.posts()).toHaveLength(2);
    expect(await itemOf(id)).toMatchObject({ status: "approved" });
  });

  test("brings a rejected post and its content back, within 7 days", async () => {
    const category = await world.addCategory(group);
    const content = await world.call(contentApi.add, {
      params: { id: category },
      body: {
        text_content: "Iz zalihe.",
        title: null,
        reddit_title: null,
        reddit_body: null,
        image_url: null,
        image_prompt: null,
      },
    });
    const [item] = await world.database.db
      .insert(queueItems)
      .values({
        category_id: category,
        content_item_id: Number(content.id),
        status: "pending_approval",
        text_content: "Iz zalihe.",
        updated_at: world.clock.now(),
      })
      .returning();
    const id = item?.id ?? 0;
    const isActive = async () =>
      (await world.database.db.select().from(contentItems)).map(({ is_active }) => is_active);
    await world.call(queueApi.reject, { params: { id } });
    expect(await isActive()).toEqual([false]);
    world.clock.advance(6 * 86_400_000);
    expect(await reopen(id)).toMatchObject({ status: "pending_approval" });
    expect(await isActive()).toEqual([true]);
    await world.call(queueApi.reject, { params: { id } });
    world.clock.advance(7 * 86_400_000 + 1);
    expect(await world.refusal(queueApi.reopen, { params: { id } })).toEqual({
      status: 409,
      detail: "This post was rejected more than 7 days ago.",
    });
  });

  test("of what waits already is refused", async () => {
    const id = await pending();
    expect(await world.refusal(queueApi.reopen, { params: { id } })).toEqual({
      status: 409,
      detail: "This post is already waiting for approval.",
    });
  });
});

describe("An approval", () => {
  test("lists the posts that it made, and the accounts that it left out", async () => {
    const working = await world.addAccount(group, "one.bsky.social");
    const broken = await world.addAccount(group, "two.bsky.social");
    await failTest(broken);
    const approved = await approve(await pending());
    const [post] = await world.posts();
    expect(approved.posts).toEqual([
      {
        scheduled_post_id: post?.id,
        social_account_id: working,
        platform_type: "bluesky",
        platform_username: "one.bsky.social",
        publish_at: post?.publish_at.toISOString(),
      },
    ]);
    expect(approved.accounts_left_out).toEqual([
      {
        social_account_id: broken,
        platform_type: "bluesky",
        platform_username: "two.bsky.social",
        why: "its last test failed",
      },
    ]);
  });

  test("goes out at the chosen time on the chosen accounts, enabled in the category or not", async () => {
    await world.addAccount(group, "one.bsky.social");
    const chosen = await world.addAccount(group, "two.bsky.social");
    const category = await world.addCategory(group, { enabled_platforms: ["instagram"] });
    const [id = 0] = await world.generate(category);
    const at = new Date(world.clock.now().getTime() + 3 * 86_400_000).toISOString();
    await approve(id, { publish_at: at, social_account_ids: String(chosen) });
    expect(await world.posts()).toMatchObject([
      { account_id: chosen, publish_at: new Date(at), status: "scheduled" },
    ]);
  });

  test("is refused for a time that has passed, for what is no time, and for foreign accounts", async () => {
    const id = await pending();
    const elsewhere = await world.addAccount(await world.addGroup("Druga"), "x.bsky.social");
    const refused = (query: object) => world.refusal(queueApi.approve, { params: { id }, query });
    expect(await refused({ publish_at: "2020-01-01T08:00:00Z" })).toMatchObject({
      status: 422,
      detail: [{ loc: ["query", "publish_at"], msg: "This time has passed." }],
    });
    for (const publish_at of ["tomorrow", "2100-01-01T08:00:00", "2100-13-01T08:00:00Z"]) {
      expect(await refused({ publish_at })).toMatchObject({ status: 422 });
    }
    expect(await refused({ social_account_ids: String(elsewhere) })).toMatchObject({
      status: 422,
      detail: [{ msg: "An account is not in this group, or was removed." }],
    });
    expect(await itemOf(id)).toMatchObject({ status: "pending_approval" });
  });

  test("that no chosen account takes is refused, and the post waits on", async () => {
    const broken = await world.addAccount(group, "two.bsky.social");
    await failTest(broken);
    const id = await pending();
    const query = { social_account_ids: String(broken) };
    expect(await world.refusal(queueApi.approve, { params: { id }, query })).toEqual({
      status: 409,
      detail: "Left out: two.bsky.social on Bluesky (its last test failed).",
    });
    expect(await itemOf(id)).toMatchObject({ status: "pending_approval" });
  });
});

describe("The queue of one group", () => {
  test("is listed and counted apart", async () => {
    const other = await world.addGroup("Druga");
    const [mine = 0] = await world.generate(await world.addCategory(group), 2);
    const theirs = await world.addCategory(other, { text_posts_per_day: 1 });
    await world.generate(theirs, 1, "text");
    await world.call(queueApi.reject, { params: { id: mine } });
    const listed = await world.call(queueApi.list, { query: { group_id: other } });
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ group_name: "Druga" });
    expect(await world.call(queueApi.counts, { query: { group_id: group } })).toEqual({
      pending_approval: { media: 1, text: 0 },
    });
    expect(await world.call(queueApi.counts, { query: {} })).toMatchObject({
      pending_approval: { media: 1, text: 1 },
    });
  });
});
