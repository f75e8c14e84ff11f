import type { CSSProperties, ReactNode } from "react";
import styles from "./record-grid.module.css";
import { Skeleton } from "./skeleton";

type RecordGridProps = {
  /** The least width of a column, in pixels. */
  column: number;
  label?: string;
  /** A list item for each record. */
  children: ReactNode;
};

export const RecordGrid = ({ column, label, children }: RecordGridProps) => (
  <ul className={styles.grid} style={columnOf(column)} aria-label={label}>
    {children}
  </ul>
);

export const RecordGridSkeleton = ({ column }: Pick<RecordGridProps, "column">) => (
  <div className={styles.grid} style={columnOf(column)}>
    <Skeleton height={300} radius={8} />
    <Skeleton height={300} radius={8} />
    <Skeleton height={300} radius={8} />
  </div>
);

const columnOf = (column: number) => ({ "--_column": `${column}px` }) as CSSProperties;
