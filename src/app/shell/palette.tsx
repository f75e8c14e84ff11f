import { useState } from "react";
import { LatePart, late } from "@/shared/ui/late";
import { PlainPalette } from "./plain-palette";

const CommandPalette = late(() => import("./command-palette").then((code) => code.CommandPalette), {
  isFetchedAhead: true,
});

type PaletteProps = {
  onClose: () => void;
  onToggleSidebar: () => void;
  onShortcuts: () => void;
};

/** The command palette. Its field is there at once, and keeps what is typed until its code is loaded. */
export function Palette(props: PaletteProps) {
  const [typed, setTyped] = useState("");
  const [opener] = useState(() => document.activeElement);
  return (
    <LatePart
      failure="The search could not be loaded."
      onMissing={props.onClose}
      fallback={
        <PlainPalette typed={typed} onType={setTyped} opener={opener} onClose={props.onClose} />
      }
    >
      <CommandPalette typed={typed} opener={opener} {...props} />
    </LatePart>
  );
}
