import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button";
import { useReturnFocus } from "./use-return-focus";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence below the title. */
  description?: ReactNode;
  size?: "md" | "lg" | "xl";
  /** False where there is no way on but through it: no Close, and Esc does nothing. */
  closable?: boolean;
  /** With it, `children` are the body. Without it they are DialogBody and DialogFooter. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * Close comes last, so that the focus begins in the content. A form goes around DialogBody and
 * DialogFooter, so that Enter and the primary button send it.
 */
export function Dialog(props: DialogProps) {
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
      {footer === undefined ? children : <DialogBody>{children}</DialogBody>}
      {footer !== undefined && <DialogFooter>{footer}</DialogFooter>}
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

/** What scrolls when the window is too low. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
