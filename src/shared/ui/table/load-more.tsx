import { ChevronDown } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Failure } from "@/shared/query/outcome";
import { Button } from "../button/button";
import { FailureLine } from "../status/failure-line";
import styles from "./load-more.module.css";

type LoadMoreProps = {
  busy: boolean;
  onLoad: () => void;
  /** How many have been loaded. */
  shown?: number | undefined;
  /** True if the count is already shown elsewhere. */
  isCountHidden?: boolean | undefined;
  /** The failure of the last press. The button stays, and tries again. */
  failure?: Failure | undefined;
  /** True if all are loaded: the button is gone, and only the size of the last page is announced. */
  isDone?: boolean | undefined;
  /**
   * The list that grows, if it is rendered. Its first new entry gets the focus when the button was
   * pressed by key, and when the button is removed while focused.
   */
  list?: RefObject<HTMLElement | null> | undefined;
};

/** Stays in the page when all are loaded, because a live region that is removed announces nothing. */
export function LoadMore(props: LoadMoreProps) {
  const { busy, onLoad, shown, isCountHidden, failure, isDone } = props;
  const { place, foot, said, press } = useGrowth(props);
  return (
    <>
      <span className="visually-hidden" ref={place} role="status">
        {said}
      </span>
      {!isDone && (
        <div ref={foot} className={styles.more}>
          <Button
            icon={<ChevronDown />}
            busy={busy}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={({ detail }) => {
              // The second click of a double click may come after a fast answer.
              if (detail > 1 && !failure) return;
              // A press by key counts no clicks.
              press(detail === 0);
              onLoad();
            }}
          >
            Load More
          </Button>
          {failure ? (
            <div role="alert">
              <FailureLine {...failure} />
            </div>
          ) : (
            shown !== undefined &&
            !isCountHidden && <span className={styles.shown}>{shown} loaded</span>
          )}
        </div>
      )}
    </>
  );
}

type Before = { readonly shown: number; readonly entries: ReadonlySet<Element> };

/**
 * Announces how many entries a press has loaded, and keeps the focus when the button is removed
 * after the last page.
 */
function useGrowth({ busy, shown = 0, isDone = false, failure, list }: LoadMoreProps) {
  const place = useRef<HTMLSpanElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const isByKey = useRef(false);
  const before = useRef<Before>(undefined);
  const [said, setSaid] = useState("");
  const hasFailed = failure !== undefined;

  useLayoutEffect(() => {
    // Updated for as long as it loads, because items that are decided on meanwhile leave the list.
    if (busy) before.current = { shown, entries: new Set(entriesOf(list?.current)) };
    const was = before.current;
    if (busy || !was) return;
    before.current = undefined;
    if (hasFailed) return;
    // A full page may have been the last one: then nothing new arrives, and that is announced too.
    if (shown > was.shown || isDone) setSaid(`${Math.max(0, shown - was.shown)} more loaded`);
    const { activeElement } = document;
    // The new entries push the button out of the window: the keyboard would go on below them.
    const isBelow = isByKey.current && foot.current?.contains(activeElement);
    // A removed button leaves the focus on the body. If it is elsewhere, the operator has moved on.
    if (!isBelow && !(isDone && activeElement === document.body)) return;
    const added = entriesOf(list?.current).find((entry) => !was.entries.has(entry));
    const target = added ?? (isDone ? (list?.current ?? place.current) : undefined);
    if (target instanceof HTMLElement) focusOn(target);
  }, [busy, shown, isDone, hasFailed, list]);

  function press(byKey: boolean) {
    setSaid("");
    isByKey.current = byKey;
    // The answer may arrive before a render with `busy`.
    before.current = { shown, entries: new Set(entriesOf(list?.current)) };
  }

  return { place, foot, said, press };
}

/**
 * Returns the entries of a list: its children, or the rows of a table, which may be in several
 * bodies.
 */
const entriesOf = (list: HTMLElement | null | undefined): readonly Element[] =>
  [...(list?.children ?? [])].flatMap((child) =>
    child instanceof HTMLTableSectionElement ? [...child.rows] : [child],
  );

/**
 * Focuses the entry itself, not a control in it: a second Enter would press a control that nobody
 * has read.
 */
function focusOn(target: HTMLElement) {
  target.tabIndex = -1;
  target.focus();
}
