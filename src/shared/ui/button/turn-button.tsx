import type { ReactNode } from "react";
import { buttonProps } from "./button";

type TurnButtonProps = {
  label: string;
  shortcut: string;
  icon: ReactNode;
  /** The reason why the button does nothing. It stays in its place and keeps the focus. */
  blocked: string | undefined;
  onTurn: () => void;
};

/**
 * Uses the browser's own tooltip. Our tooltip is rendered inside the dialog and unmounts when Tab
 * leaves the button. Radix takes that for lost focus and resets the focus of the dialog.
 */
export const TurnButton = ({ label, shortcut, icon, blocked, onTurn }: TurnButtonProps) => (
  <button
    type="button"
    {...buttonProps({ variant: "ghost", size: "sm" })}
    data-icon-only=""
    aria-label={label}
    aria-keyshortcuts={shortcut}
    aria-disabled={blocked !== undefined || undefined}
    title={blocked ?? label}
    onClick={() => blocked === undefined && onTurn()}
  >
    {icon}
  </button>
);
