import { Zap } from "lucide-react";
import type { Group } from "@/entities/group";
import { useNow } from "@/shared/time/use-now";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { type DryRun, whyDryRunIsEarlier } from "../dry-run";
import { totalsOf } from "../dry-run-review";
import type { SaleSettings } from "../schema";
import type { LiveRun } from "./use-runs";
import { countOf } from "./words";

type LiveRunQuestionProps = {
  open: boolean;
  onClose: () => void;
  live: LiveRun;
  group: Group;
  settings: SaleSettings;
  dryRun: DryRun | undefined;
};

/** Names the group and, if there is a current dry run, the number of changes. */
export function LiveRunQuestion({
  open,
  onClose,
  live,
  group,
  settings,
  dryRun,
}: LiveRunQuestionProps) {
  const now = useNow();
  const totals =
    dryRun && !whyDryRunIsEarlier(dryRun, group.id, settings, now)
      ? totalsOf(dryRun.rotation)
      : undefined;
  const close = () => {
    live.forget();
    onClose();
  };
  async function execute() {
    if (await live.run()) close();
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || live.isBusy || close()}
      title="Confirm Live Execution"
      confirm="Yes, Execute"
      icon={<Zap />}
      busy={live.isBusy}
      failure={live.failure}
      onConfirm={() => void execute()}
    >
      {totals ? (
        <p>
          The shop of <strong>{group.name}</strong> changes at once:{" "}
          <strong>{countOf(totals.updates, "price update")}</strong> and{" "}
          <strong>{countOf(totals.removals, "removal")}</strong>, by the dry run.
        </p>
      ) : (
        <p>
          The shop of <strong>{group.name}</strong> changes at once. How many products that are is
          not known: no dry run stands for the present settings.
        </p>
      )}
    </ConfirmDialog>
  );
}
