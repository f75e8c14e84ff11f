import { TriangleAlert } from "lucide-react";
import { Panel, PanelHead } from "@/shared/ui/panel/panel";
import { Badge, Count } from "@/shared/ui/status/badge";
import type { ReviewRow } from "../dry-run-review";
import { ProductPrices, Tags } from "./change";
import styles from "./dry-run.module.css";

type DiffListProps = {
  title: string;
  /** The level of the title: below that of the dialog or region around it. */
  level?: "h3" | "h4";
  none: string;
  rows: readonly ReviewRow[];
};

/** Shows one half of a dry run as a diff: a sign and a colour mark additions and removals. */
export function DiffList({ title, level: Title = "h4", none, rows }: DiffListProps) {
  return (
    <Panel>
      <PanelHead>
        <Title>{title}</Title>
        <Count>{rows.length}</Count>
      </PanelHead>
      {rows.length === 0 ? (
        <p className={styles.nothing}>{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too
        <ul className={styles.diff} aria-label={title} tabIndex={0}>
          {rows.map((row, index) => (
            // A product may be in a list twice, and the operator should see that.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <DiffRow key={`${row.id} ${index}`} {...row} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function DiffRow({ action, name, tags, flags, ...prices }: ReviewRow) {
  const hasVariants = prices.variants.length > 0;
  return (
    <li data-action={action}>
      <span className={styles.sign} aria-hidden="true">
        {action === "add" ? "+" : "−"}
      </span>
      <div className={styles.what}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {hasVariants && <ProductPrices {...prices} />}
        {flags.map((flag) => (
          <Badge key={flag} tone="warning" icon={<TriangleAlert />}>
            {flag}
          </Badge>
        ))}
      </div>
      {!hasVariants && <ProductPrices {...prices} />}
      <Tags tags={tags} action={action} />
    </li>
  );
}
