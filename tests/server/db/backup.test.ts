import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { eq, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sandboxPublisher } from "../../../server/adapters/sandbox/publisher.ts";
import * as authSchema from "../../../server/db/auth-schema.ts";
import { type Backup, checkBackup } from "../../../server/db/backup/backup-file.ts";
import { readContent, useCanonicalText, writeBackup } from "../../../server/db/backup/dump.ts";
import { openQueue, restoreBackup } from "../../../server/db/backup/restore.ts";
import { settleMoved, settleRestored } from "../../../server/db/backup/restored.ts";
import { createSealing } from "../../../server/db/backup/sealed-file.ts";
import { readRows, readSchemaVersion, readTables } from "../../../server/db/catalogue.ts";
import type { Database } from "../../../server/db/database.ts";
import { migrate, readMigrations } from "../../../server/db/migrate.ts";
import * as schema from "../../../server/db/schema.ts";
import { platformAccount } from "../../../server/features/accounts/platform-account.ts";
import { enqueueSlots } from "../../../server/jobs/timetable.ts";
import type { Db } from "../../../server/kernel/context.ts";
import type { Publisher } from "../../../server/ports/publisher.ts";
import { seedIfEmpty } from "../../../server/seed/seed.ts";
import { testKey } from "../../support/ports.ts";
import { openAscii, openBlank } from "../../support/server.ts";
import { createWorld, type World } from "../world.ts";

// Most of these tests create databases, each of which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), "console-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clean: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step();
});

let files = 0;
const newFile = () => join(folder, `${++files}.gz`);

/** Opens a new database without tables. */
async function openNew(): Promise<Database> {
  const { database, drop } = await openBlank();
  clean.push(drop, database.close);
  return database;
}

async function save(database: Database): Promise<Backup> {
  const path = newFile();
  await writeBackup(database, { key: testKey, isLive: true }, createWriteStream(path));
  return checkBackup(path);
}

const contentOf = (database: Database) =>
  database.transaction(async (db) => {
    await useCanonicalText(db);
    const contents: Record<string, unknown> = {};
    for (const table of await readTables(db)) contents[table.name] = await readContent(db, table);
    return contents;
  });

describe("A backup of a server at work", () => {
  const publish = vi.fn<Publisher["publish"]>();
  const publisher = { ...sandboxPublisher, publish };
  let world: World;
  let restored: World;
  let made: Backup;
  /** Ids of posts that are due in a minute and later. */
  let scheduled: number[];
  const added: string[] = [];

  const addProduct = (on: World, name: string, key?: string) =>
    on.request("admin/products/", {
      method: "POST",
      ...(key && { headers: { "Idempotency-Key": key } }),
      json: { name, product_image_url: "https://cdn.example.com/sal.jpg", description: "Topao." },
    });

  beforeAll(async () => {
    publish.mockImplementation(sandboxPublisher.publish);
    world = await createWorld();
    await world.transaction(seedIfEmpty);
    const group = await world.addGroup("Letnja kolekcija");
    await world.addAccount(group);
    const ids = await world.generate(await world.addCategory(group), 3);
    for (const id of ids.slice(-3)) await world.approve(id);
    const waiting = await world.posts();
    scheduled = waiting.filter(({ group_id }) => group_id === group).map(({ id }) => id);
    await addProduct(world, "Pre", "key-before");

    const path = newFile();
    const saving = writeBackup(
      world.database,
      { key: testKey, isLive: true },
      createWriteStream(path),
    );
    let isSaved = false;
    saving.finally(() => {
      isSaved = true;
    });
    while (!isSaved) {
      const name = `Proizvod ${added.length}`;
      expect((await addProduct(world, name)).status).toBe(201);
      added.push(name);
    }
    await saving;
    made = await checkBackup(path);

    const database = await openNew();
    // This group closes its databases itself, not after each test.
    const closing = clean.splice(0);
    await restoreBackup(database, made, async (db) => {
      await settleRestored(db, world.clock.now());
    });
    restored = await createWorld({ database, ports: { publisher } });
    return async () => {
      await restored.close();
      await world.close();
      for (const step of closing.reverse()) await step();
    };
  });

  test("is a snapshot of one moment, while others go on writing", async () => {
    expect(added.length).toBeGreaterThan(0);
    const rows = await restored.database.db.select().from(schema.products);
    const there = rows.map(({ name }) => name).filter((name) => name.startsWith("Proizvod"));
    // The rows that were in by then, without a gap, and all ids that the sequence had given by
    // then.
    expect(there).toEqual(added.slice(0, there.length));
    expect(rows.map(({ name }) => name)).toContain("Pre");
  });

  test("holds every table with unchanged rows", async () => {
    const names = Object.values({ ...schema, ...authSchema }).flatMap((value) =>
      is(value, PgTable) ? [`public.${getTableName(value)}`] : [],
    );
    const saved = made.header.tables.map(({ name }) => name);
    expect(saved.filter((name) => name.startsWith("public.")).toSorted()).toEqual(names.toSorted());
    const published = sql`select count(*)::int as n, max(metrics_snapshots.raw_data::text) as data
      from scheduled_posts join metrics_snapshots on post_id = scheduled_posts.id`;
    expect(await readRows(restored.database.db, published)).toEqual(
      await readRows(world.database.db, published),
    );
  });

  test("opens the stored credentials", async () => {
    const accounts = await restored.database.db.select().from(schema.accounts);
    const sealed = accounts.filter(({ credentials }) => credentials !== null);
    expect(sealed.length).toBeGreaterThan(10);
    for (const account of sealed) {
      const { credentials } = await platformAccount(
        restored.database.db,
        restored.ports.secrets,
        account,
      );
      expect(Object.keys(credentials)).not.toEqual([]);
    }
  });

  test("keeps the answers to commands, for a sender who signs in again", async () => {
    await expect(restored.app.sessions.authenticate(`Bearer ${world.token}`)).rejects.toMatchObject(
      { status: 401 },
    );
    const again = await addProduct(restored, "Pre", "key-before");
    expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([201, "true"]);
    const products = await restored.database.db.select().from(schema.products);
    expect(products.filter(({ name }) => name === "Pre")).toHaveLength(1);
  });

  test("publishes each scheduled post once", async () => {
    restored.clock.advance(2 * 3_600_000);
    await restored.runJobs();
    await restored.runJobs();
    expect(scheduled).toHaveLength(3);
    for (const id of scheduled) {
      const [post] = await restored.database.db
        .select()
        .from(schema.scheduledPosts)
        .where(eq(schema.scheduledPosts.id, id));
      expect(post).toMatchObject({
        status: "published",
        published_post_url: `/sandbox/posts/${id}`,
      });
      expect(publish.mock.calls.filter(([{ post }]) => post.id === id)).toHaveLength(1);
    }
  });

  test("continues with ids that no row had before", async () => {
    const before = await restored.database.db.select().from(schema.products);
    const ids = before.map(({ id }) => id);
    const response = await addProduct(restored, "Posle");
    const { id } = (await response.json()) as { id: number };
    expect(id).toBeGreaterThan(Math.max(...ids));
    await restored.addCategory(await restored.addGroup("Posle"));
  });
});

test("every value is the same to the last digit", async () => {
  const database = await openNew();
  await migrate(database);
  const strange = 'red\n\t"navodnici" \\ \u2028 \u{1F9E3} šđčćž null';
  const figures = { [strange]: [0.1, 1e21, null, "1e3", { "": [] }] };
  await database.transaction(async (db) => {
    await db.insert(schema.groups).values({
      name: strange,
      description: "",
      created_at: new Date("2026-03-29T01:59:59.987Z"),
    });
    await db.insert(schema.categories).values({
      group_id: 1,
      name: "null",
      category_type: "evergreen",
      image_posts_per_day: 0,
      video_posts_per_day: 0,
      text_posts_per_day: 0,
      enabled_platforms: [],
    });
    await db
      .insert(schema.queueItems)
      .values({ category_id: 1, status: "approved", text_content: strange });
    await db.execute(
      sql`insert into scheduled_posts (queue_item_id, group_id, category_id, platform_type,
            publish_at, status, impressions, engagement_rate)
          values (1, 1, 1, 'x_twitter', '2999-12-31 23:59:59.999+02', 'published',
            9007199254740993, 0.1::float8 + 0.2::float8), (1, 1, 1, 'x_twitter',
            'infinity', 'published', -9223372036854775808, 'NaN')`,
    );
    await db
      .insert(schema.metricsSnapshots)
      .values({ post_id: 1, snapshot_time: new Date(0), raw_data: figures });
  });
  // Creates the queue, as a server's start does.
  const world = await createWorld({ database });
  const before = await contentOf(database);
  const made = await save(database);
  const copy = await openNew();
  const restored = await restoreBackup(copy, made, settleMoved);
  expect(await contentOf(copy)).toEqual(before);
  expect(restored.map(({ table }) => table)).toEqual(made.header.tables.map(({ name }) => name));
  const [group] = await copy.db.select().from(schema.groups);
  expect(group).toMatchObject({
    name: strange,
    description: "",
    created_at: new Date("2026-03-29T01:59:59.987Z"),
  });
  const [snapshot] = await copy.db.select().from(schema.metricsSnapshots);
  expect(snapshot?.raw_data).toEqual(figures);
  await world.close();
});

describe("The original server may have continued after a backup", () => {
  const restore = async (world: World, settle: (db: Db) => Promise<void>) => {
    const copy = await openNew();
    await restoreBackup(copy, await save(world.database), settle);
    const publish = vi.fn<Publisher["publish"]>().mockImplementation(sandboxPublisher.publish);
    const restored = await createWorld({
      database: copy,
      ports: { publisher: { ...sandboxPublisher, publish } },
    });
    clean.push(restored.close);
    return { restored, publish };
  };

  async function onePost() {
    const world = await createWorld();
    clean.push(world.close);
    const group = await world.addGroup();
    await world.addAccount(group);
    const [id = 0] = await world.generate(await world.addCategory(group));
    await world.approve(id);
    return world;
  }

  test("so a post that came due since is unknown, and no missed job is made up for", async () => {
    const world = await onePost();
    await world.database.query(
      "insert into timetable_slots (name, slot) values ('plan-day', now() - interval '9 days')",
    );
    const later = new Date(Date.now() + 3_600_000);
    let unknown = 0;
    const { restored, publish } = await restore(world, async (db) => {
      unknown = await settleRestored(db, later);
    });
    expect(unknown).toBe(1);
    expect(await restored.transaction(enqueueSlots)).toBe(0);
    restored.clock.advance(3_700_000);
    await restored.runJobs();
    expect(await restored.posts()).toEqual([
      expect.objectContaining({
        status: "unknown",
        error: expect.stringMatching(/check the profile/),
      }),
    ]);
    expect(publish).not.toHaveBeenCalled();
  });

  test("but not after a move: a due post is published, and an active job runs again", async () => {
    const world = await onePost();
    world.clock.advance(61_000);
    await world.database.query("update pgboss.job set state = 'active' where name like 'publish%'");
    const { restored, publish } = await restore(world, settleMoved);
    restored.clock.advance(61_000);
    await restored.runJobs();
    expect(await restored.posts()).toEqual([expect.objectContaining({ status: "published" })]);
    expect(publish).toHaveBeenCalledTimes(1);
  });
});

describe("An incomplete or damaged backup is refused with one sentence", () => {
  let whole: Buffer;
  beforeAll(async () => {
    const world = await createWorld();
    await world.addGroup("Zimska kolekcija");
    whole = readFileSync((await save(world.database)).path);
    await world.close();
  });

  const rewritten = (change: (text: string) => string) =>
    gzipSync(change(gunzipSync(whole).toString()));
  const linesOf = (text: string) => text.trimEnd().split("\n");
  const withoutLast = (text: string) => `${linesOf(text).slice(0, -1).join("\n")}\n`;
  const damaged = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    copy[Math.floor(copy.length / 2)] = (copy[Math.floor(copy.length / 2)] ?? 0) ^ 0xff;
    return copy;
  };

  test.each<[what: string, bytes: () => Buffer, sentence: RegExp]>([
    ["one cut in the middle", () => whole.subarray(0, whole.length / 2), /is incomplete/],
    ["one that lacks its last bytes", () => whole.subarray(0, -6), /is incomplete/],
    ["one without its end", () => rewritten(withoutLast), /is incomplete/],
    ["one with half a line", () => rewritten((text) => text.slice(0, -20)), /is incomplete/],
    ["one with a changed byte", () => damaged(whole), /is (damaged|incomplete)/],
    [
      "one with a changed byte in its first line",
      () => rewritten((text) => text.replace('"isLive"', '"isLive')),
      /is damaged/,
    ],
    [
      "one with a changed row",
      () => rewritten((text) => text.replace("Zimska", "Letnja")),
      /is damaged/,
    ],
    [
      "one with a missing row",
      () => rewritten((text) => text.replace(/\n\[[^\n]*Zimska[^\n]*/, "")),
      /is damaged/,
    ],
    ["one with data after its end", () => rewritten((text) => `${text}[]\n`), /is damaged/],
    ["an empty file", () => Buffer.alloc(0), /is not a backup|is incomplete/],
    ["a text", () => Buffer.from("Nije rezervna kopija."), /is not a backup of this program/],
    ["another gzipped text", () => gzipSync('{"a":1}\n'), /is not a backup of this program/],
    [
      "one of a later version",
      () => rewritten((text) => text.replace('"version":1', '"version":2')),
      /was made by another version of this program/,
    ],
  ])("%s", async (_, bytes, sentence) => {
    const path = newFile();
    await writeFile(path, bytes());
    await expect(checkBackup(path)).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(sentence),
    });
  });

  test("a sealed one that was changed or cut off", async () => {
    const passphrase = "četiri konja debela";
    const sealing = await createSealing(passphrase);
    sealing.end(whole);
    const sealed = await buffer(sealing);
    const path = newFile();
    await writeFile(path, sealed);
    const { header } = await checkBackup(path, passphrase);
    expect(header.key).toBe(Buffer.from(testKey).toString("base64"));
    await writeFile(path, damaged(sealed));
    await expect(checkBackup(path, passphrase)).rejects.toMatchObject({
      name: "StartError",
      message: `The backup ${path} is damaged: what it says is not what was written.`,
    });
    await writeFile(path, sealed.subarray(0, 60));
    await expect(checkBackup(path, passphrase)).rejects.toMatchObject({
      name: "StartError",
      message: `The backup ${path} is incomplete: it was cut off while it was written or copied.`,
    });
  });

  test("no file at all", async () => {
    await expect(checkBackup(join(folder, "none.gz"))).rejects.toThrow(/^There is no file /);
  });
});

describe("A backup is restored", () => {
  test("only into an empty database; any other stays unchanged", async () => {
    const world = await createWorld();
    clean.push(world.close);
    const made = await save(world.database);
    const other = await createWorld();
    clean.push(other.close);
    await other.addGroup("Tuđa grupa");
    const before = await contentOf(other.database);
    await expect(restoreBackup(other.database, made, settleMoved)).rejects.toThrow(
      /^The database is not empty \(there are rows in public\.\w+\): use a new one, nothing was changed\.$/,
    );
    expect(await contentOf(other.database)).toEqual(before);
  });

  test("only into a database that knows the letters of names", async () => {
    const world = await createWorld();
    clean.push(world.close);
    const made = await save(world.database);
    const { database, drop } = await openAscii("UTF8");
    clean.push(drop, database.close);
    await expect(restoreBackup(database, made, settleMoved)).rejects.toThrow(
      "The database does not know that 'ž' is the small letter of 'Ž'",
    );
    expect(await database.transaction(readTables)).toEqual([]);
  });

  test("completely or not at all", async () => {
    const world = await createWorld();
    clean.push(world.close);
    await world.addGroup("Zimska kolekcija");
    const made = await save(world.database);
    const database = await openNew();
    const breaking = restoreBackup(database, made, async () => {
      throw new Error("power cut");
    });
    await expect(breaking).rejects.toThrow("power cut");
    expect(await database.db.select().from(schema.groups)).toEqual([]);
    // And then it can be restored again.
    await restoreBackup(database, made, settleMoved);
    expect(await database.db.select().from(schema.groups)).toHaveLength(1);
  });

  test("from an older version of the program, and is migrated to this one", async () => {
    const old = await openNew();
    await migrate(old, 1);
    await old.query("insert into groups (name) values ('Zimska kolekcija')");
    const restored = await through(old);
    const [group] = await restored.db.select().from(schema.groups);
    expect(group).toMatchObject({ id: 1, name: "Zimska kolekcija", focus_media_type: "image" });
    const { migrations } = await readSchemaVersion(restored.db);
    expect(migrations.map(({ hash }) => hash)).toEqual(readMigrations().map(({ hash }) => hash));
  });

  test("not from a newer version", async () => {
    const newer = await openNew();
    await migrate(newer);
    await newer.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 32503680000000)",
    );
    await expect(through(newer)).rejects.toThrow(/was made by another version of this program/);
  });

  /** Opens the queue as a server would, backs the database up and restores it. */
  async function through(database: Database) {
    await openQueue(database);
    const restored = await openNew();
    await restoreBackup(restored, await save(database), settleMoved);
    return restored;
  }
});
