import { type ReactNode, useEffect, useState } from "react";
import { LatePart } from "./late";

type OnceOpenProps = {
  open: boolean;
  onOpenChange?: (open: boolean) => void;
  /** False where it must stand for as long as it is open: then it says itself that its code is missing. */
  closable?: boolean | undefined;
  /** What is said where its code is missing. */
  ifMissing?: string;
  children: ReactNode;
};

/**
 * A dialog whose code is asked for when it first opens, and which stays to be seen closing. Where
 * the code is missing it is closed again, and the next press asks anew.
 */
export function OnceOpen({
  open,
  onOpenChange,
  closable = true,
  ifMissing,
  children,
}: OnceOpenProps) {
  const [wasShown, setWasShown] = useState(false);
  function onMissing() {
    setWasShown(false);
    onOpenChange?.(false);
  }
  return open || wasShown ? (
    <LatePart failure={ifMissing} onMissing={closable ? onMissing : undefined}>
      {children}
      <Shown onShown={setWasShown} />
    </LatePart>
  ) : null;
}

/** Beside what may still be on its way: it is shown together with it. */
function Shown({ onShown }: { onShown: (isShown: true) => void }) {
  useEffect(() => onShown(true), [onShown]);
  return null;
}
