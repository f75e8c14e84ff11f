import { useQuery } from "@tanstack/react-query";
import { type Group, useGroupFilter } from "@/entities/group";
import type { QueueItem, QueueStatus } from "@/entities/post";
import { type Id, sameId } from "@/shared/api/id";
import { every } from "@/shared/query/polling";
import { useOffered } from "@/shared/query/use-offered";
import { type LoadedPages, useReadPages } from "@/shared/query/use-read";
import { queueApi } from "../contract";
import { itemsOf } from "../pages";
import { queueQueries } from "../queries";

/**
 * The posts of one status and of the shown group: the server is asked for them, or those of a server
 * that cannot tell are picked from what is loaded. `wanted` comes first, on whatever page it is.
 */
export function useQueue(status: QueueStatus, wanted: Id | undefined, kept: LoadedPages) {
  const { asked, own } = useGroupFilter();
  const { pages, ...rest } = useReadPages(queueQueries.ofStatus(status, asked), kept);
  const isOffered = useOffered(queueApi.detail);
  const { data: found } = useQuery({
    ...queueQueries.detail(wanted ?? ""),
    enabled: isOffered && wanted !== undefined,
    refetchInterval: every(15_000),
  });
  const loaded = itemsOf(pages);
  const first = wanted !== undefined && found?.status === status ? [found] : [];
  const others = loaded.filter(({ id }) => !first.some((item) => sameId(item.id, id)));
  return {
    ...rest,
    items: [...first, ...others].filter((item) => isOf(own, item)),
    loaded: loaded.length,
  };
}

/** A post whose group the server does not name may be the group's, and is shown. */
const isOf = (group: Group | undefined, { group_name }: QueueItem) =>
  !group || !group_name || group_name === group.name;
