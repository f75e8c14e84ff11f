import type { QueryKey } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useRef } from "react";
import { HiddenByTab, kindOf, type PostKind } from "@/entities/post";
import { useReadPages } from "@/shared/query/use-read";
import { LoadMore } from "@/shared/ui/load-more";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { itemsOf } from "../pages";
import { queueQueries } from "../queries";
import styles from "./approval-queue.module.css";
import { LoadingQueue, QueueCard } from "./queue-card";
import { useDecisions } from "./use-decisions";

type ApprovalQueueProps = {
  /** Which posts are shown; those of the other kind are counted. */
  kind: PostKind;
  /** Queries of other slices that an approval makes out of date. */
  refreshes: readonly QueryKey[];
  /** Shows the posts of the other kind. */
  onShowOther: () => void;
};

export function ApprovalQueue(props: ApprovalQueueProps) {
  return (
    <Region title="Content Approval Queue">
      <Panel className={styles.panel}>
        <PanelBoundary loading={<LoadingQueue />}>
          <PendingItems {...props} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function PendingItems({ kind, refreshes, onShowOther }: ApprovalQueueProps) {
  const { pages, hasMore, isLoadingMore, moreFailure, loadMore } = useReadPages(
    queueQueries.pending(),
  );
  const { isLeaving, failureOf, decide } = useDecisions(refreshes);
  const items = itemsOf(pages).filter(({ id }) => !isLeaving(id));
  const shown = items.filter((item) => kindOf(item) === kind);
  const list = useRef<HTMLUListElement>(null);
  const isDone = !hasMore && moreFailure === undefined;
  const isFooted = !isDone || shown.length < items.length;

  return (
    <>
      {shown.length > 0 && (
        <ul ref={list} className={styles.cards}>
          {shown.map((item, index) => (
            <QueueCard
              key={item.id}
              item={item}
              isFirst={index === 0}
              failure={failureOf(item.id)}
              onDecide={(decision, event) => decide(decision, item.id, event)}
            />
          ))}
        </ul>
      )}
      {shown.length === 0 && !hasMore && <NothingPending kind={kind} />}
      <div className={isFooted ? styles.foot : undefined}>
        {hasMore && shown.length === 0 && items.length > 0 && (
          <p className="meta">None among the {items.length} loaded.</p>
        )}
        <HiddenByTab kind={kind} count={items.length - shown.length} onShow={onShowOther} />
        <LoadMore
          busy={isLoadingMore}
          onLoad={loadMore}
          shown={items.length}
          isCountHidden={shown.length === 0}
          failure={moreFailure}
          isDone={isDone}
          list={list}
        />
      </div>
    </>
  );
}

const NothingPending = ({ kind }: { kind: PostKind }) => (
  <EmptyState
    icon={<ListChecks />}
    title={`No ${kind === "media" ? "image/video" : "text-only"} posts wait for approval.`}
    hint="What is generated in the Content Library comes here first."
  />
);
