import type { Group } from "@/entities/group";
import { useRead } from "@/shared/query/use-read";
import type { DryRun } from "../dry-run";
import { SettingsForm } from "../forms/settings-form";
import { useSettingsForm } from "../forms/use-settings-form";
import { saleRotatorQueries } from "../queries";
import { DryRunResults } from "./dry-run-results";
import { RunBar } from "./run-bar";

type RotatorProps = {
  group: Group;
  dryRun: DryRun | undefined;
  onDryRun: (dryRun: DryRun | undefined) => void;
};

export function Rotator({ group, dryRun, onDryRun }: RotatorProps) {
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
