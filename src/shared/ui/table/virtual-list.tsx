import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { designScale } from "../design-scale";
import styles from "./virtual-list.module.css";

export type VirtualListHandle = {
  /** Scrolls a row into view, by as little as it takes. */
  readonly show: (index: number) => void;
};

type VirtualListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** The height of the visible part, and of every row, in px of the design. */
  height: number;
  rowHeight: number;
  /** The index of a row that stays rendered wherever the list is scrolled to: it may have the focus. */
  keeps?: number | undefined;
  /** True if nothing in the rows can take the focus: the list itself is then a keyboard stop. */
  isStop?: boolean;
  className?: string | undefined;
  ref?: Ref<VirtualListHandle>;
  /** Renders the content of one row, while the list renders. */
  children: (item: Item, index: number) => ReactNode;
};

/** Rows that are rendered above and below those in view. */
const overscan = 4;

/**
 * A list of any length that renders only the rows in view, and on paper all of them. A screen
 * reader still reads how many rows there are, and which one it is at.
 *
 * All rows have one height, so that the position of each is a multiplication. A library that
 * measures rows keeps a record of every one of 50,000, which takes longer than rendering those in
 * view.
 */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  keeps,
  isStop,
  className,
  ref,
  children,
  ...design
}: VirtualListProps<Item>) {
  const [scale] = useState(designScale);
  const height = design.height * scale;
  const rowHeight = design.rowHeight * scale;
  const isPrinting = usePrinting();
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
  const rows = isPrinting
    ? [...items.keys()]
    : rowsOf(
        Math.max(0, first - overscan),
        Math.min(count - 1, first + inView + overscan),
        keeps !== undefined && keeps < count ? keeps : undefined,
      );
  const stop = isStop ? { role: "region", "aria-label": label, tabIndex: 0 } : {};
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      style={isPrinting ? undefined : { height }}
      // Rendered in the same frame: rows that come with the next one leave a gap.
      onScroll={({ currentTarget }) => flushSync(() => follow(currentTarget))}
      {...stop}
    >
      <ul
        aria-label={label}
        className={className ? `${styles.list} ${className}` : styles.list}
        style={isPrinting ? undefined : { height: count * rowHeight }}
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
              style={isPrinting ? undefined : placeOf(row, rowHeight)}
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

/**
 * Returns the rows in order, so that a screen reader reads them in the order in which they are
 * seen.
 */
function rowsOf(first: number, last: number, kept: number | undefined): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, row) => first + row);
  if (kept === undefined) return rows;
  if (kept < first) return [kept, ...rows];
  return kept > last ? [...rows, kept] : rows;
}

/** Returns true while the page is printed: then all must be rendered, not only what is in view. */
function usePrinting() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the page as it is when the `beforeprint` listeners return.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
