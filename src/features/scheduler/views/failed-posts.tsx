import { CircleCheck, RotateCcw } from "lucide-react";
import { HiddenByTab, kindOf, type PostKind, PostThumb } from "@/entities/post";
import { useRead } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Button } from "@/shared/ui/button";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { StateDot } from "@/shared/ui/state-dot";
import { Table } from "@/shared/ui/table";
import { useRetryPost } from "../mutations";
import { schedulerQueries } from "../queries";
import type { ScheduledPost } from "../schema";
import { canRetry, statusInWords } from "../statuses";
import { Refusal } from "./maintenance";
import { PostAccount, PostWords } from "./post-parts";
import { Quiet } from "./quiet";
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
      {shown.length === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title={`No ${kind === "media" ? "image/video" : "text-only"} posts have failed.`}
        />
      ) : (
        <Table label="Failed posts" media className={styles.failed}>
          <Heads />
          <tbody>
            {shown.map((post) => (
              <FailedRow key={post.id} post={post} />
            ))}
          </tbody>
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

function FailedRow({ post }: { post: ScheduledPost }) {
  const { send, isBusy, failure } = useRetryPost();

  async function retry(button: HTMLElement) {
    const { kind } = await send({ params: { id: post.id } });
    // The row is about to leave, and the focus would leave with it.
    if (kind === "ok" && document.activeElement === button) focusNeighbour(button);
  }

  return (
    <tr>
      <td>
        <span className={styles.post}>
          <PostThumb content={post.content_queue_item} />
          <span className={styles.lines}>
            <PostAccount post={post} />
            <PostWords post={post} />
          </span>
        </span>
      </td>
      <td data-label="When">
        <span className={styles.when}>
          <Time value={post.publish_at} />
          <Time value={post.publish_at} as="relative" />
        </span>
      </td>
      <td data-label="Retries" data-align="end">
        {post.retry_count ?? "—"}
      </td>
      <td className={styles.error}>
        {post.status !== "failed" && (
          <StateDot state="waiting">{statusInWords(post.status)}</StateDot>
        )}
        <p className={styles.lastError}>
          <span className={styles.errorLabel}>Last error of this account: </span>
          {post.social_account?.last_known_error ?? "none reported"}
        </p>
        {failure && <Refusal {...failure} />}
      </td>
      <td data-align="end">
        {canRetry(post.status) ? (
          <Button
            size="sm"
            icon={<RotateCcw />}
            busy={isBusy}
            onClick={({ currentTarget }) => void retry(currentTarget)}
          >
            Retry
          </Button>
        ) : (
          <span className={styles.look}>Check the profile first</span>
        )}
      </td>
    </tr>
  );
}

function focusNeighbour(button: HTMLElement) {
  const row = button.closest("tr");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  (next?.querySelector("button") ?? button.closest("main"))?.focus();
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
