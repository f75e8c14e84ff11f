// @module-tag clock
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from "vitest";
import { openDatabase } from "../../../server/db/client.ts";
import type { Database } from "../../../server/db/database.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { categories, queueItems, scheduledPosts } from "../../../server/db/schema.ts";
import { schedulePost } from "../../../server/features/scheduler/schedule.ts";
import { suitableAccounts } from "../../../server/features/scheduler/suitable-accounts.ts";
import { recoverAbandoned } from "../../../server/features/scheduler/unknown-posts.ts";
import { lockGroup } from "../../../server/kernel/locks.ts";
import { storeKeys } from "../../../server/keys/secret-keys.ts";
import { testKey } from "../../support/ports.ts";
import { onServer, urlOf } from "../../support/postgres.ts";
import { programs } from "../../support/programs.ts";
import { createWorld, type World } from "../world.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

// Only one process can use PGlite. Set TEST_DATABASE_URL to a PostgreSQL to run these.
describe.skipIf(!process.env.TEST_DATABASE_URL)("Several servers on one PostgreSQL", () => {
  let folder: string;
  let url: string;
  let database: Database;
  let world: World;
  let group: number;
  let journal: string;
  let drop: () => Promise<void>;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "console-several-"));
    storeKeys(folder, { current: testKey, old: [] });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    const template = inject("template");
    if (!("url" in template)) throw new Error("These run on PostgreSQL alone.");
    const name = `console_several_${crypto.randomUUID().replaceAll("-", "")}`;
    await onServer(template.url, `create database ${name}`);
    url = urlOf(template.url, name);
    drop = () => onServer(template.url, `drop database ${name} with (force)`);
    journal = join(folder, name);
    database = await openDatabase({ url });
    await migrate(database);
    world = await createWorld({ database });
    group = await world.addGroup();
    await world.addAccount(group);
  });
  afterEach(async () => {
    await world.close();
    await drop();
  });
  // Registered after that, so that its processes end before their database is dropped.
  const run = programs({});

  /** Starts a server as a process of its own. */
  async function start(environment: Record<string, string> = {}) {
    const { child, greeted, logged } = run("main", [], {
      ...{ LOG_LEVEL: "info", SANDBOX_SPEED: "60", DATA_DIR: folder, DATABASE_URL: url },
      ...{ SANDBOX_JOURNAL: journal, ...environment },
    });
    await greeted;
    return {
      kill: () => child.kill("SIGKILL"),
      /** Counts the jobs of a name that it has done. */
      done: (job: string) =>
        logged()
          .split("\n")
          .filter((line) => line.includes(`"job":"${job}"`)).length,
    };
  }

  /** Schedules this number of approved posts, each due at once. */
  async function schedule(count: number) {
    const id = await world.addCategory(group, { daily_generation_active: false });
    await world.transaction(async (context) => {
      const { db } = context;
      const [category] = await db.select().from(categories).where(eq(categories.id, id));
      if (!category) throw new Error("The category has gone.");
      const accounts = await suitableAccounts(context, category);
      await lockGroup(db, category.group_id, "key share");
      const texts = Array.from({ length: count }, (_, n) => `Objava ${n}`);
      const items = await db
        .insert(queueItems)
        .values(
          texts.map((text_content) => ({
            category_id: id,
            status: "approved" as const,
            text_content,
          })),
        )
        .returning();
      for (const item of items) {
        for (const account of accounts) {
          await schedulePost(context, item, category, account, new Date());
        }
      }
    });
  }

  const statuses = async () => {
    const posts = await database.db.select().from(scheduledPosts);
    return Object.fromEntries(
      [...new Set(posts.map(({ status }) => status))].map((status) => [
        status,
        posts.filter((post) => post.status === status).length,
      ]),
    );
  };
  const given = () => {
    const lines = readFileSync(journal, "utf8").trim().split("\n");
    return lines.map((line) => (JSON.parse(line) as { post: number }).post);
  };
  const poll = (timeout: number) => ({ timeout, interval: 200 });

  test("publish each post once, and share the work", async () => {
    for (const name of ["drugi", "treci", "cetvrti"]) {
      await world.addAccount(group, `${name}.bsky.social`);
    }
    // On each of four accounts.
    await schedule(50);
    const servers = await Promise.all([start(), start(), start()]);
    await expect.poll(statuses, poll(120_000)).toEqual({ published: 200 });
    expect(given()).toHaveLength(200);
    expect(new Set(given()).size).toBe(200);
    for (const server of servers) expect(server.done("publish")).toBeGreaterThan(10);
  });

  test("start together on an empty database, which gets its tables and its example once", async () => {
    const name = `console_empty_${crypto.randomUUID().replaceAll("-", "")}`;
    await onServer(url, `create database ${name}`);
    const empty = urlOf(url, name);
    const together = { DATABASE_URL: empty, SEED: "1", SANDBOX_SPEED: "1" };
    const started = await Promise.allSettled([1, 2, 3].map(() => start(together)));
    expect(started.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    const own = await openDatabase({ url: empty });
    try {
      const { rows } = await own.query(
        `select (select count(*)::int from groups) as groups,
           (select count(*)::int from scheduled_posts where status = 'published') as published,
           (select count(*)::int from pgboss.queue where name = 'publish') as queues`,
      );
      expect(rows).toEqual([{ groups: 3, published: 130, queues: 1 }]);
    } finally {
      await own.close();
    }
  });

  test("plan a missed day once", async () => {
    await database.query(
      "insert into timetable_slots (name, slot) values ('plan-day', now() - interval '9 days')",
    );
    const servers = await Promise.all([start(), start(), start()]);
    const done = () => servers.map((server) => server.done("plan-day")).toSorted();
    await expect.poll(done, poll(20_000)).toEqual([0, 0, 1]);
    const { rows } = await database.query("select state from pgboss.job where name = 'plan-day'");
    expect(rows).toEqual([{ state: "completed" }]);
  });

  test("do not take over a post that another one is publishing", async () => {
    await schedule(1);
    await start({ SANDBOX_LATENCY: "20000" });
    await expect.poll(statuses, poll(20_000)).toEqual({ publishing: 1 });
    // The second one cannot know that the first is alive.
    await start();
    expect(await statuses()).toEqual({ publishing: 1 });
    await expect.poll(statuses, poll(60_000)).toEqual({ published: 1 });
    expect(given()).toHaveLength(1);
  });

  test("leave a killed server's post alone until no server can be publishing it", async () => {
    await schedule(1);
    const first = await start({ SANDBOX_LATENCY: "60000" });
    await expect.poll(statuses, poll(20_000)).toEqual({ publishing: 1 });
    first.kill();
    await start();
    expect(await statuses()).toEqual({ publishing: 1 });
    await database.query(
      "update scheduled_posts set started_at = started_at - interval '6 minutes'",
    );
    await start();
    await expect.poll(statuses, poll(20_000)).toEqual({ unknown: 1 });
    expect(given()).toHaveLength(1);
  });
});

test("a post that is being published for longer than that can take is unknown", async () => {
  const world = await createWorld();
  const group = await world.addGroup();
  await world.addAccount(group);
  const [id = 0] = await world.generate(await world.addCategory(group));
  await world.approve(id);
  const startedAt = world.clock.now();
  await world.database.db
    .update(scheduledPosts)
    .set({ status: "publishing", started_at: startedAt });
  world.clock.advance(4 * 60_000);
  expect(await world.transaction(recoverAbandoned)).toBe(0);
  world.clock.advance(2 * 60_000);
  expect(await world.transaction(recoverAbandoned)).toBe(1);
  expect((await world.posts()).map(({ status }) => status)).toEqual(["unknown"]);
  await world.close();
});
