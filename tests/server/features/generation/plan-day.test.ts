import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { generationApi } from "@/features/generation/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { contentItems } from "../../../../server/db/schema.ts";
import { providedByPool } from "../../../../server/features/generation/day-quota.ts";
import { planDay, planToday } from "../../../../server/features/generation/plan-day.ts";
import { spread } from "../../../../server/features/generation/plan-times.ts";
import { noPosts } from "../../../../server/features/generation/quota.ts";
import { restOfDay } from "../../../../server/kernel/times.ts";
import { group, world, worldForEach } from "../support.ts";

// Ahead of the machine's clock, which the queue uses: otherwise it would find everything due.
const morning = new Date("2040-01-02T08:59:00Z");
let now = morning;

worldForEach(() => ({ ports: { clock: { now: () => now } } }));
beforeEach(() => {
  now = morning;
});

const at = (time: string) => new Date(`2040-01-02T${time}:00Z`);

const image = { media_type: "image", image_url: "/media/sandbox/31.svg" } as const;
const video = { media_type: "video", video_url: "/media/sandbox/clip.mp4" } as const;

/** Adds unused content to a category's pool: images, or what `media` says. */
async function fillPool(
  category_id: number,
  count: number,
  media: Partial<typeof contentItems.$inferInsert> = image,
  name = "Tekst",
) {
  const rows = Array.from({ length: count }, (_, n) => ({
    category_id,
    text_content: `${name} ${n}`,
    ...media,
  }));
  await world.database.db.insert(contentItems).values(rows);
}

/** Returns the time of day and the text of each scheduled post. */
async function plan() {
  const texts = new Map((await world.queue()).map(({ id, text_content }) => [id, text_content]));
  return (await world.posts()).map(
    (post) => `${post.publish_at.toISOString().slice(11, 16)} ${texts.get(post.queue_item_id)}`,
  );
}

test("the rest of the day is from 08:00, or a minute from now, to 20:00 UTC", () => {
  expect(restOfDay(at("03:00"))).toEqual({ from: at("08:00"), to: at("20:00") });
  expect(restOfDay(at("13:30"))).toEqual({ from: at("13:31"), to: at("20:00") });
  expect(restOfDay(at("20:00"))).toBeUndefined();
  const day = { from: at("08:00"), to: at("20:00") };
  expect([0, 1, 2].map((n) => spread(day, n, 3))).toEqual([at("10:00"), at("14:00"), at("18:00")]);
});

test("the preview says what the planner then schedules, and changes nothing", async () => {
  const other = await world.addGroup("Druga grupa");
  await world.addAccount(group, "one.bsky.social");
  await world.addAccount(other, "two.bsky.social");
  const preview = () => world.call(schedulerApi.planPreview, {});
  expect(await preview()).toEqual({ posts: 0, groups: [] });
  await fillPool(await world.addCategory(group, { image_posts_per_day: 2 }), 5);
  await fillPool(await world.addCategory(other, { image_posts_per_day: 3 }), 1);
  expect(await preview()).toMatchObject({
    posts: 3,
    groups: [
      { group_id: group, posts: 2 },
      { group_id: other, group_name: "Druga grupa", posts: 1 },
    ],
  });
  expect(await world.posts()).toEqual([]);
  expect(await world.queue()).toEqual([]);

  expect(await world.transaction(planToday)).toBe(3);
  expect(await preview()).toEqual({ posts: 0, groups: [] });
});

test("the missing posts are spread over the day on every account, and a second run adds none", async () => {
  await world.addAccount(group, "one.bsky.social");
  await world.addAccount(group, "two.bsky.social");
  await fillPool(await world.addCategory(group, { image_posts_per_day: 2 }), 5);
  expect(await world.transaction(planToday)).toBe(2);
  const planned = ["11:45 Tekst 0", "11:45 Tekst 0", "17:15 Tekst 1", "17:15 Tekst 1"];
  expect(await plan()).toEqual(planned);
  expect(await world.transaction(planToday)).toBe(0);
  expect(await plan()).toEqual(planned);
});

test("approved posts without an account come first, and posts that wait for approval are not taken", async () => {
  const category = await world.addCategory(group, { image_posts_per_day: 3 });
  const [approved = 0] = await world.generate(category, 2);
  await world.approve(approved);
  expect(await world.posts()).toEqual([]);
  await world.addAccount(group);
  await fillPool(category, 1);
  expect(await world.transaction(planToday)).toBe(2);
  const [first, second] = await world.posts();
  expect(first?.queue_item_id).toBe(approved);
  expect((await plan())[1]).toMatch(/Tekst 0$/);
  expect(second?.publish_at).not.toEqual(first?.publish_at);
});

test("the accounts of all groups are locked before the approved posts of the first", async () => {
  const other = await world.addGroup("Druga grupa");
  for (const id of [group, other]) {
    const [approved = 0] = await world.generate(await world.addCategory(id), 1);
    await world.approve(approved);
    await world.addAccount(id, `grupa${id}.bsky.social`);
  }
  // The server's tests fail a transaction that locks an account after a queue item.
  expect(await world.transaction(planToday)).toBe(2);
});

test("categories take turns; those that are off, archived or without an account are left out", async () => {
  await world.addAccount(group);
  const first = await world.addCategory(group, { image_posts_per_day: 2 });
  const other = await world.addCategory(group, { image_posts_per_day: 1 });
  const left = [
    await world.addCategory(group, { daily_generation_active: false }),
    await world.addCategory(group, { image_posts_per_day: 0 }),
    await world.addCategory(group, { enabled_platforms: ["instagram"] }),
  ];
  for (const category of [first, other, ...left]) await fillPool(category, 3);
  expect(await world.transaction(planToday)).toBe(3);
  const posts = (await world.posts()).toSorted(
    (a, b) => a.publish_at.getTime() - b.publish_at.getTime(),
  );
  expect(posts.map(({ category_id }) => category_id)).toEqual([first, other, first]);
});

describe("the kinds of posts", () => {
  const status = async () => {
    const { categories } = await world.call(generationApi.status, { query: { group_id: group } });
    return categories[0];
  };

  test("a quota of images is not filled with texts or videos", async () => {
    await world.addAccount(group);
    const category = await world.addCategory(group, { image_posts_per_day: 3 });
    await fillPool(category, 3, {});
    await fillPool(category, 3, video);
    expect(await world.transaction(planToday)).toBe(0);
    expect(await world.posts()).toEqual([]);
    expect(await status()).toMatchObject({ posts_scheduled_today: 0, missing_for_quota: 3 });
  });

  test("each kind gets as many posts as its own quota, from the approved ones and the pool", async () => {
    await world.addAccount(group);
    const category = await world.addCategory(group, {
      image_posts_per_day: 2,
      video_posts_per_day: 1,
      text_posts_per_day: 1,
    });
    await fillPool(category, 4, {}, "Tekst");
    await fillPool(category, 1, image, "Slika");
    await fillPool(category, 4, video, "Video");
    expect(await world.transaction(planToday)).toBe(3);
    const planned = (await plan()).map((line) => line.replace(/^\S+ /, ""));
    expect(planned.toSorted()).toEqual(["Slika 0", "Tekst 0", "Video 0"]);
    // The image that no pool has is still missing, also if more texts than the quota are scheduled.
    expect(await status()).toMatchObject({ posts_scheduled_today: 3, missing_for_quota: 1 });
    const [text = 0] = await world.generate(category, 1, "text");
    await world.approve(text);
    expect(await status()).toMatchObject({ posts_scheduled_today: 4, missing_for_quota: 1 });
    expect(await world.transaction(planToday)).toBe(0);
    const fill = await world.call(generationApi.fillCategoryQuota, { params: { id: category } });
    expect(fill.message).toMatch(/^Generation of 1 image post for /);
  });
});

describe("the daily run", () => {
  const run = async () => {
    await world.call(schedulerApi.runDailyPlanner, {});
    await world.runJobs();
  };
  const made = async () =>
    (await world.queue()).map(({ status, media_type }) => `${status} ${media_type ?? "text"}`);

  test("generates what an empty pool lacks; approved kinds go on, the others wait", async () => {
    await world.addAccount(group);
    await world.addCategory(group, {
      image_posts_per_day: 2,
      text_posts_per_day: 1,
      auto_approve_content_types: { text: true, image: false, video: false },
    });
    await run();
    expect((await made()).toSorted()).toEqual([
      "approved text",
      "pending_approval image",
      "pending_approval image",
    ]);
    expect(await world.posts()).toMatchObject([{ status: "scheduled" }]);
  });

  test("generates only what the pool does not provide", async () => {
    await world.addAccount(group);
    const category = await world.addCategory(group, { image_posts_per_day: 3 });
    await fillPool(category, 2);
    await fillPool(category, 5, {});
    await run();
    expect(await made()).toEqual(["approved image", "approved image", "pending_approval image"]);
    expect(await world.posts()).toHaveLength(2);
  });

  // PGlite has one connection. Set TEST_DATABASE_URL to a PostgreSQL to run this.
  test.skipIf(!process.env.TEST_DATABASE_URL)(
    "counts content that another planner schedules at the same time",
    async () => {
      await world.addAccount(group);
      const category = await world.addCategory(group, { image_posts_per_day: 1 });
      await fillPool(category, 1);
      const [counted] = await world.startBehind(
        sql`lock table content_items in access exclusive mode`,
        () => [world.transaction((context) => providedByPool(context, [category]))],
        async (context) => expect(await planToday(context)).toBe(1),
      );
      expect((await counted)?.get(category)).toEqual({ ...noPosts, image: 1 });
    },
  );

  test("generates nothing for a category that does not generate daily, or has no quota", async () => {
    await world.addCategory(group, { daily_generation_active: false });
    await world.addCategory(group, { image_posts_per_day: 0 });
    await run();
    expect(await made()).toEqual([]);
  });

  test("does not pile up posts while nobody approves them", async () => {
    await world.addCategory(group, { image_posts_per_day: 2 });
    await run();
    now = new Date("2040-01-03T08:00:00Z");
    await run();
    expect(await made()).toEqual(["pending_approval image", "pending_approval image"]);
    const [first] = await world.queue();
    await world.approve(first?.id ?? 0);
    await world.addAccount(group);
    now = new Date("2040-01-04T08:00:00Z");
    await run();
    // The approved post is planned, and another one takes its place only on the next day.
    expect(await made()).toEqual(["approved image", "pending_approval image"]);
    now = new Date("2040-01-04T20:00:00Z");
    await world.runJobs();
    now = new Date("2040-01-05T08:00:00Z");
    await run();
    expect(await made()).toHaveLength(3);
  });
});

test("in the evening nothing is planned for the day, and the answer says so", async () => {
  now = at("21:00");
  await world.addAccount(group);
  await fillPool(await world.addCategory(group), 1);
  expect(await planDay({}, world.run)).toEqual({ scheduled: 0, generating: 0, minutes_left: 0 });
  expect(await world.call(schedulerApi.runDailyPlanner, {})).toEqual({
    message: "The daily planner is queued, but it schedules nothing for today after 20:00 UTC.",
  });
  now = at("09:59");
  expect(await planDay({}, world.run)).toEqual({
    scheduled: 1,
    generating: 0,
    minutes_left: 600,
  });
});

test("the operator can start the planner, and two requests run it once", async () => {
  await world.addAccount(group);
  await fillPool(await world.addCategory(group), 3);
  const answer = await world.call(schedulerApi.runDailyPlanner, {});
  expect(answer).toEqual({ message: "The daily planner is queued." });
  await world.call(schedulerApi.runDailyPlanner, {});
  expect(await world.runJobs()).toBe(1);
  expect(await world.posts()).toHaveLength(1);
});
