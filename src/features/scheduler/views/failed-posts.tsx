import { CircleCheck, RotateCcw } from "lucide-react";
import { useState } from "react";
import { HiddenByTab, kindOf, type PostKind } from "@/entities/post";
import { useBatch } from "@/shared/query/use-batch";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { ConfirmDialog } from "@/shared/ui/dialog/confirm-dialog";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { Table } from "@/shared/ui/table";
import { groupFailed, mayBeLive } from "../failed-groups";
import { useRetryOneOfMany } from "../mutations";
import { schedulerQueries } from "../queries";
import type { ScheduledPost } from "../schema";
import { FailedGroupRows } from "./failed-group";
import { Quiet } from "./quiet";
import { RetryProgress } from "./retry-progress";
import styles from "./scheduler.module.css";

type FailedPostsProps = {
  kind: PostKind;
  /** Leads to the tab with the posts of the other kind. */
  onShowOther: () => void;
};

export function FailedPosts(props: FailedPostsProps) {
  return (
    <Region title="Failed Posts">
      <Panel>
        <PanelBoundary loading={<LoadingFailed />}>
          <Quiet>
            <FailedList {...props} />
          </Quiet>
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function FailedList({ kind, onShowOther }: FailedPostsProps) {
  const posts = useRead(schedulerQueries.status()).failed_posts.items;
  const shown = posts.filter((post) => kindOf(post.content_queue_item) === kind);
  return (
    <>
      <RetryAll posts={shown} />
      {shown.length === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title={`No ${kind === "media" ? "image/video" : "text-only"} posts have failed.`}
        />
      ) : (
        <Table label="Failed posts" media className={styles.failed}>
          <Heads />
          {groupFailed(shown).map((group) => (
            <FailedGroupRows key={group.id} group={group} />
          ))}
        </Table>
      )}
      {shown.length < posts.length && (
        <div className={styles.foot}>
          <HiddenByTab kind={kind} count={posts.length - shown.length} onShow={onShowOther} />
        </div>
      )}
    </>
  );
}

/** All that can be tried again without a look at a profile first; three at a time. */
function RetryAll({ posts }: { posts: readonly ScheduledPost[] }) {
  const { retryOne, reload } = useRetryOneOfMany();
  const { batch, run, stop, dismiss } = useBatch<ScheduledPost>();
  const [isAsking, setAsking] = useState(false);
  const safe = posts.filter((post) => !mayBeLive(post));
  const left = posts.length - safe.length;

  async function retry(all: readonly ScheduledPost[]) {
    setAsking(false);
    await run(all, ({ id }) => retryOne(id));
    reload();
  }

  if (batch) {
    return (
      <RetryProgress
        batch={batch}
        onStop={stop}
        onRetry={(failed) => void retry(failed)}
        onClose={dismiss}
      />
    );
  }
  if (safe.length < 2) return null;
  return (
    <div className={styles.retryAll}>
      <span className={`${styles.barWords} meta`}>
        {left === 0 ? `${safe.length} posts` : `${safe.length} of ${posts.length} posts`} can be
        sent again at once.
      </span>
      <Button size="sm" icon={<RotateCcw />} onClick={() => setAsking(true)}>
        Retry all
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Retry ${safe.length} failed posts?`}
        confirm="Retry all"
        icon={<RotateCcw />}
        tone="primary"
        onConfirm={() => void retry(safe)}
      >
        <p>
          {safe.length} posts are due at once and go out to the world.
          {left > 0 &&
            ` ${left === 1 ? "1 may already be live and is" : `${left} may already be live and are`} left out.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">Post</th>
      <th scope="col">When</th>
      <th scope="col" data-align="end">
        Retries
      </th>
      <th scope="col">Error</th>
      <th scope="col" data-align="end">
        Action
      </th>
    </tr>
  </thead>
);

const LoadingFailed = () => (
  <Loading label="Loading the failed posts">
    <Table label="Failed posts" media className={styles.failed}>
      <Heads />
      <tbody>
        <SkeletonRows
          rows={2}
          columns={[
            {},
            { width: 96 },
            { width: 16, align: "end" },
            {},
            { width: 64, align: "end" },
          ]}
        />
      </tbody>
    </Table>
  </Loading>
);
