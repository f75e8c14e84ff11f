import { Check } from "lucide-react";
import { priceBefore } from "../confirmed-run";
import { discountOf } from "../dry-run-review";
import type { CompletedAction, Run } from "../schema";
import styles from "./confirmed-run.module.css";
import { ProductPrices, Tags } from "./prices";

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
export function ActionPrices({ action }: { action: CompletedAction }) {
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
