import { Download } from "lucide-react";
import { csvFileName } from "@/shared/csv/csv";
import { saveCsv } from "@/shared/csv/save-csv";
import { counted } from "@/shared/format/number";
import { toasts } from "@/shared/toast/toast";
import { Button } from "@/shared/ui/button";
import { dryRunCsv } from "../dry-run-csv";
import type { Review } from "../dry-run-review";

type ExportDryRunProps = { review: Review; group: string; at: number };

export function ExportDryRun({ review, group, at }: ExportDryRunProps) {
  function save() {
    const detail = csvFileName(["dry-run", group], at);
    saveCsv(detail, dryRunCsv(review));
    const count = review.additions.length + review.removals.length;
    toasts.show({ kind: "success", title: `${counted(count, "product")} exported.`, detail });
  }
  return (
    <Button variant="ghost" size="sm" icon={<Download />} onClick={save}>
      Export CSV
    </Button>
  );
}
