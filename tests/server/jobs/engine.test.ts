import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { sandboxPublisher } from "../../../server/adapters/sandbox/publisher.ts";
import { readConfig } from "../../../server/config.ts";
import { accounts, queueItems, scheduledPosts } from "../../../server/db/schema.ts";
import { enqueueMeasurements } from "../../../server/features/performance/measure-job.ts";
import { countOverdue, enqueueDue } from "../../../server/features/scheduler/due.ts";
import { startJobs } from "../../../server/jobs/engine.ts";
import { jobs as handlers } from "../../../server/jobs/jobs.ts";
import { createRunner } from "../../../server/jobs/runner.ts";
import { enqueueSlots } from "../../../server/jobs/timetable.ts";
import { lockAccounts, lockGroups } from "../../../server/kernel/locks.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import { createWorld, type World } from "../world.ts";

type Publish = Publisher["publish"];

/** Returns a world with a group, whose platforms are called by `publish`. */
async function openWorld(publish: Publish = sandboxPublisher.publish) {
  const world = await createWorld({ ports: { publisher: { ...sandboxPublisher, publish } } });
  onTestFinished(() => world.close());
  return { world, group: await world.addGroup() };
}

/** Starts the runners of a server on the world's database. */
async function startEngine({ database, ports }: World) {
  const engine = await startJobs({ database, handlers, ports, speed: 1 });
  onTestFinished(() => engine.stop(1_000));
  await engine.work();
  return engine;
}

/** Inserts a post for each of the accounts, in their order, and a job for each post. */
async function schedule(world: World, accountIds: readonly number[]) {
  const publish_at = new Date(world.clock.now().getTime() - 1_000);
  await world.transaction(async (context) => {
    const { db } = context;
    await lockAccounts(db, undefined);
    await lockGroups(db, undefined, "key share");
    const [item] = await db
      .insert(queueItems)
      .values({
        text_content: "Zima stiže.",
        status: "approved",
        created_at: publish_at,
        updated_at: publish_at,
      })
      .returning();
    for (const id of accountIds) {
      const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
      if (!account || !item) throw new Error("There is no such account.");
      const { group_id, platform_type, platform_username } = account;
      await db.insert(scheduledPosts).values({
        ...{ queue_item_id: item.id, account_id: id, publish_at },
        ...{ group_id, platform_type, platform_username },
      });
    }
    await enqueueDue(context);
  });
}

const addThreads = async (world: World, group: number) =>
  Number(
    (
      await world.call(accountsApi.add, {
        params: { id: group },
        body: {
          platform_type: "threads",
          platform_username: "zima.na.niti",
          credentials: { threads_user_id: "17841400000000000", access_token: "THQVJ-a-long-token" },
        },
      })
    ).id,
  );

const statuses = async (world: World) => (await world.posts()).map(({ status }) => status);

test("posts are published side by side over accounts, and one after the other within an account", async () => {
  const running = new Map<string, number>();
  let most = 0;
  let mostOfOne = 0;
  const order: number[] = [];
  const { world, group } = await openWorld(async (publication, attempt, signal) => {
    const account = String(publication.account.username);
    running.set(account, (running.get(account) ?? 0) + 1);
    most = Math.max(
      most,
      [...running.values()].reduce((sum, count) => sum + count, 0),
    );
    mostOfOne = Math.max(mostOfOne, ...running.values());
    order.push(publication.post.id);
    // The first three end together: each account has one of them.
    await expect.poll(() => most).toBe(3);
    running.set(account, (running.get(account) ?? 0) - 1);
    return sandboxPublisher.publish(publication, attempt, signal);
  });
  const first = await world.addAccount(group, "prvi.bsky.social");
  const second = await world.addAccount(group, "drugi.bsky.social");
  const third = await world.addAccount(group, "treci.bsky.social");
  await schedule(world, [first, first, first, second, second, third]);
  await startEngine(world);
  await expect.poll(() => statuses(world)).toEqual(Array.from({ length: 6 }, () => "published"));
  expect(mostOfOne).toBe(1);
  expect(most).toBe(3);
  const ids = (await world.posts()).map(({ id }) => id);
  expect(order.toSorted()).toEqual(ids);
  // Those of one account that waited were published in their order.
  expect(order.filter((id) => ids.indexOf(id) < 3)).toEqual(ids.slice(0, 3));
});

test("a platform that does not answer holds up its own accounts only", async () => {
  const { world, group } = await openWorld((publication, attempt, signal) =>
    publication.account.platform === "bluesky"
      ? new Promise(() => undefined)
      : sandboxPublisher.publish(publication, attempt, signal),
  );
  const silent: number[] = [];
  for (let n = 0; n < 25; n++) silent.push(await world.addAccount(group, `z${n}.bsky.social`));
  const threads = await addThreads(world, group);
  await schedule(world, [...silent, threads]);
  await startEngine(world);
  await expect.poll(async () => (await statuses(world)).at(-1)).toBe("published");
  const publishing = async () =>
    (await statuses(world)).filter((status) => status === "publishing").length;
  await expect.poll(publishing).toBe(20);
});

test("a job that was just enqueued begins at once, after the commit", async () => {
  const { world, group } = await openWorld();
  const account = await world.addAccount(group);
  // Due jobs are never looked for.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const engine = await startEngine(world);
  await world.database.transaction(async (db) => {
    await engine.enqueue(db, "measure", { accountId: account });
  });
  await expect
    .poll(
      async () =>
        (await world.database.query("select state from pgboss.job where name = 'measure'")).rows,
      { interval: 0 },
    )
    .toEqual([{ state: "completed" }]);
});

test("a slot that passed while the database was away is enqueued once, by any process", async () => {
  const { world } = await openWorld();
  expect(await world.transaction(enqueueSlots)).toBe(0);
  world.clock.advance(24 * 3_600_000);
  const counts = await Promise.all([
    world.transaction(enqueueSlots),
    world.transaction(enqueueSlots),
  ]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  const { rows } = await world.database.query(
    "select count(*)::int as jobs from pgboss.job where name = 'plan-day'",
  );
  expect(rows).toEqual([{ jobs: 1 }]);
  expect(await world.transaction(enqueueSlots)).toBe(0);
});

test("a due post whose job was lost or has failed for good gets another, once", async () => {
  const { world, group } = await openWorld();
  await schedule(world, [await world.addAccount(group)]);
  await world.database.query("update pgboss.job set state = 'failed' where name like 'publish%'");
  expect(await world.transaction(enqueueDue)).toBe(1);
  expect(await world.transaction(enqueueDue)).toBe(0);
  await world.runJobs();
  expect(await statuses(world)).toEqual(["published"]);
});

test("an account whose measurement is due or running gets no second one", async () => {
  const { world, group } = await openWorld();
  await schedule(world, [await world.addAccount(group)]);
  await world.runJobs();
  world.clock.advance(24 * 3_600_000);
  await world.database.query("delete from pgboss.job where name = 'measure'");
  expect(await world.transaction(enqueueMeasurements)).toBe(1);
  world.clock.advance(60_000);
  expect(await world.transaction(enqueueMeasurements)).toBe(0);
  await world.database.query("update pgboss.job set state = 'active' where name = 'measure'");
  world.clock.advance(60_000);
  expect(await world.transaction(enqueueMeasurements)).toBe(0);
  await world.database.query("update pgboss.job set state = 'failed' where name = 'measure'");
  expect(await world.transaction(enqueueMeasurements)).toBe(1);
});

test("overdue posts are counted two minutes after their time", async () => {
  const { world, group } = await openWorld();
  await schedule(world, [await world.addAccount(group)]);
  const count = () => countOverdue(world.database.db, world.clock.now());
  expect(await count()).toBe(0);
  world.clock.advance(2 * 60_000);
  expect(await count()).toBe(1);
  const metrics = await (await world.request("/metrics")).text();
  expect(metrics).toContain("overdue_posts 1");
});

test("a runner runs as many jobs as its limit, and the next when one has ended", async () => {
  const waiting = [1, 2, 3, 4, 5];
  const ends = new Map<number, () => void>();
  const runner = createRunner<number>({
    limit: 2,
    fetch: async (count) => waiting.splice(0, count),
    run: (job) => new Promise((resolve) => ends.set(job, resolve)),
  });
  runner.wake();
  await expect.poll(() => [...ends.keys()]).toEqual([1, 2]);
  ends.get(1)?.();
  await expect.poll(() => [...ends.keys()]).toEqual([1, 2, 3]);
  const stopped = vi.fn();
  void runner.stop().then(stopped);
  ends.get(2)?.();
  // Everything that a job's end causes has happened by then.
  await new Promise((resolve) => setImmediate(resolve));
  expect([...ends.keys()]).toEqual([1, 2, 3]);
  expect(stopped).not.toHaveBeenCalled();
  ends.get(3)?.();
  await expect.poll(() => stopped.mock.calls.length).toBe(1);
});

test("a limit for a job that does not exist ends the start, and names it", async () => {
  const { world } = await openWorld();
  const { concurrency } = readConfig({ CONCURRENCY: "publish=5, publsih=7" });
  expect(concurrency).toEqual({ publish: 5, publsih: 7 });
  const { database, ports } = world;
  await expect(startJobs({ database, handlers, ports, speed: 1, concurrency })).rejects.toThrow(
    "CONCURRENCY names no job of this server: publsih.",
  );
  expect(() => readConfig({ CONCURRENCY: "publish" })).toThrow("CONCURRENCY must be job names");
});
