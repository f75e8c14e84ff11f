import { useMemo } from "react";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { type ReviewRow, rowOfAddition, rowOfRemoval } from "../dry-run-review";
import { additionSchema, type Run, removalSchema } from "../schema";
import styles from "./confirmed-run.module.css";
import { DiffList } from "./diff-list";
import { ProductPrices, Tags } from "./prices";

/** What 'Proceed' will do, and all that remains. */
export function RemainingSteps({ run }: { run: Run }) {
  const { next, updates, removals, unreadable } = useMemo(() => remainingSteps(run), [run]);
  return (
    <>
      {next && <NextStep step={next} />}
      <div className={styles.lists}>
        <DiffList title="Remaining updates" level="h3" none="No updates remain." rows={updates} />
        <DiffList
          title="Remaining removals"
          level="h3"
          none="No removals remain."
          rows={removals}
        />
      </div>
      {unreadable > 0 && (
        <p className={styles.unreadable}>
          {counted(unreadable, "remaining step")} cannot be shown, but will still be done.
        </p>
      )}
    </>
  );
}

const NextStep = ({ step }: { step: ReviewRow }) => (
  <section className={styles.justDone} aria-label="Next step">
    <p>Next: {step.action === "add" ? "put on sale" : "take off sale"}</p>
    <div className={styles.done}>
      <div>
        <strong>{step.name}</strong>
        <ProductPrices {...step} />
      </div>
      <Tags tags={step.tags} action={step.action} />
    </div>
  </section>
);

type Remaining = {
  readonly updates: readonly ReviewRow[];
  readonly removals: readonly ReviewRow[];
  /** Steps of another server that the console cannot read; they are sent back all the same. */
  readonly unreadable: number;
  /** The change of the next step; undefined if the server does not say so. */
  readonly next: ReviewRow | undefined;
};

/** Reads the remaining lists of a run, which themselves stay exactly as the server sent them. */
function remainingSteps({ updates, removals, nextId }: Run): Remaining {
  const read = {
    updates: updates.flatMap((step) => {
      const { data } = additionSchema.safeParse(step);
      return data ? [rowOfAddition(data)] : [];
    }),
    removals: removals.flatMap((step) => {
      const { data } = removalSchema.safeParse(step);
      return data ? [rowOfRemoval(data)] : [];
    }),
  };
  const all = [...read.removals, ...read.updates];
  return {
    ...read,
    unreadable: updates.length + removals.length - all.length,
    next: nextOf(all, nextId),
  };
}

/** Returns undefined for an id that is in both lists: it does not tell which of the two is next. */
function nextOf(rows: readonly ReviewRow[], id: Id | null | undefined) {
  const found = rows.filter((row) => row.id === String(id));
  return found.length === 1 ? found[0] : undefined;
}
