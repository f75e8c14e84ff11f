import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/context.ts";

/** A table as the database describes it. All names are quoted for SQL. */
export type Table = {
  /** With its schema: `public.groups`. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
};

type Column = {
  readonly name: string;
  readonly type: string;
  /** True if it has a collation: its sort order then differs between databases. */
  readonly isText: boolean;
};

/** A sequence of ids; `last` is null before its first use. */
export type Counter = { readonly name: string; readonly last: string | null };

/** Returns the rows of a query's result. */
export async function readRows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const result = await db.execute(statement);
  // Both drivers return an object with rows; the type of `Db` does not say so.
  return (result as unknown as { rows: Row[] }).rows;
}

/**
 * Returns every table of the application and of its job queue, each after the tables that it references;
 * without tables of extensions, and without pgboss.version, which is part of the queue's schema.
 */
export async function readTables(db: Db): Promise<Table[]> {
  const found = await readRows<Table & { parents: string[] }>(
    db,
    sql`select format('%I.%I', n.nspname, c.relname) as name,
          (select json_agg(json_build_object('name', quote_ident(a.attname),
                    'type', format_type(a.atttypid, a.atttypmod), 'isText', a.attcollation <> 0)
                  order by a.attnum)
             from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.attgenerated = '') as columns,
          (select coalesce(json_agg(quote_ident(a.attname)
                    order by array_position(i.indkey::int2[], a.attnum)), '[]')
             from pg_index i join pg_attribute a
               on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
             where i.indrelid = c.oid and i.indisprimary) as key,
          (select coalesce(json_agg(format('%I.%I', pn.nspname, p.relname)), '[]')
             from pg_constraint f
               join pg_class p on p.oid = f.confrelid
               join pg_namespace pn on pn.oid = p.relnamespace
             where f.conrelid = c.oid and f.contype = 'f') as parents
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p')
          and not c.relispartition and (n.nspname, c.relname) <> ('pgboss', 'version')
          and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        order by name`,
  );
  return parentsFirst(found).map(({ name, columns, key }) => ({ name, columns, key }));
}

function parentsFirst<Node extends { name: string; parents: string[] }>(
  tables: readonly Node[],
): Node[] {
  const ordered = new Set<Node>();
  const visit = (table: Node, path: readonly Node[]) => {
    // Stop at cycles: a table may reference itself, or two tables each other.
    if (ordered.has(table) || path.includes(table)) return;
    for (const parent of table.parents) {
      const found = tables.find(({ name }) => name === parent);
      if (found) visit(found, [...path, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}

export const readCounters = (db: Db): Promise<Counter[]> =>
  readRows(
    db,
    sql`select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
        from pg_sequences where schemaname in ('public', 'pgboss') order by name`,
  );

/** The version of the schema: the applied migrations, and the version of the job queue. */
export type SchemaVersion = {
  /** Oldest first, each with the hash of its SQL. */
  readonly migrations: { hash: string; at: number }[];
  /** Null if no queue was ever created. */
  readonly queue: number | null;
};

export async function readSchemaVersion(db: Db): Promise<SchemaVersion> {
  const [found] = await readRows<{ migrated: boolean; queued: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated,
          to_regclass('pgboss.version') is not null as queued`,
  );
  const migrations = found?.migrated
    ? await readRows<{ hash: string; at: number }>(
        db,
        sql`select hash, created_at::float8 as at from drizzle.__drizzle_migrations order by created_at`,
      )
    : [];
  const [queue] = found?.queued
    ? await readRows<{ version: number }>(db, sql`select version from pgboss.version`)
    : [];
  return { migrations, queue: queue?.version ?? null };
}
