import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { performanceApi } from "@/features/performance/contract";
import { sortKeys, sortOrders } from "@/features/performance/schema";
import { sandboxFigures } from "../../../../server/adapters/sandbox/metrics.ts";
import { scheduledPosts } from "../../../../server/db/schema.ts";
import {
  measuredAtAge,
  nextMeasurement,
} from "../../../../server/features/measurements/measurement-times.ts";
import { measure } from "../../../../server/features/performance/measure-job.ts";
import { engagementRate } from "../../../../server/features/performance/performance.ts";
import { seedIfEmpty } from "../../../../server/seed/seed.ts";
import { fc } from "../../../support/random-seed";
import { startWorld } from "../start-world.ts";

const world = await startWorld();
beforeAll(async () => {
  await world.transaction(seedIfEmpty);
  // Ties, and posts that are not measured yet or belong to no category.
  await world.database.query("update scheduled_posts set likes = likes % 5 where id % 2 = 0");
  await world.database.query(
    "update scheduled_posts set likes = null, impressions = null, engagement_rate = null where id % 10 = 0",
  );
  await world.database.query("update scheduled_posts set category_id = null where id % 13 = 0");
});

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(sortKeys)("sorted by %s", (sortBy) => {
  test.each(sortOrders)("%s: unmeasured posts come last, ties go by id", async (sortOrder) => {
    const posts = await world.call(performanceApi.list, {
      query: { sortBy, sortOrder, limit: 1000 },
    });
    expect(posts).toHaveLength(130);
    const sign = sortOrder === "asc" ? 1 : -1;
    const collate = (value: string | number) =>
      sortBy === "category_name" ? String(value).toLowerCase() : value;
    for (const [n, post] of posts.entries()) {
      const next = posts[n + 1];
      if (!next) break;
      const [one, two] = [post[sortBy], next[sortBy]];
      if (one == null) expect(two).toBeNull();
      if (one == null || two == null) continue;
      if (one === two) {
        expect(
          sign * (Number(next.scheduled_post_id) - Number(post.scheduled_post_id)),
        ).toBeGreaterThan(0);
      } else {
        expect(collate(one) < collate(two) ? sign : -sign).toBe(1);
      }
    }
  });
});

test("a list is of one group or category, and as long as its limit", async () => {
  const [first] = await world.posts();
  const group = await world.call(performanceApi.list, {
    query: { group_id: first?.group_id ?? 0, limit: 1000 },
  });
  const category = await world.call(performanceApi.list, {
    query: { category_id: first?.category_id ?? 0, limit: 1000 },
  });
  expect(group.length).toBeLessThan(130);
  expect(category.length).toBeLessThan(group.length);
  expect(new Set(category.map(({ category_name }) => category_name)).size).toBe(1);
  const three = await world.call(performanceApi.list, { query: { limit: 3 } });
  expect(three).toEqual((await world.call(performanceApi.list, {})).slice(0, 3));
});

test.each(["likes", "category_name"] as const)(
  "a list by %s that ends among the posts without a value has the first of those",
  async (sortBy) => {
    const list = (limit: number) =>
      world.call(performanceApi.list, { query: { sortBy, sortOrder: "asc", limit } });
    const all = await list(1000);
    const known = all.filter((post) => post[sortBy] !== null).length;
    expect(known).toBeLessThan(all.length - 2);
    for (const limit of [known - 1, known, known + 1, known + 2]) {
      expect(await list(limit)).toEqual(all.slice(0, limit));
    }
  },
);

test("one post comes with its snapshots, oldest first, and only when it is published", async () => {
  const posts = await world.posts();
  const id = posts.find(({ status }) => status === "published")?.id ?? 0;
  const { performance, snapshots } = await world.call(performanceApi.detail, { params: { id } });
  expect(performance.scheduled_post_id).toBe(id);
  const times = snapshots.map(({ snapshot_time }) => snapshot_time);
  expect(times).toEqual(times.toSorted());
  const failed = posts.find(({ status }) => status === "failed")?.id ?? 0;
  for (const missing of [failed, 99_999]) {
    const refused = await world.refusal(performanceApi.detail, { params: { id: missing } });
    expect(refused).toEqual({ status: 404, detail: "No such published post." });
  }
});

test("measurement jobs that run at the same time measure each post once", async () => {
  const post = (await world.posts()).find(({ status }) => status === "published");
  const accountId = post?.account_id ?? 0;
  await world.database.db
    .update(scheduledPosts)
    .set({ measure_at: world.clock.now() })
    .where(eq(scheduledPosts.id, post?.id ?? 0));
  const snapshots = async () =>
    (await world.call(performanceApi.detail, { params: { id: post?.id ?? 0 } })).snapshots.length;
  const before = await snapshots();
  await Promise.all([measure({ accountId }, world.run), measure({ accountId }, world.run)]);
  await measure({ accountId }, world.run);
  expect(await snapshots()).toBe(before + 1);
});

test("measurements come ever less often, and end after thirty days", () => {
  const ages = Array.from({ length: 36 }, (_, round) => measuredAtAge(round));
  expect(ages.slice(0, 8)).toEqual([
    minute / 2,
    2 * minute,
    10 * minute,
    60 * minute,
    day / 4,
    day,
    2 * day,
    3 * day,
  ]);
  expect(ages.indexOf(undefined)).toBe(35);
  expect(ages[34]).toBe(30 * day);
});

test("measurements missed by a stopped server are not made up for, and a faster clock measures sooner", () => {
  const published = new Date("2026-11-01T00:00:00Z");
  const after = (ms: number) => new Date(published.getTime() + ms);
  expect(nextMeasurement(published, 0, after(minute), 1)).toEqual({
    round: 1,
    at: after(2 * minute),
  });
  expect(nextMeasurement(published, 0, after(5 * day + 1), 1)).toEqual({
    round: 10,
    at: after(6 * day),
  });
  expect(nextMeasurement(published, 34, after(30 * day), 1)).toBeUndefined();
  expect(nextMeasurement(published, 0, after(minute / 60), 60)).toEqual({
    round: 1,
    at: after((2 * minute) / 60),
  });
});

test("the sandbox's figures only grow, and the engagement rate is at most 1", () => {
  const platform = fc.constantFrom("instagram" as const, "bluesky" as const);
  const posts = fc.record({
    id: fc.integer({ min: 1, max: 100_000 }),
    externalId: fc.constant("x"),
    publishedAt: fc.constant(new Date(0)),
    video: fc.boolean(),
  });
  fc.assert(
    fc.property(platform, posts, fc.nat(40 * day), fc.nat(40 * day), (on, post, one, other) => {
      const before = sandboxFigures({ platform: on }, post, Math.min(one, other));
      const after = sandboxFigures({ platform: on }, post, Math.max(one, other));
      for (const key of ["impressions", "video_views", "likes", "comments", "shares"] as const) {
        expect(after[key] ?? 0).toBeGreaterThanOrEqual(before[key] ?? 0);
      }
      expect(engagementRate(after) ?? 0).toBeLessThanOrEqual(1);
    }),
  );
});

test("the engagement rate is unknown without figures", () => {
  const none = { impressions: null, video_views: null, likes: null, comments: null, shares: null };
  expect(engagementRate({ ...none, likes: 3 })).toBeNull();
  expect(engagementRate({ ...none, impressions: 100 })).toBeNull();
  expect(engagementRate({ ...none, impressions: 0, likes: 0 })).toBeNull();
  expect(engagementRate({ ...none, impressions: 100, likes: 3, shares: 1 })).toBe(0.04);
});
