import { ArrowRight } from "lucide-react";
import { counted, formatFigure } from "@/shared/format/number";
import { discountOf } from "../dry-run-review";
import type { VariantPrices } from "../schema";
import styles from "./change.module.css";

type PricesProps = {
  before: number | null;
  after: number | null;
  /** In whole percent; null if no price is lowered. */
  discount: number | null;
};

type ProductPricesProps = PricesProps & { variants: readonly VariantPrices[] | null | undefined };

/**
 * Shows the prices of a product: of several variants the lowest and the highest, which open to those of
 * each.
 */
export function ProductPrices({ variants, ...prices }: ProductPricesProps) {
  if (!variants || variants.length < 2) return <Prices {...prices} />;
  const befores = variants.flatMap(({ before }) => before ?? []);
  const afters = variants.flatMap(({ after }) => after ?? []);
  const isKept = variants.every(({ before, after }) => before === after);
  const discounts = new Set(variants.map(({ before, after }) => discountOf(before, after)));
  const [discount = null] = discounts.size === 1 ? discounts : [];
  return (
    <details className={styles.variants}>
      <summary>
        {counted(variants.length, "variant")},{" "}
        <Change
          before={isKept || befores.length === 0 ? null : rangeOf(befores)}
          after={rangeOf(afters)}
          discount={discount}
        />
      </summary>
      <dl>
        {variants.map(({ title, before, after }, index) => (
          // Two variants may have the same title.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={index}>
            <dt>{title}</dt>
            <dd>
              <Prices before={before} after={after} discount={discountOf(before, after)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Returns '1,000–2,000': the lowest and the highest. */
function rangeOf(prices: readonly number[]) {
  if (prices.length === 0) return "—";
  const [lowest, highest] = [formatFigure(Math.min(...prices)), formatFigure(Math.max(...prices))];
  return lowest === highest ? lowest : `${lowest}–${highest}`;
}

/** Shows the old price, struck through, and the new one; an unchanged price only once. */
function Prices({ before, after, discount }: PricesProps) {
  if (after === null) return <span className={styles.prices} />;
  return (
    <Change
      before={before === null || before === after ? null : formatFigure(before)}
      after={formatFigure(after)}
      discount={discount}
    />
  );
}

type ChangeProps = { before: string | null; after: string; discount: number | null };

const Change = ({ before, after, discount }: ChangeProps) => (
  <span className={styles.prices}>
    {before !== null && (
      <>
        <span className="visually-hidden">from </span>
        <s>{before}</s>
        <ArrowRight aria-hidden="true" />
        <span className="visually-hidden"> to </span>
      </>
    )}
    <b>{after}</b> <span>RSD</span>
    {discount !== null && <span className={styles.discount}>−{discount}%</span>}
  </span>
);

type TagsProps = { tags: readonly string[]; action: "add" | "remove" };

/** Shows the shop's tags that are added or removed. */
export const Tags = ({ tags, action }: TagsProps) => (
  <span className={styles.tags}>
    {tags.map((tag) => (
      <code key={tag} data-action={action}>
        {action === "add" ? "+" : "−"} {tag}
      </code>
    ))}
  </span>
);
