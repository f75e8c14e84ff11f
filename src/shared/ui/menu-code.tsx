import { DropdownMenu } from "radix-ui";
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Kbd } from "./kbd";
import type { MenuCodeProps } from "./menu";
import styles from "./menu.module.css";
import { type MenuItemProps, MenuParts } from "./menu-parts";
import { useLandmark } from "./use-landmark";

/** Gives the focus back to the trigger, before what was chosen is done. */
const FocusTrigger = createContext<() => void>(() => {});

/**
 * Not modal, so that the page keeps its scroll bar. The focus is back on the trigger before an
 * item acts: a dialog that the item opens then knows where to return to.
 */
export function MenuCode({ label, trigger, openedBy, children }: MenuCodeProps) {
  const { trigger: ref, landmark, enter } = useLandmark();
  const acted = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const startsAtFirst = useRef(openedBy === "keyboard");

  function change(open: boolean) {
    enter(open);
    setOpen(open);
  }
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!hasBegun.current) change(true);
    hasBegun.current = true;
  });
  // Also whenever React shows again what it had hidden: a panel that waits for what it reads.
  useLayoutEffect(() => begin(), []);
  function focusTrigger() {
    acted.current = true;
    ref.current?.focus();
  }
  function leaveFocus(event: Event) {
    if (acted.current) event.preventDefault();
    acted.current = false;
  }
  /** Radix did not see the key that opened it first. */
  function goToFirst({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (!startsAtFirst.current || target !== currentTarget) return;
    startsAtFirst.current = false;
    currentTarget.querySelector<HTMLElement>("[role=menuitem]:not([data-disabled])")?.focus();
  }
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={change}>
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
          onFocus={goToFirst}
          onCloseAutoFocus={leaveFocus}
        >
          <FocusTrigger value={focusTrigger}>
            <MenuParts value={parts}>{children}</MenuParts>
          </FocusTrigger>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ icon, tone = "neutral", disabled, onSelect, hint, children }: MenuItemProps) {
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

const Separator = () => <DropdownMenu.Separator className={styles.separator} />;

const Label = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>
);

const parts = { Item, Separator, Label };
