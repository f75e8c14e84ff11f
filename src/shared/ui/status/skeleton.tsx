import type { ReactNode } from "react";
import styles from "./skeleton.module.css";

type SkeletonProps = {
  /** A number is in px of the design. */
  width?: number | string;
  height?: number | string;
  radius?: number | string;
  align?: "start" | "center" | "end";
};

/** Has the shape, place and size of the content to come, so that nothing moves when that is there. */
export function Skeleton({ width, height, radius, align }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      data-align={align}
      style={{ width: lengthOf(width), height: lengthOf(height), borderRadius: radius }}
    />
  );
}

/** In rem, as in the style sheets, so that it follows the browser's font size. */
const lengthOf = (length: number | string | undefined) =>
  typeof length === "number" ? `${length / 16}rem` : length;

const widths = ["70%", "52%", "64%", "58%"];

type SkeletonRowsProps = {
  rows: number;
  /** The number of columns, or the shape of each: figures are short and stand at the end. */
  columns: number | readonly SkeletonProps[];
};

/** Rows for a table's tbody, below the real heads. */
export function SkeletonRows({ rows, columns }: SkeletonRowsProps) {
  const shapes: readonly SkeletonProps[] =
    typeof columns === "number" ? Array.from({ length: columns }, () => ({})) : columns;
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no ids and never move
    <tr key={row}>
      {shapes.map((shape, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={column} data-align={shape.align}>
          <Skeleton width={widths[(row + column) % widths.length]} {...shape} />
        </td>
      ))}
    </tr>
  ));
}

type LoadingProps = {
  label: string;
  /** Shows the label too, if the screen has a text for it. */
  visible?: boolean;
  children?: ReactNode;
};

export function Loading({ label, visible, children }: LoadingProps) {
  return (
    <div className={styles.loading} aria-busy="true" data-loading="">
      {visible ? (
        <p role="status" data-visible="">
          {label}
        </p>
      ) : (
        <span className="visually-hidden" role="status">
          {label}
        </span>
      )}
      {children}
    </div>
  );
}
