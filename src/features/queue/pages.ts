import { type Id, sameId } from "@/shared/api/id";

export const pageSize = 5;

/** A page as it was loaded, minus the items removed since. */
export type Page<T> = {
  readonly items: readonly T[];
  readonly unreadable: number;
  /** True if the server sent as many records as were requested: there may be more. */
  readonly isFull: boolean;
};

/**
 * Returns the `skip` of the next page; undefined after the last. The server counts only posts that
 * are still pending. So this counts the posts still on our pages, unreadable records included.
 */
export const nextSkip = (pages: readonly Page<unknown>[]) =>
  pages.at(-1)?.isFull
    ? pages.reduce((sum, { items, unreadable }) => sum + items.length + unreadable, 0)
    : undefined;

/** Returns the items of all pages without duplicates. */
export function itemsOf<T extends { id: Id }>(pages: readonly Page<T>[]): readonly T[] {
  const byId = new Map<string, T>();
  for (const { items } of pages) for (const item of items) byId.set(String(item.id), item);
  return [...byId.values()];
}

/** Returns the pages without the item that has been decided on. */
export const without = <T extends { id: Id }>(pages: readonly Page<T>[], id: Id): Page<T>[] =>
  pages.map((page) => ({ ...page, items: page.items.filter((item) => !sameId(item.id, id)) }));
