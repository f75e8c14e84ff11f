import { createHash } from "node:crypto";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Db } from "../../kernel/context.ts";
import { readCounters, readRows, readSchemaVersion, readTables, type Table } from "../catalogue.ts";
import type { Database } from "../database.ts";
import {
  type Content,
  type Header,
  lineOf,
  rowsOf,
  type Trailer,
  tableLine,
} from "./backup-file.ts";

/** Values that are stored together with the data. */
export type BackupOptions = {
  readonly key: Uint8Array;
  readonly oldKeys?: readonly Uint8Array[];
  /** True if a server is running, which changes data after the snapshot. */
  readonly isLive: boolean;
};

/**
 * Writes a backup file of one consistent snapshot. PostgreSQL stays writable. PGlite has a single
 * connection, so other queries wait until everything is read: use a fast sink.
 */
export async function writeBackup(
  database: Database,
  { key, oldKeys = [], isLive }: BackupOptions,
  sink: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const write = async (db: Db) => {
    await db.execute(sql`set transaction isolation level repeatable read, read only`);
    await useCanonicalText(db);
    const tables = await readTables(db);
    const header: Header = {
      format: "social-publishing-console backup",
      version: 1,
      createdAt: new Date().toISOString(),
      isLive,
      key: toBase64(key),
      ...(oldKeys.length > 0 && { oldKeys: oldKeys.map(toBase64) }),
      schema: await readSchemaVersion(db),
      queues: await readQueues(db),
      tables: [],
      counters: await readCounters(db),
    };
    for (const { name, columns } of tables) {
      const [count] = await readRows<{ rows: number }>(
        db,
        sql.raw(`select count(*)::float8 as rows from ${name}`),
      );
      header.tables.push({
        name,
        columns: columns.map((column) => column.name),
        rows: count?.rows ?? 0,
      });
    }
    const chunks = Readable.from(backupText(db, header, tables), { highWaterMark: 1 });
    await pipeline(chunks, createGzip(), sink, { signal });
  };
  // A large table and a slow sink take longer than any request may.
  await database.transaction(write, { unlimited: true });
}

const toBase64 = (key: Uint8Array) => Buffer.from(key).toString("base64");

async function* backupText(db: Db, header: Header, tables: readonly Table[]) {
  const all = createHash("sha256");
  const contents: Record<string, Content> = {};
  const hashed = (text: string) => {
    all.update(text);
    return text;
  };
  yield hashed(lineOf(header));
  for (const table of tables) {
    yield hashed(tableLine(table.name));
    const content = countContent();
    for await (const batch of readBatches(db, table)) {
      content.add(batch);
      yield hashed(rowsOf(batch));
    }
    contents[table.name] = content.sum();
  }
  const trailer: Trailer = { end: true, contents, sha256: all.digest("hex") };
  yield lineOf(trailer);
}

/** Counts and hashes a table's rows in the order of its primary key. */
export async function readContent(db: Db, table: Table): Promise<Content> {
  const content = countContent();
  for await (const batch of readBatches(db, table)) content.add(batch);
  return content.sum();
}

function countContent() {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add: (batch: readonly string[]) => {
      rows += batch.length;
      hash.update(rowsOf(batch));
    },
    sum: (): Content => ({ rows, sha256: hash.digest("hex") }),
  };
}

/** About how many characters are read before other work of this process gets a turn. */
const batchSize = 300_000;

/**
 * Returns the rows of a table in the order of its primary key, each as a JSON array of strings and
 * nulls. The text of a value is exact for every type. Call `useCanonicalText` before.
 */
async function* readBatches(db: Db, { name, columns, key }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${column.name}::text`).join(", ");
  const order = key.map((column) =>
    columns.some((known) => known.name === column && known.isText)
      ? `${column} collate "C"`
      : column,
  );
  await db.execute(
    sql.raw(
      `declare reading no scroll cursor for select array_to_json(array[${texts}]::text[])::text as line
         from ${name} ${order.length > 0 ? `order by ${order.join(", ")}` : ""}`,
    ),
  );
  for (let count = 50; ; ) {
    const rows = await readRows<{ line: string }>(db, sql.raw(`fetch ${count} from reading`));
    const lines = rows.map(({ line }) => line);
    if (lines.length > 0) yield lines;
    if (lines.length < count) break;
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    count = Math.min(2000, Math.max(1, Math.round((count * batchSize) / length)));
    await yieldToEventLoop();
  }
  await db.execute(sql`close reading`);
}

/** Sets how values become text until the transaction ends, so that databases can be compared. */
export async function useCanonicalText(db: Db): Promise<void> {
  const settings = ["datestyle = 'ISO'", "intervalstyle = 'postgres'", "timezone = 'UTC'"];
  for (const setting of [...settings, "extra_float_digits = 1", "bytea_output = 'hex'"]) {
    await db.execute(sql.raw(`set local ${setting}`));
  }
}

async function readQueues(db: Db): Promise<string[]> {
  const [found] = await readRows<{ there: boolean }>(
    db,
    sql`select to_regclass('pgboss.queue') is not null as there`,
  );
  if (!found?.there) return [];
  const queues = await readRows<{ name: string }>(
    db,
    sql`select name from pgboss.queue order by name`,
  );
  return queues.map(({ name }) => name);
}
