import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type Group, groupQueries } from "@/entities/group";
import { type Id, sameId } from "@/shared/api/id";
import { useReadQuietly } from "@/shared/query/use-read";

const shell = getRouteApi("/dashboard");

/** The group that the address names if it still exists, else the first, else none. */
export function activeGroup(groups: readonly Group[], named: Id | undefined) {
  return groups.find((group) => sameId(group.id, named)) ?? groups[0];
}

/** As the address has it. What reads all of that is drawn anew with every tab and dialog. */
export const useNamedGroup = () => shell.useSearch({ select: ({ group }) => group });

/** The picker, which stands on every screen, says how old the groups are. */
export function useActiveGroup() {
  return activeGroup(useReadQuietly(groupQueries.list()).items, useNamedGroup());
}

/** Opens and closes 'Create New Group', which stands in the address like every dialog. */
export function useNewGroupDialog() {
  const navigate = useNavigate();
  const isOpen = shell.useSearch({ select: ({ dialog }) => dialog === "new-group" });
  // Replaced, so that Back does not open again what was closed.
  const close = () =>
    navigate({ to: ".", search: (s) => ({ ...s, dialog: undefined }), replace: true });
  return {
    isOpen,
    open: () => void navigate({ to: ".", search: (s) => ({ ...s, dialog: "new-group" as const }) }),
    close: () => void close(),
    /** In two steps: a form that would be left with the old group may stop the second only. */
    select: async (group: Id | undefined) => {
      await close();
      if (group !== undefined) {
        void navigate({ to: ".", search: (s) => ({ ...s, group }), replace: true });
      }
    },
  };
}
