import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useGroupFilter, useOfGroup } from "@/entities/group";
import { kindNames, ListFoot, type PostKind } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Region } from "@/shared/ui/panel/panel";
import { Loading, SkeletonRows } from "@/shared/ui/status/skeleton";
import { Table } from "@/shared/ui/table/table";
import { groupFailed } from "../../failed-groups";
import { schedulerQueries } from "../../queries";
import { NoPosts, StatusPanel, useShownPosts } from "../list-parts";
import { EditPost } from "../post/post-context";
import { FailedGroupRows, type SettingsLink } from "./failed-group";
import styles from "./failed-posts.module.css";

import { RetryAll } from "./retry-all";

export const FailedPosts = (props: FailedListProps) => (
  <Region title="Failed Posts">
    <StatusPanel loading={<LoadingFailed />}>
      <FailedList {...props} />
    </StatusPanel>
  </Region>
);

const LoadingFailed = () => (
  <Loading label="Loading failed posts">
    <Table label="Failed posts" media className={styles.failed}>
      <FailedHeads />
      <tbody>
        <SkeletonRows
          rows={2}
          columns={[{}, { width: 96 }, { width: 16, align: "end" }, { width: 64, align: "end" }]}
        />
      </tbody>
    </Table>
  </Loading>
);

export type FailedListProps = {
  kind: PostKind;
  /** Opens the tab with the posts of the other kind. */
  onShowOther: () => void;
  /** The dialog that changes a post's content, which is closed without one. */
  editor: (content: Id | undefined, onClose: () => void) => ReactNode;
  settingsLink: SettingsLink;
};

function FailedList({ kind, onShowOther, editor, settingsLink }: FailedListProps) {
  const { asked } = useGroupFilter();
  const { items, unreadable } = useRead(schedulerQueries.status(asked)).failed_posts;
  const { shown, hidden } = useShownPosts(kind)(items);
  const group = useOfGroup();
  const [edited, setEdited] = useState<Id>();
  return (
    <EditPost value={setEdited}>
      <RetryAll posts={shown} />
      {shown.length === 0 ? (
        <NoPosts
          icon={<CircleCheck />}
          unreadable={unreadable}
          title={`No ${kindNames[kind]} posts${group} have failed.`}
        />
      ) : (
        <Table label="Failed posts" media className={styles.failed}>
          <FailedHeads />
          {groupFailed(shown).map((group) => (
            <FailedGroupRows key={group.id} group={group} settingsLink={settingsLink} />
          ))}
        </Table>
      )}
      <ListFoot kind={kind} hidden={hidden} onShowOther={onShowOther} />
      {editor(edited, () => setEdited(undefined))}
    </EditPost>
  );
}

const FailedHeads = () => (
  <thead>
    <tr>
      <th scope="col">Post</th>
      <th scope="col">When</th>
      <th scope="col" data-align="end">
        Retries
      </th>
      <th scope="col" data-align="end">
        Action
      </th>
    </tr>
  </thead>
);
