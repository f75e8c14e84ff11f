import { useState } from "react";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-backend";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { StateDot } from "@/shared/ui/status/badge";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { failedWorkQueries } from "../queries";
import styles from "./failed-work.module.css";

const FailedWorkDialog = lazyOnPress(() =>
  import("./failed-work-dialog").then((part) => part.FailedWorkDialog),
);

const failedWork = { capability: "failed-work" };

/** Says how much background work has failed for good, and opens the list of it. */
export function BackgroundWork() {
  if (!useOffered(failedWork)) return null;
  return (
    <div className={styles.work}>
      <PanelBoundary loading={<LoadingCount />}>
        <FailedWorkButton />
      </PanelBoundary>
    </div>
  );
}

const LoadingCount = () => (
  <Loading label="Loading background work">
    <Skeleton width={180} height={16} />
  </Loading>
);

function FailedWorkButton() {
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
