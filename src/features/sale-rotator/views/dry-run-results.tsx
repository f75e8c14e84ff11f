import { Download } from "lucide-react";
import { useState } from "react";
import type { Id } from "@/shared/api/id";
import { type CsvColumn, csvFileName, csvOf } from "@/shared/csv/csv";
import { exportCsv } from "@/shared/csv/export-csv";
import { counted } from "@/shared/format/number";
import { formatTime } from "@/shared/format/time";
import { useNow } from "@/shared/time/use-now";
import { Button } from "@/shared/ui/button/button";
import { Select } from "@/shared/ui/form-controls/select";
import { Notice } from "@/shared/ui/panel/notice";
import { Region } from "@/shared/ui/panel/panel";
import { type DryRun, whyDryRunIsEarlier } from "../dry-run";
import {
  discountOf,
  isSorting,
  type Review,
  type ReviewRow,
  reviewDryRun,
  type Sorting,
  sortings,
  sortRows,
  totalsOf,
} from "../dry-run-review";
import type { SaleSettings } from "../schema";
import { DiffList } from "./diff-list";
import styles from "./dry-run.module.css";

type DryRunResultsProps = { dryRun: DryRun; group: Id; settings: SaleSettings };

export function DryRunResults({ dryRun, group, settings }: DryRunResultsProps) {
  const [sorting, setSorting] = useState<Sorting>("sent");
  const earlier = whyDryRunIsEarlier(dryRun, group, settings, useNow());
  const { updates, removals } = totalsOf(dryRun.rotation);
  const review = reviewDryRun(dryRun.rotation, dryRun.settings);
  return (
    <Region
      title="Dry Run Results"
      level={3}
      meta={`${counted(updates, "update")} · ${counted(removals, "removal")} · the shop has not changed`}
      actions={
        <>
          <Select
            inline
            aria-label="Sort by"
            value={sorting}
            onChange={({ target }) => isSorting(target.value) && setSorting(target.value)}
            options={Object.entries(sortings).map(([value, label]) => ({ value, label }))}
          />
          <ExportDryRun review={review} group={dryRun.group.name} at={dryRun.at} />
        </>
      }
    >
      {earlier && (
        <Notice tone="warning" title="For earlier settings">
          <p>
            {earlier} Made for {dryRun.group.name} at {formatTime(dryRun.at)}. Repeat the dry run
            before changing the shop.
          </p>
        </Notice>
      )}
      <Doubts review={review} />
      <div className={styles.lists}>
        <DiffList
          title="Products to add to sale"
          none="No products are put on sale."
          rows={sortRows(review.additions, sorting)}
        />
        <DiffList
          title="Products to remove from sale"
          none="No products are taken off sale."
          rows={sortRows(review.removals, sorting)}
        />
      </div>
    </Region>
  );
}

/** Shows a mismatch of totals and the number of flagged products, above the lists. */
function Doubts({ review }: { review: Review }) {
  const flagged = [...review.additions, ...review.removals].filter(({ flags }) => flags.length > 0);
  return (
    <>
      {review.disagreement && (
        <Notice tone="danger" title="The totals do not match the lists">
          <p>{review.disagreement}</p>
        </Notice>
      )}
      {flagged.length > 0 && (
        <Notice tone="warning" title={`${counted(flagged.length, "product")} to check`}>
          <p>They are marked in the lists. Sort by 'Flagged first' to see them on top.</p>
        </Notice>
      )}
    </>
  );
}

type ExportDryRunProps = { review: Review; group: string; at: number };

function ExportDryRun({ review, group, at }: ExportDryRunProps) {
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

type Line = ReviewRow & { readonly variant?: string };

const columns: readonly CsvColumn<Line>[] = [
  { head: "Action", cell: ({ action }) => (action === "add" ? "Add to sale" : "Remove from sale") },
  { head: "Product", cell: ({ name }) => name },
  { head: "Product ID", cell: ({ id }) => id },
  { head: "Variant", cell: ({ variant }) => variant },
  { head: "Old price (RSD)", cell: ({ before }) => before },
  { head: "New price (RSD)", cell: ({ after }) => after },
  { head: "Discount (%)", cell: ({ discount }) => discount },
  { head: "Tags", cell: ({ tags }) => tags.join("; ") },
  { head: "Check", cell: ({ flags }) => flags.join("; ") },
];

/**
 * Returns both lists of a dry run as one table, in the order in which the server sent them: a line for
 * each variant.
 */
export const dryRunCsv = ({ additions, removals }: Review) =>
  csvOf(columns, [...additions, ...removals].flatMap(linesOf));

const linesOf = (row: ReviewRow): readonly Line[] =>
  row.variants.length === 0
    ? [row]
    : row.variants.map(({ title: variant, before, after }) => ({
        ...row,
        ...{ variant, before, after },
        discount: row.action === "add" ? discountOf(before, after) : null,
      }));
