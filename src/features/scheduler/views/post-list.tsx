import type { ReactNode } from "react";
import { useGroupFilter, useOfGroup } from "@/entities/group";
import { HiddenByTab, type PostKind, PostThumb, SubredditResults } from "@/entities/post";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { StackedTime } from "@/shared/time/stacked-time";
import { type Posts, rowsOf } from "../joined-posts";
import { schedulerQueries } from "../queries";
import { ListFoot } from "./list-foot";
import { NoPosts } from "./no-posts";
import { AccountLink, AccountMenu, PostAccounts } from "./post-accounts";
import { PostActions } from "./post-actions";
import { PostLines } from "./post-lines";
import styles from "./post-lists.module.css";
import { PostNotes } from "./post-notes";
import { PostWords } from "./post-parts";
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

/** The posts of one list of the scheduler's status in rows of one content, with those of the other kind only counted. */
export function PostList({ kind, onShowOther, list, usual, icon, none }: PostListProps) {
  const { asked } = useGroupFilter();
  const { items, unreadable } = useRead(schedulerQueries.status(asked))[list];
  const { ofGroup, shown } = useShownPosts(kind)(items);
  const group = useOfGroup();
  return (
    <>
      {shown.length === 0 ? (
        <NoPosts
          icon={icon}
          unreadable={unreadable}
          title={`No ${kind === "media" ? "image/video" : "text-only"} posts${group} ${none}.`}
        />
      ) : (
        <ul className={styles.list}>
          {rowsOf(shown).map((posts) => (
            <PostRow key={posts[0].id} posts={posts} usual={usual} />
          ))}
        </ul>
      )}
      <ListFoot isShown={shown.length < ofGroup.length}>
        <HiddenByTab kind={kind} count={ofGroup.length - shown.length} onShow={onShowOther} />
      </ListFoot>
    </>
  );
}

/** The longest time between the accounts of one publishing, in milliseconds. */
const together = 60 * 60_000;

const PostRow = ({ posts, usual }: { posts: Posts; usual: string }) => {
  const [first] = posts;
  const isUpcoming = usual === "scheduled";
  const notes = <PostNotes posts={posts} usual={usual} {...(!isUpcoming && { apart: together })} />;
  const isOne = posts.length === 1;
  return (
    <li className={styles.row}>
      <PostThumb content={first.content_queue_item} />
      <PostLines>
        <PostAccounts
          posts={posts}
          each={(post) => (isUpcoming ? <AccountMenu post={post} /> : <AccountLink post={post} />)}
        />
        <PostWords post={first} />
        {posts.map(({ id, subreddit_results }) => (
          <SubredditResults key={id} results={subreddit_results} onlyMissing />
        ))}
        {!isOne && notes}
      </PostLines>
      <span className={styles.rowEnd}>
        <StackedTime value={first.publish_at} />
        {isOne && notes}
        {isOne && first.published_post_url && (
          <SafeLink url={first.published_post_url}>View post</SafeLink>
        )}
        {isUpcoming && <PostActions posts={posts} />}
      </span>
    </li>
  );
};
