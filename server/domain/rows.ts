import { type Column, DrizzleQueryError, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Id } from "@/shared/api/id";
import type { Db } from "../context.ts";
import { readRows } from "../db/catalogue.ts";
import { Refusal } from "../refusal.ts";

const largest = 2 ** 31 - 1;

/** The primary key for an id from the wire; 0, which no row has, if it is malformed. */
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

/** The first row. Throws a 404 Refusal if there is none: `No such group.` */
export function existing<Row>(rows: readonly Row[], noun: string): Row {
  const [row] = rows;
  if (row === undefined) throw new Refusal(404, `No such ${noun}.`);
  return row;
}

/** `inArray` as one array parameter: a statement has at most 65,535 parameters. */
export const isAnyOf = <T extends number | string>(
  column: Column,
  values: readonly T[],
): SQL<unknown> => sql`${column} = any(${sql.param([...values])})`;

/** `2026-11-21 18:30 UTC`, for sentences. */
export const minuteOf = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * The next version of a row: now, but always later than its last version. Two changes within one
 * millisecond would otherwise share a version, and an edit of the first would overwrite the second.
 */
export const nextVersion = (column: Column, now: Date): SQL<Date> =>
  sql`greatest(${sql.param(now, column)}, ${column} + interval '1 millisecond')`;

export const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Returns true if a statement failed with a unique violation, with PGlite or PostgreSQL. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof DrizzleQueryError &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "23505";

/**
 * A time from the wire. Throws a 422 Refusal about the field if it is not one in ISO 8601 with a zone,
 * or is not after `notBefore`.
 */
export function futureTime(
  text: string,
  { field, place, notBefore }: { field: string; place: "body" | "query"; notBefore: Date },
): Date {
  const refuse = (msg: string) =>
    new Refusal(422, [{ loc: [place, field], msg, type: "value_error" }]);
  const time = timeOf(text);
  if (!time) throw refuse(`${field} must be a time in ISO 8601, with its zone.`);
  if (time <= notBefore) throw refuse("This time has passed.");
  return time;
}

/** Undefined unless the text is a time in ISO 8601 with a zone. */
export function timeOf(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
