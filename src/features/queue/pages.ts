import { type Id, sameId } from "@/shared/api/id";

export const pageSize = 5;

/** A page as it came, less what has left it since. */
export type Page<T> = {
  readonly items: readonly T[];
  readonly unreadable: number;
  /** Whether the server sent as many as were asked for: there may be more. */
  readonly isFull: boolean;
};

/**
 * Where the next page begins; undefined after the last. The server counts only what is still
 * pending, so that we count what is still on our pages, unreadable records included.
 */
export const nextSkip = (pages: readonly Page<unknown>[]) =>
  pages.at(-1)?.isFull
    ? pages.reduce((sum, { items, unreadable }) => sum + items.length + unreadable, 0)
    : undefined;

/** All items of all pages, each once. */
export function itemsOf<T extends { id: Id }>(pages: readonly Page<T>[]): readonly T[] {
  const byId = new Map<string, T>();
  for (const { items } of pages) for (const item of items) byId.set(String(item.id), item);
  return [...byId.values()];
}

/** The pages without the item that has been decided on. */
export const without = <T extends { id: Id }>(pages: readonly Page<T>[], id: Id): Page<T>[] =>
  pages.map((page) => ({ ...page, items: page.items.filter((item) => !sameId(item.id, id)) }));
