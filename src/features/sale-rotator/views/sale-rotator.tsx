import { useEffect, useState } from "react";
import type { Group } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { toasts } from "@/shared/toast/toast";
import { type Fold, FoldRegion } from "@/shared/ui/panel/fold-region";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import type { DryRun } from "../dry-run";
import { SettingsForm, useSettingsForm } from "../forms/settings-form";
import { saleRotatorQueries } from "../queries";
import { DryRunResults } from "./dry-run-results";
import { useNextRun } from "./next-run";
import { RunBar } from "./run-bar";

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
          resetKey={String(group.id)}
          loading={<Loading label="Loading sale rotator settings" visible />}
          failedRead={<LoadFailureToast />}
        >
          <RotatorFacts group={group.id} />
        </PanelBoundary>
      }
    >
      <PanelBoundary
        resetKey={String(group.id)}
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

/** One line about the saved settings of a group. */
function RotatorFacts({ group }: { group: Id }) {
  const { is_active } = useRead(saleRotatorQueries.settings(group));
  const next = useNextRun();
  return is_active ? (
    <p>
      Enabled. Next run <Time value={next} />.
    </p>
  ) : (
    <p>Off.</p>
  );
}

type RotatorProps = {
  group: Group;
  dryRun: DryRun | undefined;
  onDryRun: (dryRun: DryRun | undefined) => void;
};

function Rotator({ group, dryRun, onDryRun }: RotatorProps) {
  const stored = useRead(saleRotatorQueries.settings(group.id));
  const settings = useSettingsForm(group.id, stored);
  return (
    <>
      <SettingsForm
        group={group.id}
        settings={settings}
        isOn={stored.is_active}
        runs={
          <RunBar
            group={group}
            stored={stored}
            control={settings.form.control}
            dryRun={dryRun}
            onDryRun={onDryRun}
          />
        }
      />
      {dryRun && <DryRunResults dryRun={dryRun} group={group.id} settings={stored} />}
    </>
  );
}
