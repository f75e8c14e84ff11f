import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./step-list.module.css";

export type Step = {
  readonly title: string;
  readonly hint: string;
  readonly isDone: boolean;
  /** Opens the place of the step; `isNext` asks for the primary look. */
  readonly action?: (isNext: boolean) => ReactNode;
};

type StepListProps = { label: string; steps: readonly Step[] };

/** Steps to take one after another: what is done, and the one that is next. */
export function StepList({ label, steps }: StepListProps) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol aria-label={label} className={styles.steps}>
      {steps.map((step, index) => (
        <StepRow key={step.title} step={step} number={index + 1} isNext={step === next} />
      ))}
    </ol>
  );
}

type StepRowProps = { step: Step; number: number; isNext: boolean };

function StepRow({ step, number, isNext }: StepRowProps) {
  const { title, hint, isDone, action } = step;
  return (
    <li aria-current={isNext ? "step" : undefined}>
      {isDone ? <CircleCheck aria-hidden /> : <b aria-hidden="true">{number}</b>}
      <div>
        <p className={styles.title}>
          {title} <span>{isDone ? "Done" : isNext ? "Next" : "Later"}</span>
        </p>
        <p className={styles.hint}>{hint}</p>
      </div>
      {!isDone && action?.(isNext)}
    </li>
  );
}
