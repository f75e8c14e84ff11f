import type { ReactNode } from "react";
import { useGroupFilter, useOfGroup } from "@/entities/group";
import { HiddenByTab, type PostKind, PostThumb } from "@/entities/post";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { StackedTime } from "@/shared/time/stacked-time";
import { EmptyState } from "@/shared/ui/notice";
import { schedulerQueries } from "../queries";
import type { ScheduledPost } from "../schema";
import { ListFoot } from "./list-foot";
import { PostActions } from "./post-actions";
import { PostLines } from "./post-lines";
import styles from "./post-lists.module.css";
import { Overdue, PostAccount, PostStatus, PostWords } from "./post-parts";
import { useShownPosts } from "./use-shown-posts";

export type PostListProps = {
  kind: PostKind;
  /** Opens the tab with the posts of the other kind. */
  onShowOther: () => void;
  list: "upcoming_posts" | "recently_published";
  /** The usual status in this list, which is not shown. */
  usual: string;
  icon: ReactNode;
  none: string;
};

/** The posts of one list of the scheduler's status, with those of the other kind only counted. */
export function PostList({ kind, onShowOther, list, usual, icon, none }: PostListProps) {
  const { asked } = useGroupFilter();
  const posts = useRead(schedulerQueries.status(asked))[list].items;
  const { ofGroup, shown } = useShownPosts(kind)(posts);
  const group = useOfGroup();
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          icon={icon}
          title={`No ${kind === "media" ? "image/video" : "text-only"} posts${group} ${none}.`}
        />
      ) : (
        <ul className={styles.list}>
          {shown.map((post) => (
            <PostRow key={post.id} post={post} usual={usual} />
          ))}
        </ul>
      )}
      <ListFoot isShown={shown.length < ofGroup.length}>
        <HiddenByTab kind={kind} count={ofGroup.length - shown.length} onShow={onShowOther} />
      </ListFoot>
    </>
  );
}

const PostRow = ({ post, usual }: { post: ScheduledPost; usual: string }) => (
  <li className={styles.row}>
    <PostThumb content={post.content_queue_item} />
    <PostLines>
      <PostAccount post={post} />
      <PostWords post={post} />
    </PostLines>
    <span className={styles.rowEnd}>
      <StackedTime value={post.publish_at} />
      {usual === "scheduled" && <Overdue post={post} />}
      <PostStatus post={post} usual={usual} />
      {post.retry_count ? (
        <span className={styles.retries}>
          {post.retry_count === 1 ? "1 retry" : `${post.retry_count} retries`}
        </span>
      ) : null}
      {post.published_post_url && <SafeLink url={post.published_post_url}>View post</SafeLink>}
      {usual === "scheduled" && <PostActions post={post} />}
    </span>
  </li>
);
