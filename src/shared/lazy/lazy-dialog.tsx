import { type ReactNode, useState } from "react";
import { LazyBoundary } from "./lazy-boundary";

type LazyDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The toast's title if the code cannot be loaded. */
  failure?: string;
  children: ReactNode;
};

/** Mounts a lazy dialog when it first opens, and keeps it mounted for its closing animation. */
export function LazyDialog({ open, onOpenChange, failure, children }: LazyDialogProps) {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  function onFailed() {
    setWasOpened(false);
    onOpenChange(false);
  }
  return open || wasOpened ? (
    <LazyBoundary failure={failure} onFailed={onFailed}>
      {children}
    </LazyBoundary>
  ) : null;
}
