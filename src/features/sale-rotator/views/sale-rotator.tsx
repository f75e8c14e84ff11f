import { useEffect, useState } from "react";
import type { Group } from "@/entities/group";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { toasts } from "@/shared/toast/toast";
import { type Fold, FoldRegion } from "@/shared/ui/fold-region";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import type { DryRun } from "../dry-run";

const RotatorFacts = lazyWithPreload(() =>
  import("./rotator-facts").then((part) => part.RotatorFacts),
);
const Rotator = lazyWithPreload(() => import("./rotator").then((part) => part.Rotator), {
  preloadWhenSettled: true,
});

type SaleRotatorProps = { group: Group; fold: Fold };

/** Keeps a dry run when the group changes: its results stay, marked as those of the other group. */
export function SaleRotator({ group, fold }: SaleRotatorProps) {
  const [dryRun, setDryRun] = useState<DryRun>();
  function show(next: DryRun | undefined) {
    setDryRun(next);
    // The palette can start a dry run while the section is folded.
    if (next && !fold.isOpen) fold.onToggle();
  }
  return (
    <FoldRegion
      title="Automated Weekly Sale Rotator"
      id="sale-rotator"
      fold={fold}
      facts={
        <PanelBoundary
          of={String(group.id)}
          loading={<Loading label="Loading sale rotator settings" visible />}
          failedRead={<LoadFailureToast />}
        >
          <RotatorFacts group={group.id} />
        </PanelBoundary>
      }
    >
      <PanelBoundary
        of={String(group.id)}
        loading={<LoadingSettings />}
        failedRead={<LoadFailureToast />}
      >
        <Rotator key={String(group.id)} group={group} dryRun={dryRun} onDryRun={show} />
      </PanelBoundary>
    </FoldRegion>
  );
}

/** Rendered in place of the settings while they could not be loaded. */
function LoadFailureToast() {
  useEffect(() => {
    toasts.show({
      id: "sale-rotator-settings",
      kind: "error",
      title: "Failed to load sale rotator settings",
    });
  }, []);
  return null;
}

const LoadingSettings = () => (
  <Loading label="Loading sale rotator settings">
    <Skeleton height={278} radius={10} />
  </Loading>
);
