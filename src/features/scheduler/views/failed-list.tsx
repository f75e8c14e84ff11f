import { CircleCheck } from "lucide-react";
import { HiddenByTab, kindOf, type PostKind } from "@/entities/post";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/notice";
import { Table } from "@/shared/ui/table/table";
import { groupFailed } from "../failed-groups";
import { schedulerQueries } from "../queries";
import { FailedGroupRows } from "./failed-group";
import { FailedHeads } from "./failed-heads";
import styles from "./failed-posts.module.css";
import { ListFoot } from "./list-foot";
import { RetryAll } from "./retry-all";

export type FailedListProps = {
  kind: PostKind;
  /** Opens the tab with the posts of the other kind. */
  onShowOther: () => void;
};

export function FailedList({ kind, onShowOther }: FailedListProps) {
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
          <FailedHeads />
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
