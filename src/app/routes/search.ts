import type { SearchSchemaInput } from "@tanstack/react-router";
import type { Id } from "@/shared/api/id";
import { isId } from "@/shared/api/is-id";

/*
 * What an address may say behind its question mark. Anybody can write there what they like: what is
 * not understood is as if it were not there. Not by zod, which all answers are read with: the address
 * is read by the page's own script, which nothing can be shown before, and zod would be a tenth of it.
 */

/** What is meant by what is written. */
type Reader<Value> = (written: unknown) => Value;

export const oneOf =
  <const Value extends string, Without extends Value | undefined>(
    values: readonly Value[],
    without: Without,
  ): Reader<Value | Without> =>
  (written) =>
    values.find((value) => value === written) ?? without;

export const flag = (written: unknown): boolean => written === true;

export const anId = (written: unknown): Id | undefined => (isId(written) ? written : undefined);

export const wholeNumber =
  (least: number, most: number, without: number): Reader<number> =>
  (written) =>
    typeof written === "number" && Number.isInteger(written) && written >= least && written <= most
      ? written
      : without;

/** A day of the calendar: `2026-11-25`. */
export const aDay = (written: unknown): string | undefined => {
  if (typeof written !== "string" || !/^\d{4}-\d\d-\d\d$/.test(written)) return undefined;
  const day = new Date(written);
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(written)
    ? written
    : undefined;
};

/** For `validateSearch`: links may leave out all of it. */
export function searchOf<Readers extends Readonly<Record<string, Reader<unknown>>>>(
  readers: Readers,
) {
  type Search = { [Name in keyof Readers]: ReturnType<Readers[Name]> };
  const entries = Object.entries(readers);
  return (written: Partial<Search> & SearchSchemaInput) =>
    Object.fromEntries(
      entries
        .map(([name, read]) => [name, read(written[name])] as const)
        // The router lays this over what is written, and what is not written it may take from before.
        .filter(([name, value]) => value !== undefined || name in written),
    ) as Search;
}
