import { afterAll, beforeAll, expect, test } from "vitest";
import { accountApi } from "@/entities/account/contract";
import { categoryApi } from "@/entities/category/contract";
import { groupApi } from "@/entities/group/contract";
import { performanceApi } from "@/features/performance/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { seedIfEmpty } from "../../../server/seed/seed.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
let seeded: boolean[];

beforeAll(async () => {
  world = await createWorld();

  seeded = [await world.transaction(seedIfEmpty), await world.transaction(seedIfEmpty)];
}, 60_000);
afterAll(() => world.close());

test("only an empty database is filled", async () => {
  expect(seeded).toEqual([true, false]);
  const groups = await world.call(groupApi.list, {});
  expect(groups.map(({ name }) => name)).toEqual([
    "Zimska kolekcija",
    "Kafeterija Šoljica",
    "Planinarski klub Vršac",
  ]);
});

test("there are categories of all types, one archived, and an account with an error", async () => {
  const groups = await world.call(groupApi.list, {});
  const categories = await Promise.all(
    groups.map(({ id }) => world.call(categoryApi.list, { params: { id } })),
  );
  const types = new Set(categories.flat().map(({ category_type }) => category_type));
  expect(types).toEqual(new Set(["evergreen", "memes", "sales", "weekly_sale"]));
  const archived = categories
    .flat()
    .filter(
      (one) => one.image_posts_per_day + one.video_posts_per_day + one.text_posts_per_day === 0,
    );
  expect(archived).toHaveLength(1);
  const accounts = await Promise.all(
    groups.map(({ id }) => world.call(accountApi.list, { params: { id } })),
  );
  const broken = accounts.flat().filter(({ is_active }) => !is_active);
  expect(broken).toEqual([
    expect.objectContaining({ last_known_error: expect.stringMatching(/validating access token/) }),
  ]);
});

test("130 posts are measured, at all three levels of engagement", async () => {
  const posts = await world.call(performanceApi.list, { query: { limit: 1000 } });
  expect(posts).toHaveLength(130);
  expect(posts.every(({ last_updated, likes }) => last_updated && typeof likes === "number")).toBe(
    true,
  );
  expect(posts.some(({ video_views }) => (video_views ?? 0) > 0)).toBe(true);
  const rates = posts.flatMap(({ engagement_rate }) => engagement_rate ?? []);
  const red = rates.filter((rate) => rate < 0.02).length;
  const green = rates.filter((rate) => rate >= 0.05).length;
  for (const level of [red, rates.length - red - green, green]) expect(level).toBeGreaterThan(15);
  const oldest = posts.at(-1);
  const detail = await world.call(performanceApi.detail, {
    params: { id: oldest?.scheduled_post_id ?? 0 },
  });
  expect(detail.snapshots.length).toBeGreaterThan(20);
});

test("17 posts wait for approval, 12 for their time, and 6 have failed", async () => {
  const pending = await world.call(queueApi.list, { query: { status: "pending_approval" } });
  expect(pending).toHaveLength(17);
  expect(new Set(pending.map(({ media_type }) => media_type))).toEqual(
    new Set(["video", "image", null]),
  );
  const status = await world.call(schedulerApi.status, {});
  expect(status.upcoming_posts).toHaveLength(12);
  expect(status.failed_posts).toHaveLength(6);
  const reasons = status.failed_posts.map((post) => post.social_account?.last_known_error);
  expect(reasons.every(Boolean)).toBe(true);
});

test("texts differ, and scheduled posts are published when they are due", async () => {
  const pending = await world.call(queueApi.list, { query: { status: "pending_approval" } });
  const texts = new Set(pending.map(({ text_content }) => text_content));
  expect(texts.size).toBeGreaterThan(12);
  world.clock.advance(8 * 86_400_000);
  await world.runJobs();
  const posts = await world.posts();
  const count = (status: string) => posts.filter((post) => post.status === status).length;
  expect([count("published"), count("failed"), posts.length]).toEqual([142, 6, 148]);
}, 60_000);
