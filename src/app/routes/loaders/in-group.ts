import type { QueryClient } from "@tanstack/react-query";
import { groupQueries } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { activeGroup } from "../../shell/active-group";

/**
 * Starts the reads of the active group as soon as the groups are known. Resolves when all are
 * answered.
 */
export async function inGroup(
  client: QueryClient,
  named: Id | undefined,
  start: (group: Id) => readonly Promise<unknown>[],
) {
  const { items } = await client.query(groupQueries.list());
  const group = activeGroup(items, named);
  if (group) await Promise.all(start(group.id));
}
