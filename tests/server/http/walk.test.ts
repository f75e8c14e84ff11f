import { afterAll, beforeAll, expect, test } from "vitest";
import { performanceApi } from "@/features/performance/contract";
import { queueApi } from "@/features/queue/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { createWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("one post goes all the way from the generator to its figures on the dashboard", async () => {
  const group = await world.addGroup();
  await world.addAccount(group);
  const category = await world.addCategory(group);

  const [pending] = await world.generate(category);
  const [item] = await world.call(queueApi.list, { query: { status: "pending_approval" } });
  expect(item).toMatchObject({ id: pending, media_type: "image", group_name: "Zimska kolekcija" });
  const image = await world.request(item?.image_url ?? "");
  expect(image.headers.get("Content-Type")).toBe("image/svg+xml");

  await world.approve(pending ?? 0);
  const [upcoming] = await world.call(schedulerApi.upcoming, {});
  expect(upcoming).toMatchObject({ status: "scheduled", retry_count: 0 });
  expect(await world.runJobs()).toBe(0);

  world.clock.advance(61_000);
  await world.runJobs();
  const status = await world.call(schedulerApi.status, {});
  expect(status.upcoming_posts).toEqual([]);
  const url = status.recently_published[0]?.published_post_url ?? "";
  const page = await (await world.request(url)).text();
  expect(page).toContain("zimska.bsky.social");
  const [unmeasured] = await world.call(performanceApi.list, { query: { group_id: group } });
  expect(unmeasured).toMatchObject({ published_post_url: url, likes: null, last_updated: null });

  world.clock.advance(6 * 3_600_000);
  await world.runJobs();
  const [measured] = await world.call(performanceApi.list, { query: { group_id: group } });
  expect(measured?.impressions).toBeGreaterThan(50);
  expect(measured?.engagement_rate).toBeGreaterThan(0);
  const id = measured?.scheduled_post_id ?? 0;
  const { snapshots } = await world.call(performanceApi.detail, { params: { id } });
  expect(snapshots.at(-1)?.raw_data).toMatchObject({ impressions: measured?.impressions });
});
