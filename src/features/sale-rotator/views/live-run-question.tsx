import { Zap } from "lucide-react";
import type { Group } from "@/entities/group";
import { counted } from "@/shared/format/number";
import { useNow } from "@/shared/time/use-now";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { type DryRun, whyDryRunIsEarlier } from "../dry-run";
import { totalsOf } from "../dry-run-review";
import type { SaleSettings } from "../schema";
import { TargetShop } from "./target-shop";
import type { LiveRun } from "./use-runs";

type LiveRunQuestionProps = {
  open: boolean;
  onClose: () => void;
  live: LiveRun;
  group: Group;
  settings: SaleSettings;
  dryRun: DryRun | undefined;
};

/** Names the group, its shop and, if there is a current dry run, the number of changes. */
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
      mayRepeat={live.mayRepeat}
      onConfirm={() => void execute()}
    >
      {totals ? (
        <p>
          This changes the shop of <strong>{group.name}</strong> now:{" "}
          <strong>{counted(totals.updates, "price update")}</strong> and{" "}
          <strong>{counted(totals.removals, "removal")}</strong>, as in the dry run.{" "}
          <TargetShop group={group} />
        </p>
      ) : (
        <p>
          This changes the shop of <strong>{group.name}</strong> now. Number of products unknown:
          run a dry run with these settings first. <TargetShop group={group} />
        </p>
      )}
      {live.mayRepeat && !live.failure && (
        <p>The last attempt may have gone through. Another run may change the prices again.</p>
      )}
    </ConfirmDialog>
  );
}
