import { type Group, useGroupFilter } from "@/entities/group";
import type { QueueItem, QueueStatus } from "@/entities/post";
import { useReadPages } from "@/shared/query/use-read";
import { itemsOf } from "../pages";
import { queueQueries } from "../queries";

/**
 * The posts of one status and of the shown group: the server is asked for them, or those of a server
 * that cannot tell are picked from what is loaded.
 */
export function useQueue(status: QueueStatus) {
  const { asked, own } = useGroupFilter();
  const { pages, ...rest } = useReadPages(queueQueries.ofStatus(status, asked));
  const loaded = itemsOf(pages);
  return { ...rest, items: loaded.filter((item) => isOf(own, item)), loaded: loaded.length };
}

/** A post whose group the server does not name may be the group's, and is shown. */
const isOf = (group: Group | undefined, { group_name }: QueueItem) =>
  !group || !group_name || group_name === group.name;
