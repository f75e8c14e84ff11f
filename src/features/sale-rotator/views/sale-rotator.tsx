import { useEffect, useState } from "react";
import type { Group } from "@/entities/group";
import { useRead } from "@/shared/query/use-read";
import { toasts } from "@/shared/toast/toast";
import { Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import type { DryRun } from "../dry-run";
import { SettingsForm } from "../forms/settings-form";
import { useSettingsForm } from "../forms/use-settings-form";
import { saleRotatorQueries } from "../queries";
import { DryRunResults } from "./dry-run-results";
import { RunBar } from "./run-bar";

/** A dry run outlives a change of group: its results stay, marked as those of the other one. */
export function SaleRotator({ group }: { group: Group }) {
  const [dryRun, setDryRun] = useState<DryRun>();
  return (
    <Region title="Automated Weekly Sale Rotator" id="sale-rotator">
      <PanelBoundary
        of={String(group.id)}
        loading={<LoadingSettings />}
        failedHead={<LoadFailureToast />}
      >
        <Rotator key={String(group.id)} group={group} dryRun={dryRun} onDryRun={setDryRun} />
      </PanelBoundary>
    </Region>
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
        settings={settings}
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

/** In the place of the settings, for as long as they could not be loaded. */
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
