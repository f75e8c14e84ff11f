import type { CSSProperties, ReactNode, Ref } from "react";
import { takeFocus } from "../focus/focus";
import { Skeleton } from "../status/skeleton";
import styles from "./record-grid.module.css";

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

type RecordItemProps = {
  /** True if a link has led to it: then it takes the focus. */
  isWanted: boolean;
  ref: Ref<HTMLLIElement> | undefined;
  children: ReactNode;
};

export const RecordItem = ({ isWanted, ref, children }: RecordItemProps) => (
  <li tabIndex={-1} ref={isWanted ? takeFocus : ref}>
    {children}
  </li>
);

export const RecordGridSkeleton = ({ column }: Pick<RecordGridProps, "column">) => (
  <div className={styles.grid} style={columnOf(column)}>
    <Skeleton height={300} radius={8} />
    <Skeleton height={300} radius={8} />
    <Skeleton height={300} radius={8} />
  </div>
);

const columnOf = (column: number) => ({ "--_column": `${column}px` }) as CSSProperties;
