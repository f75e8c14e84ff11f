import { type ComponentType, createContext, type ReactNode } from "react";

export type MenuItemProps = {
  icon?: ReactNode;
  tone?: "neutral" | "danger";
  disabled?: boolean | undefined;
  onSelect: () => void;
  /** The key that does the same. */
  hint?: string | undefined;
  children: ReactNode;
};

type MenuParts = {
  Item: ComponentType<MenuItemProps>;
  Separator: ComponentType;
  Label: ComponentType<{ children: ReactNode }>;
};

/** What the items of an open menu are made of. */
export const MenuParts = createContext<MenuParts | undefined>(undefined);
