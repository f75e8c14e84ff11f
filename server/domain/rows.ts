import { type Column, DrizzleQueryError, type SQL, sql } from "drizzle-orm";
import type { Id } from "@/shared/api/id";
import { Refusal } from "../refusal.ts";

const largest = 2 ** 31 - 1;

/** The primary key for an id from the wire; 0, which no row has, if it is malformed. */
export function rowId(id: Id): number {
  const key = /^[1-9]\d{0,9}$/.test(String(id)) ? Number(id) : 0;
  return key <= largest ? key : 0;
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

export const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Returns true if a statement failed with a unique violation, with PGlite or PostgreSQL. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof DrizzleQueryError &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "23505";
