import { type SearchSchemaInput, useNavigate } from "@tanstack/react-router";
import { everything, poolMedia, poolStatuses } from "@/features/content";
import type { Id } from "@/shared/api/id";
import { isId } from "@/shared/api/is-id";

/*
 * Readers for the search parameters. Anybody can write anything into an address: a value that is
 * not understood counts as missing. They do without zod, which reads all replies: the page's own
 * script reads the address, nothing can be shown before that script has loaded, and zod would be a
 * tenth of it.
 */

/** Returns the value of a search parameter as it stands in the address. */
type Reader<Value> = (written: unknown) => Value;

export const oneOf =
  <const Value extends string, Without extends Value | undefined>(
    values: readonly Value[],
    without: Without,
  ): Reader<Value | Without> =>
  (written) =>
    values.find((value) => value === written) ?? without;

export const flag = (written: unknown): boolean => written === true;

/** Undefined if the address leaves it to the operator's own preference. */
export const preferredFlag = (written: unknown): boolean | undefined =>
  typeof written === "boolean" ? written : undefined;

export const anId = (written: unknown): Id | undefined => (isId(written) ? written : undefined);

/** A name as in the API: `sale_rotator`. */
export const aWord = (written: unknown): string | undefined =>
  typeof written === "string" && /^[a-z_]{1,40}$/.test(written) ? written : undefined;

/** A typed text. The router reads one that consists of digits as a number. */
export const aText = (written: unknown): string | undefined => {
  const text = typeof written === "number" ? String(written) : written;
  return typeof text === "string" && text !== "" && text.length <= 200 ? text : undefined;
};

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

/** For `validateSearch`. Links may leave out any parameter. */
export function searchOf<Readers extends Readonly<Record<string, Reader<unknown>>>>(
  readers: Readers,
) {
  type Search = { [Name in keyof Readers]: ReturnType<Readers[Name]> };
  const entries = Object.entries(readers);
  return (written: Partial<Search> & SearchSchemaInput) =>
    Object.fromEntries(
      entries
        .map(([name, read]) => [name, read(written[name])] as const)
        // The router merges this over the parameters of the address, and may take missing ones from
        // the address before.
        .filter(([name, value]) => value !== undefined || name in written),
    ) as Search;
}

const { status, unused, media } = everything;

/** The search parameters for the items of a category: which are listed, and which is open. */
export const itemsSearch = {
  status: oneOf(poolStatuses, status),
  unused: flag,
  media: oneOf(poolMedia, media),
  /** How many times as many items are rendered as at first. */
  pages: wholeNumber(1, 1000, 1),
  /** The item whose dialog 'Post now' is open. */
  "post-now": anId,
  /** The item whose dialog 'Edit item' is open. */
  edit: anId,
};

/** The defaults, which the address leaves out. */
export const itemsDefaults = { status, unused, media, pages: 1 };

/**
 * Changes some of the search parameters of the open screen, without scrolling the page. `replace`
 * is for a place that Back should not return to.
 */
export function useGo<Search extends object>() {
  const navigate = useNavigate();
  return (change: Partial<Search>, { replace = false }: { replace?: boolean } = {}) =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, ...change }),
      resetScroll: false,
      replace,
    });
}
