import { type ReactNode, useEffect, useRef } from "react";
import type { Failure } from "@/shared/query/outcome";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { late } from "./late";
import { OnceOpen } from "./once-open";

const ConfirmWindow = late(() => import("./confirm-window").then((code) => code.ConfirmWindow), {
  isFetchedAhead: true,
});

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A name in it stands in `<bdi>`: what is written in it must not turn the words around it. */
  title: ReactNode;
  /** What will happen, naming the thing it happens to in `<strong>`, which does the same. */
  children: ReactNode;
  /** The verb again, on the button that does it. */
  confirm: string;
  icon?: ReactNode;
  cancel?: string;
  tone?: "danger" | "primary";
  busy?: boolean | undefined;
  /** Shown inside: the question stays, to be answered again. */
  failure?: Failure | undefined;
  onConfirm: () => void;
};

/** Confirming closes nothing: whoever asked closes the dialog once it has worked. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useLastWord(props.open ? props.failure : undefined);
  return (
    <OnceOpen {...props}>
      <ConfirmWindow {...props} />
    </OnceOpen>
  );
}

/**
 * Where what was asked about is gone from its list, the question goes with it. What it had to say
 * of the last try is said all the same.
 */
function useLastWord(failure: Failure | undefined) {
  const unread = useRef<Failure>(undefined);
  useEffect(() => {
    unread.current = failure;
  }, [failure]);
  useEffect(
    () => () => {
      if (!unread.current || session.state() === "signed-out") return;
      const { text, detail } = unread.current;
      if (toasts.read().some((toast) => toast.title === text && toast.detail === detail)) return;
      toasts.show({ kind: "error", title: text, ...(detail !== undefined && { detail }) });
    },
    [],
  );
}
