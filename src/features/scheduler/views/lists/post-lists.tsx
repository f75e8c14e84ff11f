import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Send } from "lucide-react";
import type { ReactNode } from "react";
import { useGroupFilter, useOfGroup } from "@/entities/group";
import { kindNames, ListFoot, type PostKind, PostThumb, SubredditResults } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { StackedTime } from "@/shared/time/time";
import { FoldButton } from "@/shared/ui/panel/fold-region";
import { Region } from "@/shared/ui/panel/panel";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { mayHaveMore, type Posts, rowsOf } from "../../posts";
import { schedulerQueries } from "../../queries";
import { NoPosts, StatusPanel, useShownPosts } from "../list-parts";
import { AccountLink, AccountMenu, PostAccounts } from "../post/post-accounts";
import { PostActions } from "../post/post-actions";
import { PostLines, PostNotes, PostWords } from "../post/post-parts";
import { type FailedListProps, FailedPosts } from "./failed-posts";
import styles from "./post-lists.module.css";

export type ListsProps = FailedListProps & {
  isUpcomingOpen: boolean;
  onToggleUpcoming: () => void;
};

/** The failed, upcoming and published posts. The upcoming ones fold: they are listed above too, page by page. */
export const Lists = ({ isUpcomingOpen, onToggleUpcoming, ...failed }: ListsProps) => {
  const { kind, onShowOther } = failed;
  return (
    <>
      <FailedPosts {...failed} />
      <Region
        title={
          <FoldButton isOpen={isUpcomingOpen} onToggle={onToggleUpcoming}>
            Upcoming Posts
          </FoldButton>
        }
        meta={<UpcomingCount kind={kind} />}
      >
        {isUpcomingOpen && (
          <StatusPanel loading={<LoadingList />}>
            <PostList
              kind={kind}
              onShowOther={onShowOther}
              list="upcoming_posts"
              usual="scheduled"
              icon={<CalendarClock />}
              none="are due"
            />
          </StatusPanel>
        )}
      </Region>
      <Region title="Recently Published">
        <StatusPanel loading={<LoadingList />}>
          <PostList
            kind={kind}
            onShowOther={onShowOther}
            list="recently_published"
            usual="published"
            icon={<Send />}
            none="were published recently"
          />
        </StatusPanel>
      </Region>
    </>
  );
};

const LoadingList = () => (
  <Loading label="Loading posts">
    {[0, 1, 2].map((row) => (
      <div key={row} className={styles.row}>
        <Skeleton width={40} height={40} radius={6} />
        <PostLines>
          <Skeleton width={140} />
          <Skeleton width="72%" />
        </PostLines>
        <Skeleton width={96} />
      </div>
    ))}
  </Loading>
);

/** Renders nothing until the status is there: its list shows whether it loads or fails. */
function UpcomingCount({ kind }: { kind: PostKind }) {
  const { asked } = useGroupFilter();
  const status = useQuery(schedulerQueries.status(asked)).data;
  const shownOf = useShownPosts(kind);
  if (!status) return null;
  const { length } = shownOf(status.upcoming_posts.items).shown;
  return mayHaveMore(status, "upcoming_posts") ? `${length}+ posts` : counted(length, "post");
}

type PostListProps = {
  kind: PostKind;
  /** Opens the tab with the posts of the other kind. */
  onShowOther: () => void;
  list: "upcoming_posts" | "recently_published";
  /** The usual status in this list, which is not shown. */
  usual: string;
  icon: ReactNode;
  none: string;
};

/** Lists posts of the scheduler's status in rows of one content; those of the other kind are counted. */
function PostList({ kind, onShowOther, list, usual, icon, none }: PostListProps) {
  const { asked } = useGroupFilter();
  const { items, unreadable } = useRead(schedulerQueries.status(asked))[list];
  const { shown, hidden } = useShownPosts(kind)(items);
  const group = useOfGroup();
  return (
    <>
      {shown.length === 0 ? (
        <NoPosts
          icon={icon}
          unreadable={unreadable}
          title={`No ${kindNames[kind]} posts${group} ${none}.`}
        />
      ) : (
        <ul className={styles.list}>
          {rowsOf(shown).map((posts) => (
            <PostRow key={posts[0].id} posts={posts} usual={usual} />
          ))}
        </ul>
      )}
      <ListFoot kind={kind} hidden={hidden} onShowOther={onShowOther} />
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
