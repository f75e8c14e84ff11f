import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { type Id, sameId } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";

type Record = { readonly id: Id };

/**
 * Puts a saved record into a cached list before the list has reloaded; a new one is added at the
 * end. Without a reply only the reload shows it.
 */
export const putRecord = <Item extends Record>(
  client: QueryClient,
  key: QueryKey,
  saved: Item | undefined,
) =>
  saved &&
  client.setQueryData<Listing<Item>>(
    key,
    (known) =>
      known && {
        ...known,
        items: known.items.some(({ id }) => sameId(id, saved.id))
          ? known.items.map((item) => (sameId(item.id, saved.id) ? saved : item))
          : [...known.items, saved],
      },
  );

/** Removes a deleted record from a cached list. */
export const withoutRecord = (client: QueryClient, key: QueryKey, id: Id) =>
  client.setQueryData<Listing<Record>>(
    key,
    (known) => known && { ...known, items: known.items.filter((item) => !sameId(item.id, id)) },
  );
