import { CircleCheck } from "lucide-react";
import { HiddenByTab, kindOf, type PostKind } from "@/entities/post";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { Table } from "@/shared/ui/table";
import { groupFailed } from "../failed-groups";
import { schedulerQueries } from "../queries";
import { FailedGroupRows } from "./failed-group";
import styles from "./failed-posts.module.css";
import { ListFoot } from "./list-foot";
import { Quiet } from "./quiet";
import { RetryAll } from "./retry-all";

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
      <ListFoot isShown={shown.length < posts.length}>
        <HiddenByTab kind={kind} count={posts.length - shown.length} onShow={onShowOther} />
      </ListFoot>
    </>
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
