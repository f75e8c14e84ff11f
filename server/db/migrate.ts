import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Db } from "../kernel/context.ts";
import type { Database } from "./database.ts";

/** Relative to this file in the sources, and to the bundle in a build. */
const places = ["./migrations", "../migrations"].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

/** Returns all migrations, oldest first. */
export function readMigrations() {
  const migrationsFolder = places.find((place) => existsSync(place));
  if (!migrationsFolder) throw new Error(`No migrations in ${places.join(" or ")}.`);
  return readMigrationFiles({ migrationsFolder });
}

/**
 * Applies all missing migrations, or those up to the `until`th, in one transaction and one server at a
 * time. Applied migrations are recorded in drizzle-kit's own table.
 */
export async function migrate(database: Database, until?: number): Promise<void> {
  const migrations = readMigrations().slice(0, until);
  const apply = async (db: Db) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('migrations'))`);
    await db.execute(sql`create schema if not exists drizzle`);
    await db.execute(
      sql`create table if not exists drizzle.__drizzle_migrations
        (id serial primary key, hash text not null, created_at bigint)`,
    );
    const result = await db.execute(
      sql`select coalesce(max(created_at), 0)::float8 as newest from drizzle.__drizzle_migrations`,
    );
    // Both drivers return an object with rows; the type of `Db` does not say so.
    const { rows } = result as unknown as { rows: { newest: number }[] };
    const newest = rows[0]?.newest ?? 0;
    for (const { sql: statements, hash, folderMillis } of migrations) {
      if (folderMillis <= newest) continue;
      for (const statement of statements) await db.execute(sql.raw(statement));
      await db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
      );
    }
  };
  // Rebuilding a large table takes longer than any request may.
  await database.transaction(apply, { unlimited: true });
}
