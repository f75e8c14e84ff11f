import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Id } from "@/shared/api/id";
import { readRows } from "../db/catalogue.ts";
import type { Db } from "./context.ts";

const largest = 2 ** 31 - 1;

/** Returns the primary key for an id from the wire; 0, which no row has, if it is malformed. */
export function rowId(id: Id): number {
  const key = /^[1-9]\d{0,9}$/.test(String(id)) ? Number(id) : 0;
  return key <= largest ? key : 0;
}

/**
 * Takes the next id of a table, for a new row whose sealed values are bound to it: insert with
 * `overridingSystemValue()`.
 */
export async function nextId(db: Db, table: PgTable): Promise<number> {
  const sequence = sql`pg_get_serial_sequence(${getTableName(table)}, 'id')`;
  const [row] = await readRows<{ id: number }>(db, sql`select nextval(${sequence})::int as id`);
  return row?.id ?? 0;
}
