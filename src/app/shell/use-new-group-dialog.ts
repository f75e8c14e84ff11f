import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Id } from "@/shared/api/id";
import { searchInGroup } from "./active-group";

const shell = getRouteApi("/dashboard");

/** Opens and closes 'Create New Group', whose state is in the address, as for every dialog. */
export function useNewGroupDialog() {
  const navigate = useNavigate();
  const isOpen = shell.useSearch({ select: ({ dialog }) => dialog === "new-group" });
  // Replaced, so that Back does not open the closed dialog again.
  const close = () =>
    navigate({ to: ".", search: (s) => ({ ...s, dialog: undefined }), replace: true });
  return {
    isOpen,
    open: () => void navigate({ to: ".", search: (s) => ({ ...s, dialog: "new-group" as const }) }),
    close: () => void close(),
    /**
     * In two steps, so that the form of the old group, if it has unsaved input, can block the
     * second one only.
     */
    select: async (group: Id | undefined) => {
      await close();
      if (group !== undefined) {
        void navigate({ to: ".", search: (s) => searchInGroup(s, group), replace: true });
      }
    },
  };
}
