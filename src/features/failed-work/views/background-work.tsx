import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useOffered } from "@/shared/query/use-offered";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import styles from "./background-work.module.css";

const FailedWorkButton = lazyWithPreload(() =>
  import("./failed-work-button").then((part) => part.FailedWorkButton),
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
