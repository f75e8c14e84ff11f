import { eq, ne } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { groupApi } from "@/entities/group/contract";
import { failedWorkApi } from "@/features/failed-work/contract";
import { saleRotatorApi } from "@/features/sale-rotator/contract";
import { groups, saleSettings, sandboxProducts } from "../../../../server/db/schema.ts";
import { rotateSale } from "../../../../server/features/sale-rotator/rotate-job.ts";
import { releaseRuns } from "../../../../server/features/sale-rotator/sale-runs.ts";
import { lastSlot } from "../../../../server/kernel/timetable.ts";
import { seedIfEmpty } from "../../../../server/seed/seed.ts";
import { createWorld } from "../../world.ts";
import {
  group,
  inGroup,
  live,
  rotated,
  startSaleWorld,
  step,
  stock,
  store,
  threeProducts,
} from "./sale-world.ts";

const world = await startSaleWorld();
beforeEach(async () => {
  // Each test rotates only the groups that it sets up itself.
  const others = ne(saleSettings.group_id, group);
  await world.database.db.update(saleSettings).set({ is_active: false }).where(others);
  await world.database.query("delete from pgboss.job");
});

const { trigger, triggerStep, stop } = saleRotatorApi;
const minute = 60_000;
const week = 7 * 24 * 60 * minute;

/** Starts the weekly rotation as the timetable does, and runs the jobs. */
const monday = async () => {
  await world.transaction(({ enqueue }) => enqueue("rotate-sales", {}));
  return world.runJobs();
};
const slot = () => lastSlot("rotate-sales", world.clock.now()).toISOString();
/** Lets five minutes pass, and runs the jobs. @returns how many ran */
const fiveMinutes = () => {
  world.clock.advance(5 * minute + 1000);
  return world.runJobs();
};
const { start } = world;

test("every active group is rotated once a week, and no other", async () => {
  const other = await world.addRotatingGroup([stock("9", ["rotator-no-change"])]);
  const off = await world.addRotatingGroup(threeProducts, { is_active: false });
  const shopless = await world.addGroup("Bez prodavnice");
  await world.configure(shopless);

  // In addition, each of the two changed shops is synced again, by two jobs.
  expect(await monday()).toBe(4 + 2 * 2);
  expect(await world.stockOf(store)).toEqual(rotated);
  expect((await world.stockOf(other.store)).get("9")).toMatchObject({ price: 1000, changes: 1 });
  expect((await world.stockOf(off.store)).get("1")).toMatchObject({ changes: 0 });
  expect(await world.runsOf(group)).toEqual([
    expect.objectContaining({
      kind: "scheduled",
      status: "finished",
      started_by: null,
      origin: `scheduled:${group}:${slot()}`,
    }),
  ]);

  // The same slot again, from the timetable and as a job that is delivered twice.
  await monday();
  const work = { groupId: group, slot: slot() };
  expect(await rotateSale(work, world.run)).toEqual({});
  expect(await world.stockOf(store)).toEqual(rotated);

  world.clock.advance(week);
  await monday();
  // They were on sale for a week, and no other product has finished its cooldown.
  expect(await world.runsOf(group)).toHaveLength(2);
  expect((await world.stockOf(store)).get("2")).toMatchObject({ price: 1000, changes: 2 });
});

test("the slot is that of the week also if our clock is a little behind the database's", async () => {
  const next = new Date(Date.parse(slot()) + week);
  world.clock.advance(next.getTime() - world.clock.now().getTime() - minute / 2);
  await monday();
  world.clock.advance(minute);
  await monday();
  const runs = await world.runsOf(group);
  expect(runs.map(({ origin }) => origin)).toEqual([`scheduled:${group}:${next.toISOString()}`]);
});

test.each(["lost before", "lost after"] as const)(
  "a job whose shop is %s a change runs again in five minutes and continues its run",
  async (trouble) => {
    world.shop.troubles = [undefined, trouble];
    await monday();
    expect(await world.runsOf(group)).toEqual([
      expect.objectContaining({ status: "running", worker: null }),
    ]);
    world.shop.silent = true;
    expect(await fiveMinutes()).toBe(1);
    world.shop.silent = false;
    // And then the shop is synced again, by two jobs.
    expect(await fiveMinutes()).toBe(1 + 2);
    expect(await world.stockOf(store)).toEqual(rotated);
    expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(await world.runsOf(group)).toEqual([expect.objectContaining({ status: "finished" })]);
  },
);

test("a job whose process died continues at the next start, and not beside a live one", async () => {
  const work = { groupId: group, slot: slot() };
  world.shop.troubles = [undefined, "dies after"];
  await new Promise<void>((resolve) => {
    world.shop.onDeath = resolve;
    void rotateSale(work, world.run);
  });
  expect(await rotateSale(work, world.run)).toEqual({ postponed: 1 });
  await world.transaction(releaseRuns);
  expect(await rotateSale(work, world.run)).toEqual({ added: 2, removed: 1 });
  expect(await world.stockOf(store)).toEqual(rotated);
  expect(world.shop.taken.map(({ id }) => id)).toEqual(["1", "2", "3"]);
});

test("a job waits while a confirmed run does, five minutes at a time, and is not lost", async () => {
  const answer = await start(group);
  expect(await monday()).toBe(2);
  expect(await world.runsOf(group)).toHaveLength(1);
  expect(await world.runJobs()).toBe(0);

  world.clock.advance(5 * minute + 1000);
  await world.call(triggerStep, step(group, answer));
  expect(await world.runJobs()).toBe(1);
  expect((await world.stockOf(store)).get("2")).toMatchObject({ changes: 0 });

  await world.call(stop, inGroup(group));
  // After each of the two runs the shop is synced again too.
  expect(await fiveMinutes()).toBeGreaterThan(1);
  expect(await world.stockOf(store)).toEqual(rotated);
  const runs = await world.runsOf(group);
  expect(runs.map(({ kind, status }) => [kind, status])).toEqual([
    ["confirmed", "stopped"],
    ["scheduled", "finished"],
  ]);
  expect(await world.runJobs()).toBe(0);
});

test("a job gets its turn when a confirmed run is abandoned", async () => {
  await start(group);
  await monday();
  for (let n = 0; n < 4; n++) await fiveMinutes();
  expect(await world.stockOf(store)).toEqual(rotated);
});

test("a slot is not made up for once the next one is due", async () => {
  const work = { groupId: group, slot: slot() };
  world.clock.advance(week);
  expect(await rotateSale(work, world.run)).toEqual({});
  expect(await world.runsOf(group)).toEqual([]);
});

test("while a scheduled run is under way no other one starts", async () => {
  let said: unknown;
  world.shop.beforeChange = async () => {
    world.shop.beforeChange = async () => {};
    said = await world.refusal(trigger, live(group));
  };
  await monday();
  expect(said).toEqual({
    status: 409,
    detail: expect.stringMatching(/^The weekly rotation started at .* UTC is still running\.$/),
  });
  expect(await world.stockOf(store)).toEqual(rotated);
});

test("a scheduled run that the shop refuses is stopped and listed as failed, and its job does nothing more", async () => {
  world.shop.troubles = [undefined, "refused"];
  // Ahead of the database's clock, so that the retries are due as well.
  world.clock.advance(minute);
  await expect(monday()).rejects.toThrow(/Price is locked\. The run is stopped: 1 of 3/);
  world.clock.advance(minute);
  await world.runJobs();
  const [work, ...others] = await world.call(failedWorkApi.list, {});
  expect(others).toEqual([]);
  const why = "The run is stopped; start another in the sale rotator.";
  expect(work).toMatchObject({
    kind: "Sale rotation",
    cause: expect.stringMatching(
      /Price is locked\. The run is stopped: 1 of 3 products changed\.$/,
    ),
    why_not_again: why,
  });
  const again = { params: { id: work?.id ?? 0 } };
  expect(await world.refusal(failedWorkApi.runAgain, again)).toEqual({ status: 409, detail: why });
  expect(await world.runsOf(group)).toEqual([expect.objectContaining({ status: "stopped" })]);
  expect(await world.changesOf(store)).toEqual([1, 0, 0]);
});

test("a scheduled run whose rotator is switched off meanwhile stops, and operators see how far it came", async () => {
  world.shop.beforeChange = () => world.configure(group, { is_active: false }).then(() => {});
  world.clock.advance(minute);
  await expect(monday()).rejects.toThrow(/not enabled .* The run is stopped: 1 of 3/);
  expect(await world.call(failedWorkApi.list, {})).toContainEqual(
    expect.objectContaining({
      kind: "Sale rotation",
      cause:
        "The sale rotator is not enabled for this group. The run is stopped: 1 of 3 products changed.",
    }),
  );
  expect(await world.changesOf(store)).toEqual([1, 0, 0]);
  await world.configure(group);
  world.clock.advance(minute);
  await world.runJobs();
  expect(await world.runsOf(group)).toEqual([expect.objectContaining({ status: "stopped" })]);
});

test("a job does nothing for a group that was deleted, was switched off or has nothing to rotate", async () => {
  const work = { groupId: group, slot: slot() };
  await world.configure(group, { is_active: false });
  expect(await rotateSale(work, world.run)).toEqual({ skipped: 1 });
  await world.configure(group);
  await world.database.db.delete(sandboxProducts).where(eq(sandboxProducts.store, store));
  await world.database.db.insert(sandboxProducts).values({ ...stock("7", ["zima"]), store });
  expect(await rotateSale(work, world.run)).toEqual({});
  await world.database.db.delete(groups).where(eq(groups.id, group));
  expect(await rotateSale(work, world.run)).toEqual({ skipped: 1 });
});

test("the first group of a fresh installation has a sale to rotate, and the products on sale come off", async () => {
  const fresh = await createWorld();
  try {
    await fresh.transaction(seedIfEmpty);
    const [first] = await fresh.call(groupApi.list, {});
    const request = { params: { groupId: first?.id ?? 0 }, query: { dry_run: true } };
    const counts = { total_updates: 6 + 3 + 2 * 2, total_removals: 6 };
    expect(await fresh.call(trigger, request)).toMatchObject({ summary: counts });
  } finally {
    await fresh.close();
  }
});
