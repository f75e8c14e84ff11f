import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import styles from "./dialog.module.css";
import { useReturnFocus } from "./use-return-focus";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, naming the thing it happens to. */
  children: ReactNode;
  /** The verb again, on the button that does it. */
  confirm: string;
  icon?: ReactNode;
  cancel?: string;
  tone?: "danger" | "primary";
  busy?: boolean | undefined;
  /** Shown inside: the question stays, to be answered again. */
  failure?: ReactNode;
  onConfirm: () => void;
};

/** Confirming closes nothing: whoever asked closes the dialog once it has worked. */
export function ConfirmDialog(props: ConfirmDialogProps) {
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
        {failure}
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
