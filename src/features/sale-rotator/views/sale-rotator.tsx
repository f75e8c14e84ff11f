import { useEffect, useState } from "react";
import type { Group } from "@/entities/group";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { toasts } from "@/shared/toast/toast";
import { Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import type { DryRun } from "../dry-run";

const Rotator = lazyWithPreload(() => import("./rotator").then((part) => part.Rotator));

/** Keeps a dry run when the group changes: its results stay, marked as those of the other group. */
export function SaleRotator({ group }: { group: Group }) {
  const [dryRun, setDryRun] = useState<DryRun>();
  return (
    <Region title="Automated Weekly Sale Rotator" id="sale-rotator">
      <PanelBoundary
        of={String(group.id)}
        loading={<LoadingSettings />}
        failedRead={<LoadFailureToast />}
      >
        <Rotator key={String(group.id)} group={group} dryRun={dryRun} onDryRun={setDryRun} />
      </PanelBoundary>
    </Region>
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
  <Loading label="Loading the sale rotator settings">
    <Skeleton height={278} radius={10} />
  </Loading>
);
