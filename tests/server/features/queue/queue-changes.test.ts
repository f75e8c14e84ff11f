import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { activityApi } from "@/features/activity/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { contentItems, queueItems } from "../../../../server/db/schema.ts";
import type { BodyOf } from "../../../support/call.ts";
import {
  addContent,
  approveNew,
  day,
  group,
  inMinutes,
  later,
  minute,
  onlyPost,
  refusal,
  setAccount,
  setPosts,
  world,
  worldForEach,
} from "../support.ts";

worldForEach();

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

const failTest = (id: number) => setAccount(id, { last_test: "failed" });

/** The refusals for a post whose publishing has begun. */
const begun = [
  ["published", "This post is published."],
  ["publishing", "This post is being published."],
  ["unknown", "This post may be live: check the profile."],
] as const;
type Begun = (typeof begun)[number][0];

/** Approves a post for two accounts, and sets the status of its first post. @returns the item */
async function approvedOn(status: Begun | "failed") {
  await world.addAccount(group, "one.bsky.social");
  await world.addAccount(group, "two.bsky.social");
  const id = await approveNew();
  const { id: first } = await onlyPost();
  await setPosts({ status }, first);
  return id;
}

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
    await setPosts({ status: "failed", error: "403 Status is a duplicate." });
    const failed = async () => (await world.call(schedulerApi.status, {})).failed_posts;
    expect(await failed()).toMatchObject([{ is_changed: false }]);
    const [{ id: post } = { id: 0 }] = await world.posts();

    world.clock.advance(3_600_000);
    await world.call(queueApi.edit, await edit(id, { text_content: "Bez greške." }));
    expect(await failed()).toMatchObject([{ id: post, is_changed: true }]);

    world.clock.advance(1_000);
    await world.call(schedulerApi.retry, { params: { id: post }, query: {} });
    await setPosts({ status: "failed" });
    expect(await failed()).toMatchObject([{ id: post, is_changed: false }]);
  });

  test("of a failed post does not hide that its account cannot be used", async () => {
    const account = await world.addAccount(group);
    await approveNew();
    await setPosts({ status: "failed" });
    const problem = async () =>
      (await world.call(schedulerApi.status, {})).failed_posts[0]?.account_problem;
    expect(await problem()).toBeNull();
    await failTest(account);
    expect(await problem()).toBe("its last test failed");
    await world.call(accountsApi.clearCredentials, { params: { id: account } });
    expect(await problem()).toBe("it is inactive");
  });

  test.each(begun)("is ruled out and refused once a post is %s", async (status, words) => {
    const other = await approveNew();
    const id = await approvedOn(status);
    const detail = `${words} It can no longer be changed.`;
    const list = await world.call(queueApi.list, { query: { status: "approved" } });
    expect(list.map((item) => [item.id, item.locked])).toEqual([
      [id, detail],
      [other, null],
    ]);
    const read = await world.call(queueApi.detail, { params: { id } });
    expect(read).toMatchObject({ id, status: "approved", locked: detail });
    const refused = { status: 409, detail };
    expect(await world.refusal(queueApi.edit, await edit(id, { title: "Novo" }))).toEqual(refused);
  });

  test("is not ruled out while a post waits for approval, is scheduled or has failed", async () => {
    const detail = (id: number) => world.call(queueApi.detail, { params: { id } });
    const id = await pending();
    expect(await detail(id)).toMatchObject({ id, status: "pending_approval", locked: null });
    await approve(id);
    expect(await detail(id)).toMatchObject({ status: "approved", locked: null });
    const failed = await approvedOn("failed");
    expect(await detail(failed)).toMatchObject({ locked: null });
    const list = await world.call(queueApi.list, { query: { status: "approved" } });
    expect(list.map(({ locked }) => locked)).toEqual([null, null]);
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

  test("of an approved post is in what is published", async () => {
    await world.addAccount(group);
    const id = await pending();
    await approve(id);
    await world.call(queueApi.edit, await edit(id, { text_content: "Bez greške." }));
    await later(5 * minute);
    expect(await onlyPost()).toMatchObject({ status: "published" });
    expect(await itemOf(id)).toMatchObject({ text_content: "Bez greške." });
  });

  test("of a rejected or a missing post is refused, and of an empty text", async () => {
    const id = await pending();
    await world.call(queueApi.reject, { params: { id } });
    expect(await world.refusal(queueApi.edit, await edit(id, { title: "Novo" }))).toEqual(
      refusal(409, "This post is rejected: reopen it first."),
    );
    const missing = { params: { id: 999 }, body: { title: "Novo", expected_updated_at: null } };
    expect(await world.refusal(queueApi.edit, missing)).toEqual(
      refusal(404, "No such post in the queue."),
    );
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

  test.each(begun)(
    "is refused once a post is %s, and nothing is cancelled",
    async (status, words) => {
      const id = await approvedOn(status);
      expect(await world.refusal(queueApi.reopen, { params: { id } })).toEqual(
        refusal(409, `${words} The approval can no longer be undone.`),
      );
      expect(await world.posts()).toHaveLength(2);
      expect(await itemOf(id)).toMatchObject({ status: "approved" });
    },
  );

  test("brings a rejected post and its content back, within 7 days", async () => {
    const category = await world.addCategory(group);
    const content = await addContent(category);
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
    world.clock.advance(6 * day);
    expect(await reopen(id)).toMatchObject({ status: "pending_approval" });
    expect(await isActive()).toEqual([true]);
    await world.call(queueApi.reject, { params: { id } });
    world.clock.advance(7 * day + 1);
    expect(await world.refusal(queueApi.reopen, { params: { id } })).toEqual(
      refusal(409, "This post was rejected more than 7 days ago."),
    );
  });

  test("of what waits already is refused", async () => {
    const id = await pending();
    expect(await world.refusal(queueApi.reopen, { params: { id } })).toEqual(
      refusal(409, "This post is already waiting for approval."),
    );
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

  test("is published at the chosen time on the chosen accounts, enabled in the category or not", async () => {
    await world.addAccount(group, "one.bsky.social");
    const chosen = await world.addAccount(group, "two.bsky.social");
    const category = await world.addCategory(group, { enabled_platforms: ["instagram"] });
    const [id = 0] = await world.generate(category);
    const at = inMinutes(3 * 24 * 60).toISOString();
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
    expect(await world.refusal(queueApi.approve, { params: { id }, query })).toEqual(
      refusal(409, "Left out: two.bsky.social on Bluesky (its last test failed)."),
    );
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
