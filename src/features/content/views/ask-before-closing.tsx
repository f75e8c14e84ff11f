import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { session } from "@/shared/session/session";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";

type AskBeforeClosingProps = {
  /** The search param that keeps the dialog open. */
  part: string;
  /** Called on closing: returns true if something would be lost. */
  isNeeded: () => boolean;
  /** Asks before the screen or its group is left, too. */
  alsoOnLeaving?: boolean;
  /** Asks before the browser tab is closed, too. */
  alsoOnUnload?: boolean;
  title: string;
  confirm: string;
  cancel: string;
  children: ReactNode;
};

/** Asks before a dialog that the address holds open is closed, by Close, Esc or Back. */
export function AskBeforeClosing({
  part,
  isNeeded,
  alsoOnLeaving = false,
  alsoOnUnload = false,
  title,
  confirm,
  cancel,
  children,
}: AskBeforeClosingProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isNeeded() || session.state() !== "signed-in") return false;
      const isElsewhere = current.pathname !== next.pathname || differs("group", current, next);
      return isElsewhere ? alsoOnLeaving : differs(part, current, next);
    },
    enableBeforeUnload: () => alsoOnUnload && isNeeded(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === "blocked"}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title={title}
      confirm={confirm}
      cancel={cancel}
      onConfirm={() => blocker.proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}

type Place = { readonly search: object };

const differs = (part: string, current: Place, next: Place) =>
  partOf(current.search, part) !== partOf(next.search, part);

const partOf = (search: object, part: string) =>
  String((search as Record<string, unknown>)[part] ?? "");
