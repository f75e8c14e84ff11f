import { CalendarClock, Send } from "lucide-react";
import type { ReactNode } from "react";
import { HiddenByTab, kindOf, type PostKind, PostThumb } from "@/entities/post";
import { SafeLink } from "@/shared/media/safe-link";
import { useRead } from "@/shared/query/use-read";
import { StackedTime } from "@/shared/time/stacked-time";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { schedulerQueries } from "../queries";
import type { ScheduledPost } from "../schema";
import { ListFoot } from "./list-foot";
import { MutedReports } from "./muted-reports";
import styles from "./post-lists.module.css";
import { Overdue, PostAccount, PostLines, PostStatus, PostWords } from "./post-parts";

type ListProps = {
  kind: PostKind;
  /** Opens the tab with the posts of the other kind. */
  onShowOther: () => void;
};

export const UpcomingPosts = ({ kind, onShowOther }: ListProps) => (
  <ListRegion title="Upcoming Posts">
    <PostList
      kind={kind}
      onShowOther={onShowOther}
      list="upcoming_posts"
      usual="scheduled"
      icon={<CalendarClock />}
      none="are due"
    />
  </ListRegion>
);

export const RecentlyPublished = ({ kind, onShowOther }: ListProps) => (
  <ListRegion title="Recently Published">
    <PostList
      kind={kind}
      onShowOther={onShowOther}
      list="recently_published"
      usual="published"
      icon={<Send />}
      none="were published lately"
    />
  </ListRegion>
);

const ListRegion = ({ title, children }: { title: string; children: ReactNode }) => (
  <Region title={title}>
    <Panel>
      <PanelBoundary loading={<LoadingList />}>
        <MutedReports>{children}</MutedReports>
      </PanelBoundary>
    </Panel>
  </Region>
);

type PostListProps = ListProps & {
  list: "upcoming_posts" | "recently_published";
  /** The usual status in this list, which is not shown. */
  usual: string;
  icon: ReactNode;
  none: string;
};

function PostList({ kind, onShowOther, list, usual, icon, none }: PostListProps) {
  const posts = useRead(schedulerQueries.status())[list].items;
  const shown = posts.filter((post) => kindOf(post.content_queue_item) === kind);
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState
          icon={icon}
          title={`No ${kind === "media" ? "image/video" : "text-only"} posts ${none}.`}
        />
      ) : (
        <ul className={styles.list}>
          {shown.map((post) => (
            <PostRow key={post.id} post={post} usual={usual} />
          ))}
        </ul>
      )}
      <ListFoot isShown={shown.length < posts.length}>
        <HiddenByTab kind={kind} count={posts.length - shown.length} onShow={onShowOther} />
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
    </span>
  </li>
);

const LoadingList = () => (
  <Loading label="Loading the posts">
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
