import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import styles from "./virtual-list.module.css";

export type VirtualListHandle = {
  /** Brings one into view, by as little scrolling as it takes. */
  readonly show: (index: number) => void;
};

type VirtualListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** Of what is seen at once, and of every row, in px. */
  height: number;
  rowHeight: number;
  /** One that stays wherever the list is scrolled to: it may have the focus. */
  keeps?: number | undefined;
  /** Where nothing in the rows can take the focus, the list itself is a stop for the keyboard. */
  isStop?: boolean;
  className?: string | undefined;
  ref?: Ref<VirtualListHandle>;
  /** Called as the list is drawn, with what stands in one row. */
  children: (item: Item, index: number) => ReactNode;
};

/** Rows that are drawn above and below those in view. */
const overscan = 4;

/**
 * A list of any length, of which only the rows in view are in the page. A screen reader is told all
 * the same how many there are, and which of them it reads.
 *
 * All rows have one height, so that where each stands is a multiplication: what measures rows keeps
 * a record of every one of 50,000, which takes longer than to draw those in view.
 */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  height,
  rowHeight,
  keeps,
  isStop,
  className,
  ref,
  children,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const follow = ({ scrollTop }: HTMLElement) => setTop(Math.floor(scrollTop / rowHeight));
  useImperativeHandle(ref, () => ({
    show: (index) => {
      const { current: element } = scroller;
      if (!element) return;
      const [start, end] = [index * rowHeight, (index + 1) * rowHeight];
      if (start < element.scrollTop) element.scrollTop = start;
      else if (end > element.scrollTop + height) element.scrollTop = end - height;
      follow(element);
    },
  }));
  const count = items.length;
  const inView = Math.ceil(height / rowHeight);
  const first = Math.max(0, Math.min(top, count - inView));
  const rows = rowsOf(
    Math.max(0, first - overscan),
    Math.min(count - 1, first + inView + overscan),
    keeps !== undefined && keeps < count ? keeps : undefined,
  );
  const stop = isStop ? { role: "region", "aria-label": label, tabIndex: 0 } : {};
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      style={{ height }}
      // In the same frame: rows that come with the next one leave a gap.
      onScroll={({ currentTarget }) => flushSync(() => follow(currentTarget))}
      {...stop}
    >
      <ul
        aria-label={label}
        className={className ? `${styles.list} ${className}` : styles.list}
        style={{ height: count * rowHeight }}
      >
        {rows.map((row) => {
          const item = items[row];
          if (item === undefined) return null;
          return (
            <li
              key={keyOf(item)}
              aria-setsize={count}
              aria-posinset={row + 1}
              data-row={row}
              style={placeOf(row, rowHeight)}
            >
              {children(item, row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const placeOf = (row: number, height: number): CSSProperties => ({
  height,
  transform: `translateY(${row * height}px)`,
});

/** In order, so that what is read out one after another is what stands below one another. */
function rowsOf(first: number, last: number, kept: number | undefined): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, row) => first + row);
  if (kept === undefined) return rows;
  if (kept < first) return [kept, ...rows];
  return kept > last ? [...rows, kept] : rows;
}
