import { DropdownMenu } from "radix-ui";
import { createContext, type ReactElement, type ReactNode, use, useRef } from "react";
import { Kbd } from "./kbd";
import styles from "./menu.module.css";
import { useLandmark } from "./use-landmark";

/** Gives the focus back to the trigger, before what was chosen is done. */
const FocusTrigger = createContext<() => void>(() => {});

type MenuProps = {
  label: string;
  /** A Button or an IconButton. */
  trigger: ReactElement;
  children: ReactNode;
};

/**
 * Not modal, so that the page keeps its scroll bar. The focus is back on the trigger before an
 * item acts: a dialog that the item opens then knows where to return to.
 */
export function Menu({ label, trigger, children }: MenuProps) {
  const { trigger: ref, landmark, enter } = useLandmark();
  const acted = useRef(false);
  function focusTrigger() {
    acted.current = true;
    ref.current?.focus();
  }
  function leaveFocus(event: Event) {
    if (acted.current) event.preventDefault();
    acted.current = false;
  }
  return (
    <DropdownMenu.Root modal={false} onOpenChange={enter}>
      <DropdownMenu.Trigger asChild ref={ref}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          className={styles.menu}
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={leaveFocus}
        >
          <FocusTrigger value={focusTrigger}>{children}</FocusTrigger>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  disabled?: boolean | undefined;
  onSelect: () => void;
  /** The key that does the same. */
  hint?: string | undefined;
  children: ReactNode;
};

export function MenuItem({
  icon,
  tone = "neutral",
  disabled,
  onSelect,
  hint,
  children,
}: MenuItemProps) {
  const focusTrigger = use(FocusTrigger);
  function act() {
    focusTrigger();
    onSelect();
  }
  return (
    <DropdownMenu.Item
      className={styles.item}
      data-tone={tone}
      disabled={disabled ?? false}
      onSelect={act}
    >
      {icon}
      {children}
      {hint && <Kbd aria-hidden="true">{hint}</Kbd>}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>;
}
