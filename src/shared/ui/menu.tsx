import { Slot } from "radix-ui";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type UIEvent,
  use,
  useState,
} from "react";
import { late, tellMissing } from "./late";
import { type MenuItemProps, MenuParts } from "./menu-parts";
import { useAfterFrame } from "./use-after-frame";

const MenuCode = late(() => import("./menu-code").then((code) => code.MenuCode), {
  isFetchedAhead: true,
});

type MenuProps = {
  label: string;
  /** A Button or an IconButton. */
  trigger: ReactElement;
  children: ReactNode;
};

export type MenuCodeProps = MenuProps & {
  /** How it was asked for before its code was here: with the keyboard the first item has the focus. */
  openedBy: "pointer" | "keyboard";
};

/**
 * Until it is first asked for it is a button that looks the same. That one stays, and the focus on
 * it, until the code is here; it looks pressed a frame before the menu opens, which when it is run
 * first takes longer than a frame.
 */
export function Menu(props: MenuProps) {
  const [askedBy, setAskedBy] = useState<MenuCodeProps["openedBy"] | "nobody">("nobody");
  const openedBy = useAfterFrame(askedBy);
  if (openedBy !== "nobody") return <MenuCode {...props} openedBy={openedBy} />;

  async function open({ currentTarget: button }: UIEvent, by: MenuCodeProps["openedBy"]) {
    const isHere = await MenuCode.fetchAhead();
    // Who has gone on meanwhile is not called back. Some browsers focus what is around a button.
    if (!document.activeElement?.contains(button)) return;
    if (isHere) setAskedBy(by);
    else tellMissing();
  }
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={askedBy !== "nobody"}
      // Who has gone on within that frame is not called back either.
      onBlur={() => setAskedBy("nobody")}
      onClick={(event: MouseEvent) => void open(event, event.detail === 0 ? "keyboard" : "pointer")}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        void open(event, "keyboard");
      }}
    >
      {props.trigger}
    </Slot.Root>
  );
}

function useParts() {
  const parts = use(MenuParts);
  if (!parts) throw new Error("This stands in a Menu.");
  return parts;
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts();
  return <Label>{children}</Label>;
}
