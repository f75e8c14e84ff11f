import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "../button/icon-button";
import { onPassedEscape } from "../focus/focus";
import styles from "./dialog.module.css";
import { useReturnFocus } from "./use-return-focus";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called once it has closed and the focus has returned. */
  onClosed?: (() => void) | undefined;
  title: ReactNode;
  /** One sentence below the title. */
  description?: ReactNode;
  size?: "md" | "lg" | "xl";
  /** False if the only way on is through it: no Close, and Esc does nothing. */
  closable?: boolean;
  /** With it, `children` are the body. Without it they are DialogBody and DialogFooter. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A form goes around DialogBody and DialogFooter, so that Enter and the primary button submit it. */
export function Dialog({ open, ...content }: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={content.onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={`scrim ${styles.place}`}>
          <DialogContent {...content} />
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Close is last in the tab order, so that the focus starts in the content. */
function DialogContent({
  onOpenChange,
  title,
  description,
  size = "md",
  closable = true,
  footer,
  onClosed,
  children,
}: Omit<DialogProps, "open">) {
  const focus = useReturnFocus();
  return (
    <RadixDialog.Content
      className={styles.dialog}
      data-size={size}
      onKeyDown={onPassedEscape(() => onOpenChange(false))}
      {...focus}
      onOpenAutoFocus={(event) => {
        focus.onOpenAutoFocus();
        focusFirst(event);
      }}
      onCloseAutoFocus={(event) => {
        focus.onCloseAutoFocus(event);
        onClosed?.();
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

/** The part that scrolls if the window is too low. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

/**
 * Radix focuses the first field. Without a field it would focus Close, where Enter would end what has
 * just begun: focus the element marked `data-begin`, or the dialog.
 */
function focusFirst(event: Event) {
  const { currentTarget: content } = event;
  if (!(content instanceof HTMLElement) || content.querySelector("input, select, textarea")) return;
  event.preventDefault();
  const begin = content.querySelector<HTMLElement>("[data-begin]");
  (begin ?? content).focus();
  if (!begin) focusFieldOnceLoaded(content);
}

/**
 * A form that loads after its dialog has opened gets the focus that it would have got at once, unless
 * the operator has moved on.
 */
function focusFieldOnceLoaded(content: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (document.activeElement !== content) return observer.disconnect();
    content.querySelector<HTMLElement>("form :is(input, select, textarea):enabled")?.focus();
  });
  observer.observe(content, { childList: true, subtree: true });
}
