import { useBlocker } from "@tanstack/react-router";
import { session } from "@/shared/session/session";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";

/** Asks before the operator leaves a running import in any way, because leaving stops it. */
export function LeaveImport({ isRunning }: { isRunning: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isRunning &&
      session.state() === "signed-in" &&
      (current.pathname !== next.pathname || placeOf(current.search) !== placeOf(next.search)),
    enableBeforeUnload: isRunning,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title="Leave during the import?"
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => blocker.proceed?.()}
    >
      Leaving stops the import. Added subscribers stay. Import the same file again to add the rest.
    </ConfirmDialog>
  );
}

/** The search parameters that decide whether the list is shown. */
const placeOf = (search: object) => {
  const { group, tab } = search as Record<string, unknown>;
  return JSON.stringify([group, tab]);
};
