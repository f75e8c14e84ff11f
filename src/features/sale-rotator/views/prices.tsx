import { ArrowRight } from "lucide-react";
import { formatFigure } from "@/shared/format/number";
import { VisuallyHidden } from "@/shared/ui/visually-hidden";
import styles from "./change.module.css";

type PricesProps = {
  before: number | null;
  after: number | null;
  /** In whole percent; null if no price is lowered. */
  discount: number | null;
};

/** Shows the old price, struck through, and the new one; an unchanged price only once. */
export function Prices({ before, after, discount }: PricesProps) {
  if (after === null) return <span className={styles.prices} />;
  return (
    <span className={styles.prices}>
      {before !== null && before !== after && (
        <>
          <VisuallyHidden>from </VisuallyHidden>
          <s>{formatFigure(before)}</s>
          <ArrowRight aria-hidden="true" />
          <VisuallyHidden> to </VisuallyHidden>
        </>
      )}
      <b>{formatFigure(after)}</b> <span>RSD</span>
      {discount !== null && <span className={styles.discount}>−{discount}%</span>}
    </span>
  );
}
