import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../../../server/config.ts";
import {
  contentItems,
  integrations,
  metricsSnapshots,
  queueItems,
  saleRuns,
  saleSteps,
  scheduledPosts,
} from "../../../../server/db/schema.ts";
import { deleteHistory } from "../../../../server/features/retention/retention.ts";
import { deleteOldKeys } from "../../../../server/http/idempotency.ts";
import { createWorld, type World } from "../../world.ts";

let world: World;
let group: number;
let category: number;
beforeEach(async () => {
  world = await createWorld();
  group = await world.addGroup();
  category = await world.addCategory(group);
});
afterEach(() => world.close());

const day = 86_400_000;
/** A Thursday at noon, UTC. */
const now = new Date("2026-11-26T12:00:00Z");
const ago = (days: number, hours = 0) => new Date(now.getTime() - days * day - hours * 3_600_000);
const clean = (at = now) => deleteHistory(world.database, at, readConfig({}).retention);

async function addItem(status: "approved" | "rejected" | "pending_approval", updated_at: Date) {
  const { db } = world.database;
  const [content] = await db
    .insert(contentItems)
    .values({ category_id: category, text_content: "Zima", is_active: status !== "rejected" })
    .returning();
  const [item] = await db
    .insert(queueItems)
    .values({
      category_id: category,
      content_item_id: content?.id,
      status,
      text_content: "Zima",
      updated_at,
    })
    .returning();
  return item?.id ?? 0;
}

async function addPost() {
  const queue_item_id = await addItem("approved", ago(400));
  const [post] = await world.database.db
    .insert(scheduledPosts)
    .values({
      queue_item_id,
      group_id: group,
      category_id: category,
      platform_type: "bluesky",
      status: "published",
      publish_at: ago(400),
      published_at: ago(400),
    })
    .returning();
  return post?.id ?? 0;
}

test("rejected items are kept for 90 days, and all others for good", async () => {
  const kept = [
    await addItem("rejected", ago(89)),
    await addItem("pending_approval", ago(400)),
    await addItem("approved", ago(400)),
  ];
  await addItem("rejected", ago(91));
  const { db } = world.database;
  expect(await clean()).toMatchObject({ rejected: 1 });
  const left = await db.select({ id: queueItems.id }).from(queueItems);
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  // The pool keeps its content, inactive.
  expect(await db.select().from(contentItems)).toHaveLength(4);
});

describe("Snapshots", () => {
  const snapshots = async (post: number) => {
    const rows = await world.database.db
      .select()
      .from(metricsSnapshots)
      .where(eq(metricsSnapshots.post_id, post))
      .orderBy(metricsSnapshots.snapshot_time);
    return rows.map(({ snapshot_time }) => snapshot_time.toISOString());
  };
  const add = (post: number, ...times: string[]) =>
    world.database.db
      .insert(metricsSnapshots)
      .values(
        times.map((time) => ({ post_id: post, snapshot_time: new Date(time), raw_data: {} })),
      );

  test("are thinned after 30 days to the first one and the last one of each day", async () => {
    const [one, other] = [await addPost(), await addPost()];
    await add(
      one,
      "2026-10-20T08:00:30.000Z",
      "2026-10-20T09:00:00.000Z",
      "2026-10-20T23:59:59.999Z",
      "2026-10-21T00:00:00.000Z",
      "2026-10-21T12:00:00.000Z",
      "2026-10-26T10:00:00.000Z",
      "2026-10-26T23:00:00.000Z",
      // The day of 30 days ago is not over everywhere.
      "2026-10-27T10:00:00.000Z",
      "2026-10-27T11:00:00.000Z",
      "2026-11-26T08:00:00.000Z",
      "2026-11-26T09:00:00.000Z",
    );
    await add(other, "2026-10-20T08:00:00.000Z", "2026-10-20T09:00:00.000Z");
    expect(await clean()).toMatchObject({ snapshots: 3 });
    expect(await snapshots(one)).toEqual([
      "2026-10-20T08:00:30.000Z",
      "2026-10-20T23:59:59.999Z",
      "2026-10-21T12:00:00.000Z",
      "2026-10-26T23:00:00.000Z",
      "2026-10-27T10:00:00.000Z",
      "2026-10-27T11:00:00.000Z",
      "2026-11-26T08:00:00.000Z",
      "2026-11-26T09:00:00.000Z",
    ]);
    // Two are enough for a chart.
    expect(await snapshots(other)).toHaveLength(2);
  });

  test("of each day are thinned once, as the days go by", async () => {
    const post = await addPost();
    await add(post, "2026-10-20T08:00:00Z", "2026-10-20T09:00:00Z", "2026-10-20T10:00:00Z");
    await add(post, "2026-10-28T08:00:00Z", "2026-10-28T09:00:00Z");
    expect(await clean()).toMatchObject({ snapshots: 1 });
    expect(await clean()).toMatchObject({ snapshots: 0 });
    expect(await clean(new Date(now.getTime() + 7 * day))).toMatchObject({ snapshots: 1 });
    expect(await snapshots(post)).toEqual([
      "2026-10-20T08:00:00.000Z",
      "2026-10-20T10:00:00.000Z",
      "2026-10-28T09:00:00.000Z",
    ]);
  });
});

test("steps of sale runs are kept for a year, then those that the next rotation needs", async () => {
  const { db } = world.database;
  const [shop] = await db
    .insert(integrations)
    .values({ group_id: group, platform: "shopify", store_name: "zima", credentials: "" })
    .returning();
  const addRun = async (at: Date, ...products: string[]) => {
    const [run] = await db
      .insert(saleRuns)
      .values({
        group_id: group,
        integration_id: shop?.id,
        kind: "scheduled",
        origin: at.toISOString(),
        status: "finished",
        started_at: at,
        active_at: at,
        ended_at: at,
      })
      .returning();
    await db.insert(saleSteps).values(
      products.map((product, position) => ({
        run_id: run?.id ?? 0,
        position,
        product_id: product.replace("?", ""),
        product_name: product,
        action: "add" as const,
        status: product.endsWith("?") ? ("planned" as const) : ("done" as const),
        original_price: 100,
        new_price: 80,
        tags_to_add: [],
        tags_to_remove: [],
        done_at: product.endsWith("?") ? null : at,
      })),
    );
    return run?.id ?? 0;
  };
  const first = await addRun(ago(500), "kapa", "šal", "čaj?");
  const second = await addRun(ago(400), "šal", "ćebe");
  const third = await addRun(ago(300), "ćebe");
  expect(await clean()).toMatchObject({ sale_steps: 3 });
  const left = await db.select().from(saleSteps).orderBy(saleSteps.run_id, saleSteps.position);
  expect(left.map(({ run_id, product_id }) => [run_id, product_id])).toEqual([
    [first, "kapa"],
    [second, "šal"],
    [third, "ćebe"],
  ]);
  // A product's prices are exact numbers.
  expect(left[0]).toMatchObject({ original_price: 100, new_price: 80 });
});

test("more rows than one statement deletes are all deleted", async () => {
  await world.database.query(
    `insert into queue_items (category_id, status, text_content, updated_at)
       select ${category}, 'rejected', 'Zima', $1 from generate_series(1, 4100)`,
    [ago(730)],
  );
  await world.database.query(
    `insert into idempotency_keys (user_id, key, request_hash, status, created_at)
       select 'ana', 'key' || n, '', 200, $1 from generate_series(1, 4100) n`,
    [ago(8)],
  );
  expect(await clean()).toMatchObject({ rejected: 4100 });
  expect(await deleteOldKeys(world.database, now)).toBeGreaterThanOrEqual(4100);
});

test("the days are configured, and never fewer than 30", () => {
  expect(readConfig({}).retention).toEqual({
    rejected: 90,
    snapshots: 30,
    saleSteps: 365,
    activity: 180,
  });
  expect(readConfig({ KEEP_REJECTED_DAYS: "400" }).retention.rejected).toBe(400);
  for (const name of [
    "KEEP_REJECTED_DAYS",
    "KEEP_SNAPSHOTS_DAYS",
    "KEEP_SALE_STEPS_DAYS",
    "KEEP_ACTIVITY_DAYS",
  ]) {
    for (const value of ["29", "-1", "1.5", "ever"]) {
      expect(() => readConfig({ [name]: value })).toThrow(
        `${name} must be a whole number of days, at least 30.`,
      );
    }
  }
});
