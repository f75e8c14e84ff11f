import type { ReactNode } from "react";
import styles from "./dialog.module.css";
import { late } from "./late";
import { OnceOpen } from "./once-open";

const DialogWindow = late(() => import("./dialog-window").then((code) => code.DialogWindow), {
  isFetchedAhead: true,
});

export type DialogProps = {
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

/** Whether a dialog can be shown: for what must not begin without one. */
export const canShowDialog = DialogWindow.fetchAhead;

/** A form goes around DialogBody and DialogFooter, so that Enter and the primary button send it. */
export const Dialog = (props: DialogProps) => (
  <OnceOpen {...props}>
    <DialogWindow {...props} />
  </OnceOpen>
);

/** What scrolls when the window is too low. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
