import { afterAll, beforeAll, expect, test } from "vitest";
import { groupApi } from "@/entities/group/contract";
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
