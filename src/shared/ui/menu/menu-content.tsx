import { DropdownMenu } from "radix-ui";
import { type FocusEvent, type RefObject, useRef, useState } from "react";
import { Kbd } from "../button/kbd";
import { landmarkOf, onPassedEscape } from "../focus/focus";
import type { MenuEntry, MenuItem } from "./menu";
import styles from "./menu.module.css";

type MenuContentProps = {
  label: string;
  /** The button that opened the menu, and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
  /** Opened by the keyboard: the first item gets the focus. */
  startsAtFirst: boolean;
  items: readonly MenuEntry[];
  onClose: () => void;
};

/** Not modal, so that the page keeps its scroll bar. Positioned at an empty trigger over the button. */
export function MenuContent({ label, button, startsAtFirst, items, onClose }: MenuContentProps) {
  const [landmark] = useState(() => button.current && landmarkOf(button.current));
  const hasStarted = useRef(false);
  const hasActed = useRef(false);

  function act(onSelect: () => void) {
    // Before the action: a dialog that it opens returns the focus to where it was.
    hasActed.current = true;
    button.current?.focus();
    onSelect();
  }
  /** Radix did not see the key that opened the menu. */
  function focusFirst({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (!startsAtFirst || hasStarted.current || target !== currentTarget) return;
    hasStarted.current = true;
    currentTarget.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")?.focus();
  }
  return (
    <DropdownMenu.Root modal={false} open onOpenChange={(isOpen) => isOpen || onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={styles.anchor} aria-hidden />
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
          onFocus={focusFirst}
          onKeyDown={onPassedEscape(onClose)}
          onInteractOutside={(event) => {
            // The button's own click closes the menu; closed here, that click would open it again.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!hasActed.current) button.current?.focus();
          }}
        >
          {items.map((entry, index) => {
            if (!entry) return null;
            if (entry === "separator") {
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have no name, and keep their place
              return <DropdownMenu.Separator key={index} className={styles.separator} />;
            }
            return <Item key={entry.label} {...entry} onSelect={() => act(entry.onSelect)} />;
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const Item = ({ label, icon, tone = "neutral", disabled, onSelect, hint }: MenuItem) => (
  <DropdownMenu.Item
    className={styles.item}
    data-tone={tone}
    disabled={disabled ?? false}
    onSelect={onSelect}
  >
    {icon}
    {label}
    {hint && <Kbd aria-hidden="true">{hint}</Kbd>}
  </DropdownMenu.Item>
);
