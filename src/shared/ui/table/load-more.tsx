import { ChevronDown } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Failure } from "@/shared/query/outcome";
import { Button } from "../button";
import { FailureLine } from "../failure-line";
import { VisuallyHidden } from "../visually-hidden";
import styles from "./load-more.module.css";

type LoadMoreProps = {
  busy: boolean;
  onLoad: () => void;
  /** How many have been loaded. */
  shown?: number | undefined;
  /** The count stands elsewhere already. */
  isCountHidden?: boolean | undefined;
  /** Why the last press brought nothing. The button stays, and tries again. */
  failure?: Failure | undefined;
  /** All are loaded: nothing is left to press, only to say how many came last. */
  isDone?: boolean | undefined;
  /** What grows, where it is there: its first new entry gets the focus that the button takes along. */
  list?: RefObject<HTMLElement | null> | undefined;
};

/** Stays in the page when all are loaded, for a live region that leaves says nothing. */
export function LoadMore(props: LoadMoreProps) {
  const { busy, onLoad, shown, isCountHidden, failure, isDone } = props;
  const { place, said, press } = useGrowth(props);
  return (
    <>
      <VisuallyHidden ref={place} role="status">
        {said}
      </VisuallyHidden>
      {!isDone && (
        <div className={styles.more}>
          <Button
            icon={<ChevronDown />}
            busy={busy}
            onClick={() => {
              press();
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

/** Says how many a press has brought, and keeps the focus when the button leaves with the last. */
function useGrowth({ busy, shown = 0, isDone = false, failure, list }: LoadMoreProps) {
  const place = useRef<HTMLSpanElement>(null);
  const before = useRef<Before>(undefined);
  const [said, setSaid] = useState("");
  const hasFailed = failure !== undefined;

  useLayoutEffect(() => {
    // Noted as long as it loads: what is decided on meanwhile leaves the list.
    if (busy) before.current = { shown, entries: new Set(entriesOf(list?.current)) };
    const was = before.current;
    if (busy || !was) return;
    before.current = undefined;
    if (hasFailed) return;
    // A full page may have been the last: then there is nothing new, and that is said too.
    if (shown > was.shown || isDone) setSaid(`${Math.max(0, shown - was.shown)} more loaded`);
    // A button that leaves the page drops the focus on the body: whoever went on has it elsewhere.
    if (!isDone || document.activeElement !== document.body) return;
    const added = entriesOf(list?.current).find((entry) => !was.entries.has(entry));
    const target = added ?? list?.current ?? place.current;
    if (target instanceof HTMLElement) focusOn(target);
  }, [busy, shown, isDone, hasFailed, list]);

  function press() {
    setSaid("");
    // An answer may be there before it is seen to be awaited.
    before.current = { shown, entries: new Set(entriesOf(list?.current)) };
  }

  return { place, said, press };
}

/** What a list holds: its children, and of a table the rows, which may stand in several bodies. */
const entriesOf = (list: HTMLElement | null | undefined): readonly Element[] =>
  [...(list?.children ?? [])].flatMap((child) =>
    child instanceof HTMLTableSectionElement ? [...child.rows] : [child],
  );

/** Not on a control in it: a second Enter would press what nobody has read. */
function focusOn(target: HTMLElement) {
  target.tabIndex = -1;
  target.focus();
}
