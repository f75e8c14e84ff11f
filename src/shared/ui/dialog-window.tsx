import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import type { DialogProps } from "./dialog";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button";
import { useReturnFocus } from "./use-return-focus";

/** Close comes last, so that the focus begins in the content. */
export function DialogWindow(props: DialogProps) {
  return (
    <RadixDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles.scrim}>
          <DialogContent {...props} />
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function DialogContent({
  title,
  description,
  size = "md",
  closable = true,
  footer,
  children,
}: DialogProps) {
  const focus = useReturnFocus();
  return (
    <RadixDialog.Content
      className={styles.dialog}
      data-size={size}
      {...focus}
      onOpenAutoFocus={(event) => {
        focus.onOpenAutoFocus();
        beginAt(event);
      }}
    >
      <div className={styles.head}>
        <RadixDialog.Title>{title}</RadixDialog.Title>
        {description && (
          <RadixDialog.Description className={styles.description}>
            {description}
          </RadixDialog.Description>
        )}
      </div>
      {footer === undefined ? children : <div className={styles.body}>{children}</div>}
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
      {closable && (
        <div className={styles.close}>
          <RadixDialog.Close asChild>
            <IconButton label="Close" icon={<X />} size="sm" />
          </RadixDialog.Close>
        </div>
      )}
    </RadixDialog.Content>
  );
}

/**
 * The focus begins in the first field. Without one it begins at what is marked as the way on, or at
 * the dialog itself: on Close it would open that button's tooltip, which takes the first Esc.
 */
function beginAt(event: Event) {
  const { currentTarget: content } = event;
  if (!(content instanceof HTMLElement) || content.querySelector("input, select, textarea")) return;
  event.preventDefault();
  (content.querySelector<HTMLElement>("[data-begin]") ?? content).focus();
}
