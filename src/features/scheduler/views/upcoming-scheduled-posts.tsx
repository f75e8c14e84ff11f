import { CalendarClock } from "lucide-react";
import { useRef } from "react";
import { HiddenByTab, kindOf, type PostKind, PostThumb } from "@/entities/post";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { lazyWithPreload } from "@/shared/lazy/lazy-with-preload";
import { useReadPages } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { Segmented } from "@/shared/ui/form-controls/segmented";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { LoadMore } from "@/shared/ui/table/load-more";
import { schedulerQueries } from "../queries";
import type { ScheduledPost } from "../schema";
import { ListFoot } from "./list-foot";
import { Overdue, PostAccount, PostStatus, PostWords } from "./post-parts";
import styles from "./upcoming-scheduled-posts.module.css";
import type { WeekPlace } from "./week-grid";

const WeekGrid = lazyWithPreload(() => import("./week-grid").then((part) => part.WeekGrid), {
  preloadWhenSettled: true,
});

export type UpcomingView = "list" | "calendar";

type UpcomingProps = WeekPlace & {
  kind: PostKind;
  view: UpcomingView;
  onView: (view: UpcomingView) => void;
  /** Shows the posts of the other kind. */
  onShowOther: () => void;
};

const views = [
  { value: "list", label: "List" },
  { value: "calendar", label: "Calendar" },
] as const;

export function UpcomingScheduledPosts(props: UpcomingProps) {
  const other = props.view === "list" ? "calendar" : "list";
  useScreenAction(`Show what is scheduled as a ${other}`, () => props.onView(other));
  return (
    <Region
      title="Upcoming Scheduled Posts"
      actions={
        <Segmented
          label="View"
          size="sm"
          value={props.view}
          onChange={props.onView}
          options={views}
        />
      }
    >
      <Panel>
        <PanelBoundary of={props.view} loading={<LoadingAgenda />}>
          <Agenda {...props} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function Agenda({ kind, view, week, onWeek, onShowOther }: UpcomingProps) {
  const { pages, hasMore, isLoadingMore, moreFailure, loadMore } = useReadPages(
    schedulerQueries.upcoming(),
  );
  // A post that went out between two page requests moves the rest up: each post is shown once.
  const posts = [
    ...new Map(pages.flatMap(({ items }) => items).map((post) => [String(post.id), post])).values(),
  ];
  const shown = posts.filter((post) => kindOf(post.content_queue_item) === kind);
  const list = useRef<HTMLUListElement>(null);
  const isDone = !hasMore && moreFailure === undefined;
  const isFooted = !isDone || shown.length < posts.length;
  return (
    <>
      {view === "calendar" && posts.length > 0 && (
        <WeekGrid posts={shown} hasMore={hasMore} week={week} onWeek={onWeek} />
      )}
      {view === "list" && shown.length > 0 && (
        <ul ref={list} className={styles.agenda}>
          {shown.map((post) => (
            <AgendaRow key={post.id} post={post} />
          ))}
        </ul>
      )}
      {shown.length === 0 && !hasMore && <NothingScheduled kind={kind} />}
      <ListFoot isShown={isFooted}>
        {hasMore && shown.length === 0 && posts.length > 0 && (
          <p className="meta">None among the {posts.length} loaded.</p>
        )}
        <HiddenByTab kind={kind} count={posts.length - shown.length} onShow={onShowOther} />
        <LoadMore
          busy={isLoadingMore}
          onLoad={loadMore}
          shown={posts.length}
          isCountHidden={shown.length === 0}
          failure={moreFailure}
          isDone={isDone}
          list={list}
        />
      </ListFoot>
    </>
  );
}

const NothingScheduled = ({ kind }: { kind: PostKind }) => (
  <EmptyState
    icon={<CalendarClock />}
    title={`No ${kind === "media" ? "image/video" : "text-only"} posts are scheduled.`}
    hint="An approved post is scheduled on the active accounts of its category."
  />
);

const AgendaRow = ({ post }: { post: ScheduledPost }) => (
  <li className={styles.agendaRow}>
    <span className={styles.at}>
      <Time value={post.publish_at} />
    </span>
    <span className={styles.soon}>
      <Time value={post.publish_at} as="relative" />
    </span>
    <span className={styles.account}>
      <PostAccount post={post} />
    </span>
    <PostThumb content={post.content_queue_item} size="sm" />
    <span className={styles.agendaWords}>
      <PostWords post={post} />
      <Overdue post={post} />
      <PostStatus post={post} usual="scheduled" />
    </span>
  </li>
);

const LoadingAgenda = () => (
  <Loading label="Loading the scheduled posts">
    <div className={styles.agenda}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className={styles.agendaRow}>
          <Skeleton width={104} />
          <Skeleton width={52} />
          <Skeleton width={140} />
          <Skeleton width={28} height={28} radius={5} />
          <Skeleton width={`${[82, 64, 74, 58, 70][row]}%`} />
        </div>
      ))}
    </div>
  </Loading>
);
