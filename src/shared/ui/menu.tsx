import { Slot } from "radix-ui";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  use,
  useState,
} from "react";
import { LatePart, late } from "./late";
import { type MenuItemProps, MenuParts } from "./menu-parts";

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

/** Until it is first asked for it is a button that looks the same. */
export function Menu(props: MenuProps) {
  const [openedBy, setOpenedBy] = useState<MenuCodeProps["openedBy"]>();
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={(event: MouseEvent) => setOpenedBy(event.detail === 0 ? "keyboard" : "pointer")}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        setOpenedBy("keyboard");
      }}
    >
      {props.trigger}
    </Slot.Root>
  );
  if (!openedBy) return closed;
  return (
    <LatePart fallback={closed} onMissing={() => setOpenedBy(undefined)}>
      <MenuCode {...props} openedBy={openedBy} />
    </LatePart>
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
