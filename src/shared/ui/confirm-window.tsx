import { AlertDialog } from "radix-ui";
import { Button } from "./button";
import type { ConfirmDialogProps } from "./confirm-dialog";
import styles from "./dialog.module.css";
import { FormError } from "./notice";
import { useReturnFocus } from "./use-return-focus";

export function ConfirmWindow(props: ConfirmDialogProps) {
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
