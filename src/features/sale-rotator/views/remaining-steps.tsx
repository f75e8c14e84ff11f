import { useMemo } from "react";
import { counted } from "@/shared/format/number";
import { type RemainingSteps as Remaining, remainingSteps } from "../remaining-steps";
import type { Run } from "../schema";
import styles from "./confirmed-run.module.css";
import { DiffList } from "./diff-list";
import { ProductPrices } from "./prices";
import { Tags } from "./tags";

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

const NextStep = ({ step }: { step: NonNullable<Remaining["next"]> }) => (
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
