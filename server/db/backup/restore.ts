import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import type { Db } from "../../kernel/context.ts";
import { Fault, StartError } from "../../kernel/fault.ts";
import { readRows, readSchemaVersion, readTables, type Table } from "../catalogue.ts";
import type { Database } from "../database.ts";
import { checkLetters } from "../letters.ts";
import { migrate, readMigrations } from "../migrate.ts";
import { type Backup, type Content, readBackupRows } from "./backup-file.ts";
import { readContent, useCanonicalText } from "./dump.ts";

/** A table's content in the backup, and in the database after the restore. */
export type Restored = {
  readonly table: string;
  readonly saved: Content;
  readonly restored: Content;
};

/**
 * Fills an empty database from a backup, completely or not at all: in one transaction, which compares
 * every table with the backup. A backup of an older version is migrated afterwards. Throws a
 * StartError if the database is not empty or does not know every letter, or the backup is not for this
 * program.
 *
 * @param settle is called at the end of the transaction, to change what may be outdated
 */
export async function restoreBackup(
  database: Database,
  backup: Backup,
  settle: (db: Db) => Promise<void>,
): Promise<Restored[]> {
  const { path, header, contents } = backup;
  const version = findVersion(header.schema.migrations);
  if (version === undefined || header.schema.queue === null) {
    throw new StartError(
      `The backup ${path} was made by another version of this program: restore it with that one, or a newer one.`,
    );
  }
  await checkLetters(database);
  await database.transaction(refuseUsed);
  await migrate(database, version);
  await openQueue(database);
  const fill = async (db: Db) => {
    await refuseUsed(db);
    const found = await readSchemaVersion(db);
    if (JSON.stringify(found) !== JSON.stringify(header.schema)) {
      throw new StartError(
        `The database and the backup ${path} are not of the same version: use an empty database.`,
      );
    }
    await useCanonicalText(db);
    await emptyQueue(db, header.queues);
    const tables = await readTables(db);
    // The triggers stay silent: the backup has the rows that they wrote.
    for (const { name } of tables)
      await db.execute(sql.raw(`alter table ${name} disable trigger user`));
    for await (const { table, lines } of readBackupRows(backup)) {
      await insertRows(db, header, tables, table, lines);
      await yieldToEventLoop();
    }
    for (const { name } of tables)
      await db.execute(sql.raw(`alter table ${name} enable trigger user`));
    for (const { name, last } of header.counters) {
      if (last !== null) await db.execute(sql`select setval(${name}, ${last}::bigint)`);
    }
    const compared: Restored[] = [];
    for (const table of tables) {
      const saved = contents[table.name];
      const now = await readContent(db, table);
      if (saved?.sha256 !== now.sha256 || saved.rows !== now.rows) {
        throw new Fault(`After the restore, ${table.name} differs from the backup.`);
      }
      compared.push({ table: table.name, saved, restored: now });
    }
    await settle(db);
    return compared;
  };
  const restored = await database.transaction(fill, { unlimited: true });
  await migrate(database);
  return restored;
}

/** Returns the number of applied migrations; undefined if one is not of this program. */
function findVersion(migrations: readonly { hash: string; at: number }[]): number | undefined {
  const known = readMigrations();
  const isOurs = migrations.every(
    ({ hash, at }, n) => known[n]?.hash === hash && known[n].folderMillis === at,
  );
  return isOurs && migrations.length > 0 ? migrations.length : undefined;
}

/** Throws a StartError if a table has rows, unless they are of the job queue. */
async function refuseUsed(db: Db): Promise<void> {
  for (const { name } of await readTables(db)) {
    if (name.startsWith("pgboss.")) continue;
    const rows = await readRows(db, sql.raw(`select 1 from ${name} limit 1`));
    if (rows.length > 0) {
      throw new StartError(
        `The database is not empty (there are rows in ${name}): use a new one, nothing was changed.`,
      );
    }
  }
}

/** Creates the job queue's tables, as a server does at its start, if they do not exist. */
export async function openQueue(database: Database): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop({ graceful: false });
}

/** Deletes all queues and jobs, but creates the job partition of every queue for the rows to come. */
async function emptyQueue(db: Db, queues: readonly string[]): Promise<void> {
  for (const table of ["job", "archive", "schedule", "subscription"]) {
    await db.execute(sql.raw(`delete from pgboss.${table}`));
  }
  for (const name of queues) {
    await db.execute(sql`select pgboss.create_queue(${name}, '{}'::json)`);
  }
  await db.execute(sql`delete from pgboss.queue`);
}

/** Inserts rows. Names from the file may be malicious: they are never put into SQL. */
async function insertRows(
  db: Db,
  header: Backup["header"],
  tables: readonly Table[],
  name: string,
  lines: readonly string[],
): Promise<void> {
  const table = tables.find((known) => known.name === name);
  const saved = header.tables.find((known) => known.name === name);
  const columns = saved?.columns.map((column) =>
    table?.columns.find((known) => known.name === column),
  );
  if (!table || !columns?.every((column) => column !== undefined)) {
    throw new StartError(`The backup has a table ${name} as this program does not have it.`);
  }
  const names = columns.map((column) => column.name);
  const values = columns.map((column, n) => `(line ->> ${n})::${column.type}`);
  await db.execute(
    sql`insert into ${sql.raw(table.name)} (${sql.raw(names.join(", "))}) overriding system value
        select ${sql.raw(values.join(", "))}
        from jsonb_array_elements(${`[${lines.join(",")}]`}::jsonb) with ordinality as saved (line, n)
        order by n`,
  );
}
