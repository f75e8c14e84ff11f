import type { QueryClient } from "@tanstack/react-query";
import { getRouteApi, useMatch } from "@tanstack/react-router";
import { type Group, groupQueries } from "@/entities/group";
import { type Id, sameId } from "@/shared/api/id";
import { useSharedRead } from "@/shared/query/use-read";

const shell = getRouteApi("/dashboard");

/** The group that the address names if it still exists, else the first, else none. */
export function activeGroup(groups: readonly Group[], named: Id | undefined) {
  return groups.find((group) => sameId(group.id, named)) ?? groups[0];
}

/**
 * Returns the group that the address names. A component that reads all search parameters renders
 * again with every tab and dialog.
 */
export const useNamedGroup = () => shell.useSearch({ select: ({ group }) => group });

/** Returns true while the open screen shows the same whichever group is active. */
export const useIsGroupUnused = () =>
  useMatch({
    from: "/dashboard/publishing",
    shouldThrow: false,
    select: ({ search }) => search.of === "all",
  }) ?? false;

/** Reads quietly: the group picker, which is on every screen, shows how old the groups are. */
export function useActiveGroup() {
  return activeGroup(useSharedRead(groupQueries.list()).items, useNamedGroup());
}

/** The search parameters for another group: how much of a list was loaded belongs to the old one. */
export const searchInGroup = <Search extends object>(search: Search, group: Id) => ({
  ...search,
  group,
  pages: undefined,
  limit: undefined,
});

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
