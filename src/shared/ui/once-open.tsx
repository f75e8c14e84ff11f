import { type ReactNode, useState } from "react";
import { LatePart } from "./late";

type OnceOpenProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/**
 * A dialog whose code is asked for when it first opens, and which stays to be seen closing. Where
 * the code is missing it is closed again, and the next press asks anew.
 */
export function OnceOpen({ open, onOpenChange, children }: OnceOpenProps) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  function onMissing() {
    setWasOpen(false);
    onOpenChange(false);
  }
  return open || wasOpen ? <LatePart onMissing={onMissing}>{children}</LatePart> : null;
}
