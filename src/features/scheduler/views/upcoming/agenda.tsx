import { CalendarClock } from "lucide-react";
import { useRef } from "react";
import { useGroupFilter, useOfGroup } from "@/entities/group";
import { kindNames, PagesFoot, type PostKind, PostThumb } from "@/entities/post";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { itemsOf } from "@/shared/query/pages";
import { useReadPages } from "@/shared/query/use-read";
import { Time } from "@/shared/time/time";
import { EmptyState } from "@/shared/ui/panel/notice";
import { type Posts, rowsOf } from "../../posts";
import { schedulerQueries } from "../../queries";
import { useShownPosts } from "../list-parts";
import { AccountMenu, PostAccounts } from "../post/post-accounts";
import { PostActions } from "../post/post-actions";
import { PostNotes, PostWords } from "../post/post-parts";

import type { UpcomingProps } from "./upcoming-scheduled-posts";
import styles from "./upcoming-scheduled-posts.module.css";

const WeekGrid = lazyOnPress(() => import("../calendar/calendar").then((part) => part.WeekGrid));

/** The scheduled posts page by page: as a list, or as a week if the backend lists no range of time. */
export function Agenda({ kind, view, pages: kept, onShowOther, ...place }: UpcomingProps) {
  const { asked } = useGroupFilter();
  const { pages, hasMore, isLoadingMore, moreFailure, loadMore } = useReadPages(
    schedulerQueries.upcoming(asked),
    kept,
  );
  const posts = itemsOf(pages);
  const { shown, hidden } = useShownPosts(kind)(posts);
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      {view === "calendar" && posts.length > 0 && (
        <WeekGrid posts={shown} hasMore={hasMore} {...place} />
      )}
      {view === "list" && shown.length > 0 && (
        <ul ref={list} className={styles.agenda}>
          {rowsOf(shown).map((posts) => (
            <AgendaRow key={posts[0].id} posts={posts} />
          ))}
        </ul>
      )}
      {shown.length === 0 && !hasMore && <NothingScheduled kind={kind} />}
      <PagesFoot
        kind={kind}
        loaded={posts.length}
        shown={shown.length}
        hidden={hidden}
        hasMore={hasMore}
        busy={isLoadingMore}
        moreFailure={moreFailure}
        onLoad={loadMore}
        onShowOther={onShowOther}
        list={list}
      />
    </>
  );
}

const NothingScheduled = ({ kind }: { kind: PostKind }) => (
  <EmptyState
    icon={<CalendarClock />}
    title={`No ${kindNames[kind]} posts${useOfGroup()} are scheduled.`}
    hint="An approved post is scheduled on the active accounts of its category."
  />
);

const AgendaRow = ({ posts }: { posts: Posts }) => {
  const [first] = posts;
  return (
    <li className={styles.agendaRow}>
      <span className={styles.at}>
        <Time value={first.publish_at} />
      </span>
      <span className={styles.soon}>
        <Time value={first.publish_at} as="relative" />
      </span>
      <span className={styles.account}>
        <PostAccounts posts={posts} each={(post) => <AccountMenu post={post} />} />
      </span>
      <PostThumb content={first.content_queue_item} size="sm" />
      <span className={styles.agendaWords}>
        <PostWords post={first} />
        <PostNotes posts={posts} usual="scheduled" />
      </span>
      <PostActions posts={posts} />
    </li>
  );
};
