import { Slot } from "radix-ui";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from "react";
import { LazyBoundary } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import styles from "./menu.module.css";

const MenuContent = lazyOnPress(() => import("./menu-content").then((menu) => menu.MenuContent));

export type MenuItem = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly tone?: "neutral" | "danger";
  readonly disabled?: boolean | undefined;
  /** The key that does the same. */
  readonly hint?: string | undefined;
  readonly onSelect: () => void;
};

/** A falsy entry is left out, so that an item can depend on a condition. */
export type MenuEntry = MenuItem | "separator" | false | undefined;

type MenuProps = {
  label: string;
  /** A Button or an IconButton. */
  trigger: ReactElement;
  items: readonly MenuEntry[];
};

/** The button is rendered at once. The code that positions the menu is heavy, and loaded lazily. */
export function Menu({ label, trigger, items }: MenuProps) {
  const [openedBy, setOpenedBy] = useState<"pointer" | "keyboard">();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpenedBy(undefined);
  return (
    <span className={styles.root}>
      <Slot.Root
        ref={button}
        aria-haspopup="menu"
        aria-expanded={openedBy !== undefined}
        onClick={(event: MouseEvent) => {
          const by = event.detail === 0 ? "keyboard" : "pointer";
          setOpenedBy(openedBy ? undefined : by);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpenedBy("keyboard");
        }}
        onBlur={({ relatedTarget }: FocusEvent) => {
          // Do not steal the focus if the operator has moved on while the code loads.
          if (relatedTarget && !relatedTarget.closest("[role=menu]")) close();
        }}
      >
        {trigger}
      </Slot.Root>
      {openedBy && (
        <LazyBoundary onFailed={close}>
          <MenuContent
            label={label}
            button={button}
            startsAtFirst={openedBy === "keyboard"}
            items={items}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </span>
  );
}
