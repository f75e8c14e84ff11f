import { CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useGroupFilter, useOfGroup } from "@/entities/group";
import { HiddenByTab, type PostKind } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { LazyDialog } from "@/shared/lazy/lazy-dialog";
import { useRead } from "@/shared/query/use-read";
import { Table } from "@/shared/ui/table/table";
import { groupFailed } from "../failed-groups";
import { schedulerQueries } from "../queries";
import { EditPost } from "./edit-post";
import { FailedGroupRows, type SettingsLink } from "./failed-group";
import { FailedHeads } from "./failed-heads";
import styles from "./failed-posts.module.css";
import { ListFoot } from "./list-foot";
import { NoPosts } from "./no-posts";
import { RetryAll } from "./retry-all";
import { useShownPosts } from "./use-shown-posts";

export type FailedListProps = {
  kind: PostKind;
  /** Opens the tab with the posts of the other kind. */
  onShowOther: () => void;
  /** The dialog that changes a post's content, which is closed without one. */
  editor: (content: Id | undefined, onClose: () => void) => ReactNode;
  settingsLink: SettingsLink;
};

export function FailedList({ kind, onShowOther, editor, settingsLink }: FailedListProps) {
  const { asked } = useGroupFilter();
  const { items, unreadable } = useRead(schedulerQueries.status(asked)).failed_posts;
  const { ofGroup, shown } = useShownPosts(kind)(items);
  const group = useOfGroup();
  const [edited, setEdited] = useState<Id>();
  const close = () => setEdited(undefined);
  return (
    <EditPost value={setEdited}>
      <RetryAll posts={shown} />
      {shown.length === 0 ? (
        <NoPosts
          icon={<CircleCheck />}
          unreadable={unreadable}
          title={`No ${kind === "media" ? "image/video" : "text-only"} posts${group} have failed.`}
        />
      ) : (
        <Table label="Failed posts" media className={styles.failed}>
          <FailedHeads />
          {groupFailed(shown).map((group) => (
            <FailedGroupRows key={group.id} group={group} settingsLink={settingsLink} />
          ))}
        </Table>
      )}
      <ListFoot isShown={shown.length < ofGroup.length}>
        <HiddenByTab kind={kind} count={ofGroup.length - shown.length} onShow={onShowOther} />
      </ListFoot>
      <LazyDialog open={edited !== undefined} onOpenChange={close}>
        {editor(edited, close)}
      </LazyDialog>
    </EditPost>
  );
}
