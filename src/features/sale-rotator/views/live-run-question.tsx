import { Zap } from "lucide-react";
import type { Group } from "@/entities/group";
import { integrationQueries } from "@/entities/integration";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { useSharedRead } from "@/shared/query/use-read";
import { useNow } from "@/shared/time/use-now";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { BesidePanel } from "@/shared/ui/panel/panel-boundary";
import { type DryRun, whyDryRunIsEarlier } from "../dry-run";
import { totalsOf } from "../dry-run-review";
import type { SaleSettings } from "../schema";
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
    </ConfirmDialog>
  );
}

const unnamed = <strong>the shop</strong>;

/** The sentence that names the shop of a run. A dialog asks its question also while there is no name. */
export const TargetShop = ({ group: { id } }: { group: Group }) => (
  <>
    This changes prices in{" "}
    <BesidePanel resetKey={String(id)} loading={unnamed} failed={unnamed}>
      <ShopName group={id} />
    </BesidePanel>
    .
  </>
);

/** The name of the shop that the rotator of a group changes: its oldest one, which is listed first. */
function ShopName({ group }: { group: Id }) {
  const { items } = useSharedRead(integrationQueries.ofGroup(group));
  const shop = items.find(({ platform }) => platform === "shopify");
  return <strong>{shop?.store_name ?? "the shop"}</strong>;
}
