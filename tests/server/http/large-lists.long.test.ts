import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newsletterApi } from "@/features/newsletter/contract";
import { schedulerApi } from "@/features/scheduler/contract";
import { queueItems } from "../../../server/db/schema.ts";
import { addSubscribers } from "../features/newsletter/support.ts";
import { createWorld, type World } from "../world.ts";

let world: World;
let group: number;
beforeEach(async () => {
  world = await createWorld();
  group = await world.addGroup();
});
afterEach(() => world.close());

test("more failed posts than a statement can take parameters are cleared at once", async () => {
  const category = await world.addCategory(group);
  await world.database.query(`
    insert into queue_items (category_id, status, text_content)
      select ${category}, 'approved', 'Objava' from generate_series(1, 66000);
    insert into scheduled_posts (queue_item_id, group_id, category_id, platform_type, status, publish_at)
      select id, ${group}, ${category}, 'bluesky', 'failed', now() from queue_items`);
  expect(await world.call(schedulerApi.clearFailed, {})).toEqual({
    message: "Cleared 66000 failed posts.",
  });
  expect(await world.database.db.$count(queueItems, eq(queueItems.status, "rejected"))).toBe(
    66_000,
  );
});

test("50,000 subscribers are returned in full, and other requests are answered meanwhile", async () => {
  const ids = await addSubscribers(world, group, 50_000);
  let done = false;
  const listed = world
    .call(newsletterApi.subscribers, { params: { groupId: group } })
    .then((all) => {
      done = true;
      return all;
    });
  const meanwhile: boolean[] = [];
  for (let n = 0; n < 20; n++) {
    const health = await world.fetch("/healthz");
    expect(health.status).toBe(200);
    meanwhile.push(done);
  }
  const all = await listed;
  expect(meanwhile).toEqual(Array(20).fill(false));
  expect(all.map(({ id }) => id)).toEqual(ids);
  expect(all.at(-1)).toMatchObject({ email: "citalac49999@example.com", name: "Čitalac 49999" });
});
