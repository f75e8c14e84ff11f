import { useState } from "react";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { StateDot } from "@/shared/ui/state-dot";
import { failedWorkQueries } from "../queries";

const FailedWorkDialog = lazyWithPreload(
  () => import("./failed-work-dialog").then((part) => part.FailedWorkDialog),
  { preloadWhenSettled: true },
);

export function FailedWorkButton() {
  const { items, unreadable } = useRead(failedWorkQueries.list());
  const [isOpen, setOpen] = useState(false);
  const failed = items.length + unreadable;
  return (
    <>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {failed === 0 ? (
          "Background work: none failed"
        ) : (
          <StateDot state="failed">Background work: {failed} failed</StateDot>
        )}
      </Button>
      <LazyDialog open={isOpen} onOpenChange={setOpen}>
        <FailedWorkDialog open={isOpen} onOpenChange={setOpen} />
      </LazyDialog>
    </>
  );
}
