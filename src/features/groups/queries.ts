import { useQueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { type Id, sameId } from "@/shared/api/id";
import { fetchFresh } from "@/shared/query/fetch-fresh";

/** Fetches the group as it is on the server now; undefined if it no longer exists. */
export function useReadGroup(id: Id) {
  const client = useQueryClient();
  return async () =>
    (await fetchFresh(client, groupQueries.list())).items.find((group) => sameId(group.id, id));
}
