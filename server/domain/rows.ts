import { type Column, DrizzleQueryError, type SQL, sql } from "drizzle-orm";
import type { Id } from "@/shared/api/id";
import { Refusal } from "../refusal.ts";

const largest = 2 ** 31 - 1;

/** The key of a row for an id as it came; 0, which no row has, for one that cannot be ours. */
export function rowId(id: Id): number {
  const key = /^[1-9]\d{0,9}$/.test(String(id)) ? Number(id) : 0;
  return key <= largest ? key : 0;
}

/** The first of the rows, or the 404 that says what there is not: `No such group.` */
export function existing<Row>(rows: readonly Row[], noun: string): Row {
  const [row] = rows;
  if (row === undefined) throw new Refusal(404, `No such ${noun}.`);
  return row;
}

/** Like `inArray`, for as many values as there may be: they are one parameter, of which there are 65,535. */
export const isAnyOf = <T extends number | string>(
  column: Column,
  values: readonly T[],
): SQL<unknown> => sql`${column} = any(${sql.param([...values])})`;

export const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Whether a statement failed because another row has what may be there once; either driver says so alike. */
export const isTaken = (error: unknown) =>
  error instanceof DrizzleQueryError &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "23505";
