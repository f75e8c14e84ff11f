import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import type { Database } from "../../../server/db/database.ts";
import { type JobEngine, startJobs } from "../../../server/jobs/engine.ts";
import type { Db, Jobs } from "../../../server/kernel/context.ts";
import type { JobHandlers } from "../../../server/kernel/runs.ts";
import { testPorts } from "../../support/ports.ts";
import { openCopy } from "../../support/server.ts";

const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step();
});

async function open(): Promise<Database> {
  const { database, drop } = await openCopy();
  clean.push(drop, database.close);
  return database;
}

test("the outer handle refuses to be used inside a transaction", async () => {
  const database = await open();
  const said = /outer database handle was used inside transaction/;
  // drizzle wraps the driver's error: the message is that of its cause.
  const misuse = database.transaction(() => database.db.execute(sql`select 1`));
  await expect(misuse.catch((error) => Promise.reject(error.cause ?? error))).rejects.toThrow(said);
  await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow(
    said,
  );
  await expect(database.transaction(() => database.query("select 1"))).rejects.toThrow(said);
  await expect(database.transaction(() => database.db.transaction(async () => 1))).rejects.toThrow(
    said,
  );
  expect((await database.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("the time zone is UTC", async () => {
  const database = await open();
  expect((await database.query("show timezone")).rows).toEqual([{ TimeZone: "UTC" }]);
});

test("a failed query of several statements leaves no transaction open", async () => {
  const database = await open();
  await expect(database.query("begin; select 1/0; commit")).rejects.toThrow("division by zero");
  expect((await database.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

/** Starts a queue whose publish jobs call `publish`; all others do nothing. */
async function queue(database: Database, publish: (postId: number) => Promise<void>) {
  const nothing = async () => undefined;
  const handlers: JobHandlers = {
    generate: nothing,
    publish: ({ postId }) => publish(postId),
    "plan-day": nothing,
    measure: nothing,
    "refresh-credentials": nothing,
    "sync-products": nothing,
    "rotate-sales": nothing,
    "rotate-sale": nothing,
    newsletter: nothing,
    "send-newsletter": nothing,
  };
  const ports = testPorts({ now: () => new Date() }, database);
  const jobs: JobEngine = await startJobs({ database, handlers, ports, speed: 100 });
  clean.push(jobs.stop);
  return jobs;
}

const work = (postId: number): Jobs["publish"] => ({ postId });

test("a job exists only if its transaction commits, and runs in the background", async () => {
  const database = await open();
  const done: number[] = [];
  const jobs = await queue(database, async (postId) => void done.push(postId));
  await jobs.work();
  await database
    .transaction(async (db) => {
      await jobs.enqueue(db, "publish", work(1));
      throw new Error("undone");
    })
    .catch(() => undefined);
  await database.transaction((db) => jobs.enqueue(db, "publish", work(2)));
  await expect.poll(() => done).toEqual([2]);
});

test("a job waits for its start time, and only one job per key is queued", async () => {
  const database = await open();
  const done: number[] = [];
  const jobs = await queue(database, async (postId) => void done.push(postId));
  await database.transaction(async (db) => {
    await jobs.enqueue(db, "publish", work(1), { startAfter: new Date(Date.now() + 3_600_000) });
    await jobs.enqueue(db, "publish", work(2), { singletonKey: "a" });
    await jobs.enqueue(db, "publish", work(3), { singletonKey: "a" });
    await jobs.enqueue(db, "publish", work(4), { startAfter: new Date(Date.now() - 1000) });
    await jobs.enqueue(db, "publish", work(5));
  });
  expect(await jobs.runDue()).toBe(3);
  expect(done.toSorted()).toEqual([2, 4, 5]);
});

test("a waiting job comes at its new time, earlier or later, with the first one's work", async () => {
  const database = await open();
  const done: number[] = [];
  const jobs = await queue(database, async (postId) => void done.push(postId));
  const past = new Date(Date.now() - 1000);
  const later = new Date(Date.now() + 3_600_000);
  await database.transaction(async (db) => {
    await jobs.enqueue(db, "publish", work(1), {
      startAfter: later,
      singletonKey: "a",
      lane: "bluesky",
    });
    await jobs.enqueue(db, "publish", work(2), {
      startAfter: past,
      singletonKey: "b",
      lane: "bluesky",
    });
  });
  const move = (db: Db, singletonKey: string, startAfter: Date) =>
    jobs.enqueue(db, "publish", work(9), {
      startAfter,
      singletonKey,
      moves: true,
      lane: "bluesky",
    });
  await database.transaction(async (db) => {
    await move(db, "a", past);
    await move(db, "b", later);
    await move(db, "new", past);
  });
  await jobs.runDue();
  expect(done.toSorted()).toEqual([1, 9]);
});

test("stopping waits for the running job, which is completed then", async () => {
  const database = await open();
  let finished = false;
  let begun: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const jobs = await queue(database, async () => {
    begun();
    await held;
    finished = true;
  });
  await jobs.work();
  await jobs.enqueue(database.db, "publish", work(1));
  await running;
  const stopped = jobs.stop(60_000).then(() => finished);
  // A stop that did not wait would be over before another queue has been opened and stopped.
  await (await queue(await open(), async () => undefined)).stop();
  finish();
  expect(await stopped).toBe(true);
  const { rows } = await database.query("select state from pgboss.job where name = 'publish'");
  expect(rows).toEqual([{ state: "completed" }]);
});

test("a job that was running when the process died runs again at once", async () => {
  const database = await open();
  if (database.kind !== "pglite") return;
  const done: number[] = [];
  const jobs = await queue(database, async (postId) => void done.push(postId));
  await jobs.enqueue(database.db, "publish", work(1));
  await database.query("update pgboss.job set state = 'active', started_on = now()");
  await jobs.work();
  await expect.poll(() => done).toEqual([1]);
});
