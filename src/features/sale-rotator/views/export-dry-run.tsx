import { Download } from "lucide-react";
import { csvFileName } from "@/shared/csv/csv";
import { exportCsv } from "@/shared/csv/export-csv";
import { counted } from "@/shared/format/number";
import { Button } from "@/shared/ui/button";
import { dryRunCsv } from "../dry-run-csv";
import type { Review } from "../dry-run-review";

type ExportDryRunProps = { review: Review; group: string; at: number };

export function ExportDryRun({ review, group, at }: ExportDryRunProps) {
  const count = review.additions.length + review.removals.length;
  const save = () =>
    exportCsv({
      title: `${counted(count, "product")} exported.`,
      fileName: csvFileName(["dry-run", group], at),
      text: () => dryRunCsv(review),
    });
  return (
    <Button variant="ghost" size="sm" icon={<Download />} onClick={save}>
      Export CSV
    </Button>
  );
}
