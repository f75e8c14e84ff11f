import { Zap } from "lucide-react";
import { useState } from "react";
import type { Group } from "@/entities/group";
import { counted } from "@/shared/format/number";
import { useOffered } from "@/shared/query/use-backend";
import { Button } from "@/shared/ui/button/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { FormError } from "@/shared/ui/panel/notice";
import { saleRotatorApi } from "../contract";
import { rowOfRemoval } from "../dry-run-review";
import { useRestore } from "../mutations";
import type { Rotation } from "../schema";
import { DiffList } from "./diff-list";

type RestorePricesProps = {
  group: Group;
  /** True while another run is in progress. */
  disabled: boolean;
  /** Called when the shop may have changed: a dry run made before is worthless then. */
  onChanged: () => void;
};

/** The button asks what a restore would change; the dialog shows that, and asks whether to do it. */
export function RestorePrices({ group, disabled, onChanged }: RestorePricesProps) {
  const dry = useRestore({ asksOnly: true });
  const restore = useRestore({ success: "Original prices restored successfully!" });
  const [plan, setPlan] = useState<Rotation>();
  const [isOpen, setOpen] = useState(false);
  if (!useOffered(saleRotatorApi.restore)) return null;

  async function ask() {
    const outcome = await dry.send({ params: { groupId: group.id }, query: { dry_run: true } });
    if (outcome.kind !== "ok") return;
    setPlan(outcome.reply.summary);
    setOpen(true);
  }
  function close() {
    restore.forget();
    setOpen(false);
  }
  async function execute() {
    const outcome = await restore.send({
      params: { groupId: group.id },
      query: { dry_run: false },
    });
    if (outcome.kind === "held") return;
    const isDone = outcome.kind === "ok" || outcome.kind === "unreadable";
    if (isDone || outcome.kind === "unknown") onChanged();
    if (isDone) close();
  }

  return (
    <>
      <Button
        icon={<Zap />}
        busy={dry.isBusy}
        disabled={disabled && !dry.isBusy}
        onClick={() => void ask()}
      >
        Restore original prices…
      </Button>
      {dry.failure && <FormError {...dry.failure} />}
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => open || restore.isBusy || close()}
        title="Restore Original Prices"
        confirm="Yes, Restore"
        icon={<Zap />}
        busy={restore.isBusy}
        failure={restore.failure}
        onConfirm={() => void execute()}
      >
        {plan && <Plan plan={plan} />}
      </ConfirmDialog>
    </>
  );
}

function Plan({ plan: { products_to_remove_from_sale: products, shop } }: { plan: Rotation }) {
  const rows = products.items.map(rowOfRemoval);
  return (
    <>
      {rows.length === 0 ? (
        <p>
          Nothing would change in <strong>{shop ?? "the shop"}</strong>.
        </p>
      ) : (
        <p>
          This changes prices in <strong>{shop ?? "the shop"}</strong>:{" "}
          <strong>{counted(rows.length, "product")}</strong> that the rotator put on sale get their
          original prices back and lose the sale tag. Prices that someone else has changed since are
          kept. Their products keep the tag while still reduced.
        </p>
      )}
      <DiffList
        level="h3"
        title="Original prices"
        none="All products already have their original price."
        rows={rows}
      />
    </>
  );
}
