import { beforeEach, describe, expect, test } from "vitest";
import { contentApi } from "@/features/content/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { contentItems } from "../../../../server/db/schema.ts";
import { planToday } from "../../../../server/features/generation/plan-day.ts";
import {
  addAccountOn,
  addContent,
  group,
  pool,
  postNowOn,
  publish,
  publishingForEach,
  statuses,
  world,
} from "../support.ts";

// A morning ahead of the machine's clock, which the queue uses: otherwise it would find everything
// due.
const morning = new Date("2040-01-02T08:00:00Z");
let now = morning;

publishingForEach(() => ({ ports: { clock: { now: () => now } } }));
beforeEach(() => {
  now = morning;
});

const clearFailed = (include_unknown?: boolean) =>
  world.call(schedulerApi.clearFailed, {
    ...(include_unknown !== undefined && { query: { include_unknown } }),
  });
const clearScheduled = () => world.call(schedulerApi.clearScheduled, {});
const queueStatuses = async () => (await world.queue()).map(({ status }) => status);
const setPosts = (status: string, where = "true") =>
  world.database.query(`update scheduled_posts set status = '${status}' where ${where}`);

/** Approves `count` new posts in a category of their own. @returns the category */
async function approved(count: number, ofGroup = group): Promise<number> {
  const category = await world.addCategory(ofGroup, { image_posts_per_day: count });
  const before = new Set((await world.queue()).map(({ id }) => id));
  for (const id of await world.generate(category, count)) {
    if (!before.has(id)) await world.approve(id);
  }
  return category;
}

test("clearing failed posts deletes those of all groups, and says how many", async () => {
  const other = await world.addGroup("Druga grupa");
  await world.addAccount(group, "one");
  await world.addAccount(other, "two");
  await approved(3);
  await approved(2, other);
  await setPosts("failed", "id <> 1");
  expect(await clearFailed()).toEqual({ message: "Cleared 4 failed posts." });
  expect(await statuses()).toEqual(["scheduled"]);
  expect(await clearFailed()).toEqual({ message: "Cleared 0 failed posts." });
  await setPosts("failed");
  expect(await clearFailed()).toEqual({ message: "Cleared 1 failed post." });
  expect((await world.call(schedulerApi.status, {})).failed_posts).toEqual([]);
});

test("clearing scheduled posts deletes those of all groups that have not started, and none is published", async () => {
  const other = await world.addGroup("Druga grupa");
  await world.addAccount(group, "one");
  await world.addAccount(other, "two");
  await approved(2);
  await approved(1, other);
  expect(await clearScheduled()).toEqual({ message: "Cleared 3 scheduled posts." });
  expect(await world.posts()).toEqual([]);
  now = new Date("2040-01-02T12:00:00Z");
  await world.runJobs();
  expect(publish).not.toHaveBeenCalled();
});

test("neither clear touches posts that are being published, are published or may be live", async () => {
  await world.addAccount(group);
  await approved(5);
  const all = ["scheduled", "publishing", "published", "failed", "unknown"];
  for (const [n, status] of all.entries()) await setPosts(status, `id = ${n + 1}`);
  await clearScheduled();
  expect(await statuses()).toEqual(all.slice(1));
  await clearFailed();
  expect(await statuses()).toEqual(["publishing", "published", "unknown"]);
});

describe("the content of a cleared post", () => {
  beforeEach(() => world.addAccount(group));

  test("is no longer approved, and is unused content of its pool", async () => {
    await approved(2);
    await setPosts("failed", "id = 1");
    const before = await pool();
    await clearFailed();
    expect(await queueStatuses()).toEqual(["rejected", "approved"]);
    await clearScheduled();
    expect(await queueStatuses()).toEqual(["rejected", "rejected"]);
    expect(await pool()).toEqual(before);
    expect(before).toMatchObject([
      { is_active: true, last_used_at: null },
      { is_active: true, last_used_at: null },
    ]);
    const account = (await world.accounts(group))[0]?.id ?? 0;
    const order = postNowOn(before[0]?.id ?? 0, [account]);
    const { publishing_results } = await world.call(contentApi.postNow, order);
    expect(publishing_results).toMatchObject([{ status: "published" }]);
  });

  test("is planned again by the rules of the pool alone", async () => {
    const category = await approved(2);
    await clearScheduled();
    await world.database.db.update(contentItems).set({ is_active: false });
    expect(await world.transaction(planToday)).toBe(0);
    await world.database.db.update(contentItems).set({ is_active: true });
    expect(await world.transaction(planToday)).toBe(2);
    expect(await world.posts()).toMatchObject([
      { category_id: category, status: "scheduled" },
      { category_id: category, status: "scheduled" },
    ]);
  });

  test("stays approved while another post of it is left", async () => {
    await world.addAccount(group, "two");
    await approved(1);
    await setPosts("published", "id = 1");
    await clearScheduled();
    expect(await queueStatuses()).toEqual(["approved"]);
    expect(await statuses()).toEqual(["published"]);
  });

  test("is cleared completely by both at once", async () => {
    await world.addAccount(group, "two");
    await approved(3);
    await setPosts("failed", "account_id = 1");
    await Promise.all([clearFailed(), clearScheduled(), clearFailed(), clearScheduled()]);
    expect(await world.posts()).toEqual([]);
    expect(await queueStatuses()).toEqual(["rejected", "rejected", "rejected"]);
  });
});

test("an approved post that waits for an account is left alone", async () => {
  await approved(1);
  await clearScheduled();
  await clearFailed(true);
  expect(await queueStatuses()).toEqual(["approved"]);
  await world.addAccount(group);
  expect(await world.transaction(planToday)).toBe(1);
});

test("a post that may be live is cleared only after a confirmation, and its content counts as used", async () => {
  await world.addAccount(group);
  await approved(2);
  await setPosts("unknown", "id = 1");
  await setPosts("failed", "id = 2");
  expect(await clearFailed(false)).toEqual({ message: "Cleared 1 failed post." });
  expect(await clearFailed(true)).toEqual({ message: "Cleared 1 failed post." });
  expect(await world.posts()).toEqual([]);
  expect(await pool()).toMatchObject([{ last_used_at: now }, { last_used_at: null }]);
  // Only the post that certainly failed is planned again.
  expect(await world.transaction(planToday)).toBe(1);
  expect(await world.queue()).toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
    { status: "approved", content_item_id: (await pool())[1]?.id },
  ]);
});

describe("a text-only post", () => {
  test("is scheduled only on accounts that can publish it", async () => {
    await addAccountOn("instagram", "zimska");
    const account = await world.addAccount(group);
    const category = await world.addCategory(group);
    const [words = 0] = await world.generate(category, 1, "text");
    await world.approve(words);
    expect(await world.posts()).toMatchObject([{ account_id: account }]);
    const [image = 0] = await world.generate(category, 1, "image");
    await world.approve(image);
    expect(await world.posts()).toHaveLength(3);
  });

  test("stays approved and unscheduled if every account needs media, and blocks no other post", async () => {
    await addAccountOn("instagram", "zimska");
    const category = await world.addCategory(group, {
      image_posts_per_day: 1,
      text_posts_per_day: 1,
    });
    const [words = 0] = await world.generate(category, 1, "text");
    expect(await world.approve(words)).toMatchObject({ status: "approved" });
    expect(await world.posts()).toEqual([]);
    expect(await world.transaction(planToday)).toBe(0);

    await addContent(category);
    expect(await world.transaction(planToday)).toBe(1);
    expect(await queueStatuses()).toEqual(["approved", "approved"]);

    const account = await world.addAccount(group);
    now = new Date("2040-01-03T08:00:00Z");
    expect(await world.transaction(planToday)).toBe(1);
    expect((await world.posts()).at(-1)).toMatchObject({
      queue_item_id: words,
      account_id: account,
    });
  });
});
