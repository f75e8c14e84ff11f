import type { Id } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";

type Record = { readonly id: Id };

/** Returns the records of all pages, each once: what moves between two requests is sent twice. */
export function itemsOf<T extends Record>(
  pages: readonly { readonly items: readonly T[] }[],
): readonly T[] {
  const items = pages.flatMap((page) => page.items);
  return [...new Map(items.map((item) => [String(item.id), item])).values()];
}

/** The number of records that the server has sent as a page. */
export const sizeOf = ({ items, unreadable }: Listing<unknown>) => items.length + unreadable;

/**
 * Reads page after page until one is not full. A page without a new record ends it too, because a server
 * that ignores `skip` would never send the last one; its unreadable records are not counted again.
 *
 * @param size how many records a full page has
 * @param most how many pages are read at most
 */
export async function readAllPages<T extends Record>(
  read: (skip: number) => Promise<Listing<T>>,
  size: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Listing<T>> {
  const items = new Map<string, T>();
  let [skip, unreadable] = [0, 0];
  for (let count = 0; count < most; count += 1) {
    const page = await read(skip);
    const before = items.size;
    for (const item of page.items) items.set(String(item.id), item);
    const isNew = items.size > before;
    if (isNew || page.items.length === 0) unreadable += page.unreadable;
    if (!isNew || sizeOf(page) < size) break;
    skip += sizeOf(page);
  }
  return { items: [...items.values()], unreadable };
}
