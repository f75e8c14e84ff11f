import { ArrowDown, ArrowUp } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useOverflow } from "../use-overflow";
import styles from "./table.module.css";

type TableProps = ComponentProps<"table"> & {
  label: string;
  /** Rows hold thumbnails. */
  media?: boolean | undefined;
  /**
   * thead and tbody. Figures get `data-align="end"`. When rows become cards, a cell shows its
   * `data-label` above itself, and a cell without one takes the whole width.
   */
  children: ReactNode;
};

/** While it has to scroll, the table is a keyboard stop with a name of its own. */
export function Table({ label, media, className, children, ...rest }: TableProps) {
  const [wrap, hidden] = useOverflow();
  const scrolls = hidden !== undefined && hidden !== "none";
  const region = scrolls ? { role: "region", "aria-label": label, tabIndex: 0 } : {};
  return (
    <div ref={wrap} className={styles.wrap} data-scrolls={hidden} {...region}>
      <table
        {...rest}
        aria-label={label}
        className={className ? `${styles.table} ${className}` : styles.table}
        data-media={media ? "" : undefined}
      >
        {children}
      </table>
    </div>
  );
}

type SortHeaderProps = {
  label: string;
  /** Undefined if the table is sorted by another column. */
  sort: "ascending" | "descending" | undefined;
  onSort: () => void;
  align?: "start" | "end";
};

export function SortHeader({ label, sort, onSort, align = "start" }: SortHeaderProps) {
  return (
    <th scope="col" aria-sort={sort} data-align={align}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {label}
        {sort === "ascending" ? <ArrowUp /> : <ArrowDown />}
      </button>
    </th>
  );
}
