import { useQueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import { type Id, sameId } from "@/shared/api/id";
import { fetchFresh } from "@/shared/query/fetch-fresh";

/** Reads a group as it is on the server at that moment; undefined where it is gone. */
export function useReadGroup(id: Id) {
  const client = useQueryClient();
  return async () =>
    (await fetchFresh(client, groupQueries.list())).items.find((group) => sameId(group.id, id));
}
