import { AlertDialog } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { type Failure, submitLabel } from "@/shared/query/outcome";
import { session } from "@/shared/session/session";
import { toasts } from "@/shared/toast/toast";
import { Button } from "../button/button";
import { onPassedEscape } from "../focus/focus";
import { FormError } from "../panel/notice";
import styles from "./dialog.module.css";
import { useReturnFocus } from "./use-return-focus";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * A name in the title stands in `<bdi>`, so that right-to-left text does not turn the words
   * around it.
   */
  title: ReactNode;
  /**
   * Says what will happen, and to what: its name stands in `<strong>`, which isolates it like
   * `<bdi>`.
   */
  children: ReactNode;
  /** The label of the button that confirms: the verb again. */
  confirm: string;
  icon?: ReactNode;
  cancel?: string;
  tone?: "danger" | "primary";
  busy?: boolean | undefined;
  /** Shown inside: the dialog stays open, so that the operator can try again. */
  failure?: Failure | undefined;
  /** True if confirming may do it a second time; by default as the failure says. */
  mayRepeat?: boolean | undefined;
  onConfirm: () => void;
};

/** Confirming closes nothing: the caller closes the dialog once the command has worked. */
export function ConfirmDialog({ open, ...content }: ConfirmDialogProps) {
  useLastFailure(open ? content.failure : undefined);
  return (
    <AlertDialog.Root open={open} onOpenChange={content.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={`scrim ${styles.place}`}>
          <ConfirmContent {...content} />
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function ConfirmContent({
  onOpenChange,
  title,
  children,
  confirm,
  icon,
  cancel = "Cancel",
  tone = "danger",
  busy,
  failure,
  mayRepeat,
  onConfirm,
}: Omit<ConfirmDialogProps, "open">) {
  const focus = useReturnFocus();
  return (
    <AlertDialog.Content
      className={`${styles.dialog} ${styles.alert}`}
      data-size="md"
      onKeyDown={onPassedEscape(() => onOpenChange(false))}
      {...focus}
    >
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
          {submitLabel(confirm, mayRepeat ?? failure?.mayRepeat)}
        </Button>
      </div>
    </AlertDialog.Content>
  );
}

/**
 * If the record disappears from its list, its dialog unmounts with it. The failure of the last
 * attempt is then shown by a toast, so that it is not lost.
 */
function useLastFailure(failure: Failure | undefined) {
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
