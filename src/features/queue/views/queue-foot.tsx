import type { RefObject } from "react";
import { HiddenByTab, kindNames, type PostKind } from "@/entities/post";
import type { Failure } from "@/shared/query/outcome";
import { LoadMore } from "@/shared/ui/table/load-more";
import styles from "./approval-queue.module.css";

type QueueFootProps = {
  kind: PostKind;
  /** How many are loaded, how many of them are of the shown group, and how many of these of this kind. */
  loaded: number;
  items: number;
  shown: number;
  hasMore: boolean;
  busy: boolean;
  moreFailure: Failure | undefined;
  onLoad: () => void;
  onShowOther: () => void;
  list: RefObject<HTMLElement | null>;
};

/** Below a list of the queue: what the other tab shows, and the next page. */
export function QueueFoot({
  kind,
  loaded,
  items,
  shown,
  hasMore,
  busy,
  moreFailure,
  onLoad,
  onShowOther,
  list,
}: QueueFootProps) {
  const isDone = !hasMore && moreFailure === undefined;
  const isFooted = !isDone || shown < items;
  return (
    <div className={isFooted ? styles.foot : undefined}>
      {hasMore && shown === 0 && loaded > 0 && (
        <p className="meta">
          No {kindNames[kind]} posts in the first {loaded}.
        </p>
      )}
      <HiddenByTab kind={kind} count={items - shown} onShow={onShowOther} />
      <LoadMore
        busy={busy}
        onLoad={onLoad}
        shown={items}
        isCountHidden={shown === 0}
        failure={moreFailure}
        isDone={isDone}
        list={list}
      />
    </div>
  );
}
