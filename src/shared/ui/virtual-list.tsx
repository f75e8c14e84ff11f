import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
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

/**
 * A list of any length, of which only the rows in view are in the page. A screen reader is told all
 * the same how many there are, and which of them it reads.
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
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // Its height is known: there is nothing to measure, and to wait for.
    initialRect: { width: 0, height },
    observeElementRect: (_, tell) => tell({ width: 0, height }),
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) =>
      rowsOf(
        Math.max(0, startIndex - overscan),
        Math.min(count - 1, endIndex + overscan),
        keeps !== undefined && keeps < count ? keeps : undefined,
      ),
  });
  useImperativeHandle(ref, () => ({ show: (index) => virtualizer.scrollToIndex(index) }));
  const stop = isStop ? { role: "region", "aria-label": label, tabIndex: 0 } : {};
  return (
    <div ref={scroller} className={styles.scroller} style={{ height }} {...stop}>
      <ul
        aria-label={label}
        className={className ? `${styles.list} ${className}` : styles.list}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              // Not the virtualizer's: it would ask for those of all rows whenever one comes into view.
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              data-row={row.index}
              style={placeOf(row)}
            >
              {children(item, row.index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const placeOf = ({ start, size }: VirtualItem): CSSProperties => ({
  height: size,
  transform: `translateY(${start}px)`,
});

/** In order, so that what is read out one after another is what stands below one another. */
function rowsOf(first: number, last: number, kept: number | undefined): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, row) => first + row);
  if (kept === undefined) return rows;
  if (kept < first) return [kept, ...rows];
  return kept > last ? [...rows, kept] : rows;
}
