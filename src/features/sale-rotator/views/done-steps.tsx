import { Check, Download } from "lucide-react";
import { type CsvColumn, csvFileName, csvOf } from "@/shared/csv/csv";
import { saveCsv } from "@/shared/csv/export-csv";
import { formatTime } from "@/shared/format/time";
import { clock } from "@/shared/time/clock";
import { Button } from "@/shared/ui/button/button";
import { priceBefore } from "../confirmed-run";
import { discountOf } from "../dry-run-review";
import type { CompletedAction, Run } from "../schema";
import { ProductPrices, Tags } from "./change";
import styles from "./confirmed-run.module.css";

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

type JustDoneProps = {
  run: Run;
  /** True while a step is under way. */
  isProceeding: boolean;
};

/** Shows the change of the last step; before the first step, the state of the run. */
export function JustDone({ run, isProceeding }: JustDoneProps) {
  const last = run.log.at(-1);
  if (!last) {
    const text = sayBeforeFirst(run, isProceeding);
    if (!text) return null;
    return (
      <p className={styles.justDone} role="status">
        {text}
      </p>
    );
  }
  return (
    <div className={styles.justDone} role="status">
      <p>Just done</p>
      <div className={styles.done}>
        <span className={styles.doneMark}>
          <Check aria-hidden="true" />
        </span>
        <div>
          <strong>{last.action.product_name}</strong>
          <ActionPrices action={last.action} />
        </div>
        <ActionTags action={last.action} />
      </div>
    </div>
  );
}

/** Returns undefined if it is unknown whether the first step was done: its failure says so. */
function sayBeforeFirst({ total, isInDoubt }: Run, isProceeding: boolean) {
  if (total === 0) return "There was nothing to change.";
  if (isProceeding) return "The first step is running.";
  return isInDoubt ? undefined : "Nothing has changed yet. Proceed runs the first step.";
}

/** Shows the prices that a step has set. */
function ActionPrices({ action }: { action: CompletedAction }) {
  const after = action.price ?? null;
  const before = priceBefore(action);
  const discount = before === null || after === null ? null : discountOf(before, after);
  return (
    <ProductPrices before={before} after={after} discount={discount} variants={action.variants} />
  );
}

const ActionTags = ({ action }: { action: CompletedAction }) => (
  <>
    <Tags tags={action.tags_to_add ?? []} action="add" />
    <Tags tags={action.tags_to_remove ?? []} action="remove" />
  </>
);
