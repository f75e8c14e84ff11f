import { Download } from "lucide-react";
import { type CsvColumn, csvFileName, csvOf } from "@/shared/csv/csv";
import { saveCsv } from "@/shared/csv/save-csv";
import { formatTime } from "@/shared/format/time";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button/button";
import { priceBefore } from "../confirmed-run";
import type { Run } from "../schema";
import styles from "./confirmed-run.module.css";
import { ActionPrices } from "./just-done";

type RunLogProps = { log: Run["log"]; group: string };

/** Lists the steps that were done with their times, newest first, and offers them as a download. */
export function RunLog({ log, group }: RunLogProps) {
  if (log.length === 0) return null;
  const download = () =>
    saveCsv(csvFileName(["confirmed-run", group], clock.now()), runLogCsv(log));
  return (
    <section className={styles.log} aria-label="Log">
      <div className={styles.logHead}>
        <h3>Log</h3>
        <Button size="sm" variant="ghost" icon={<Download />} onClick={download}>
          Download log
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too */}
      <ol aria-label="Steps that were done" tabIndex={0}>
        {log.toReversed().map(({ at, action }) => (
          <li key={`${at} ${action.product_id}`}>
            <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
            <span>{action.product_name}</span>
            <ActionPrices action={action} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type Entry = Run["log"][number];
type Line = Entry & {
  readonly variant?: string;
  readonly before: number | null;
  readonly after: number | null | undefined;
  readonly crossedOut: number | null | undefined;
};

const columns: readonly CsvColumn<Line>[] = [
  {
    head: "Time (UTC)",
    cell: ({ at }) => new Date(at).toISOString().slice(0, 19).replace("T", " "),
  },
  { head: "Product", cell: ({ action }) => action.product_name },
  { head: "Product ID", cell: ({ action }) => action.product_id },
  { head: "Variant", cell: ({ variant }) => variant },
  { head: "Old price (RSD)", cell: ({ before }) => before },
  { head: "Price (RSD)", cell: ({ after }) => after },
  { head: "Crossed out (RSD)", cell: ({ crossedOut }) => crossedOut },
  { head: "Tags added", cell: ({ action }) => action.tags_to_add?.join("; ") },
  { head: "Tags removed", cell: ({ action }) => action.tags_to_remove?.join("; ") },
];

/**
 * Returns the steps of a confirmed run with their times, in the order in which they were done: a line for
 * each variant.
 */
export const runLogCsv = (log: readonly Entry[]) => csvOf(columns, log.flatMap(linesOf));

function linesOf(entry: Entry): readonly Line[] {
  const { price, compare_at_price, variants } = entry.action;
  if (!variants || variants.length < 2) {
    const before = priceBefore(entry.action);
    return [{ ...entry, before, after: price, crossedOut: compare_at_price }];
  }
  return variants.map(({ title: variant, before, after, compare_at_price: crossedOut }) => ({
    ...entry,
    ...{ variant, before, after, crossedOut },
  }));
}
