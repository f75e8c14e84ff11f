import { type Column, DrizzleQueryError, type SQL, sql } from "drizzle-orm";
import { Refusal } from "./refusal.ts";

/** Returns the first row. Throws a 404 Refusal if there is none: `No such group.` */
export function existing<Row>(rows: readonly Row[], noun: string): Row {
  const [row] = rows;
  if (row === undefined) throw new Refusal(404, `No such ${noun}.`);
  return row;
}

/** Matches as `inArray` does, with one array parameter: a statement has at most 65,535 parameters. */
export const isAnyOf = <T extends number | string>(
  column: Column,
  values: readonly T[],
): SQL<unknown> => sql`${column} = any(${sql.param([...values])})`;

/**
 * Returns the next version of a row: now, but always later than its last version. Two changes within one
 * millisecond would otherwise share a version, and an edit of the first would overwrite the second.
 */
export const nextVersion = (column: Column, now: Date): SQL<Date> =>
  sql`greatest(${sql.param(now, column)}, ${column} + interval '1 millisecond')`;

/** Returns true if a statement failed with a unique violation, with PGlite or PostgreSQL. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof DrizzleQueryError &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "23505";
