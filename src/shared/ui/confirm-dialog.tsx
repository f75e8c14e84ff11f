import { AlertDialog } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import type { Failure } from "@/shared/query/outcome";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { Button } from "./button";
import styles from "./dialog.module.css";
import { FormError } from "./notice";
import { useReturnFocus } from "./use-return-focus";

type ConfirmDialogProps = {
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
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.scrim}>
          <ConfirmContent {...props} />
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
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

function ConfirmContent({
  title,
  children,
  confirm,
  icon,
  cancel = "Cancel",
  tone = "danger",
  busy,
  failure,
  onConfirm,
}: ConfirmDialogProps) {
  const focus = useReturnFocus();
  return (
    <AlertDialog.Content className={`${styles.dialog} ${styles.alert}`} data-size="md" {...focus}>
      <div className={styles.head}>
        <AlertDialog.Title>{title}</AlertDialog.Title>
      </div>
      <div className={styles.body}>
        <AlertDialog.Description asChild>
          <div>{children}</div>
        </AlertDialog.Description>
        {failure && <FormError {...failure} />}
      </div>
      <div className={styles.foot}>
        <AlertDialog.Cancel asChild>
          <Button variant="ghost">{cancel}</Button>
        </AlertDialog.Cancel>
        <Button
          variant={tone === "danger" ? "danger-solid" : "primary"}
          icon={icon}
          busy={busy}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </div>
    </AlertDialog.Content>
  );
}
