import { ChartNoAxesColumn } from "lucide-react";
import { type KeyboardEvent, memo, useMemo, useRef, useState } from "react";
import type { Id } from "@/shared/api/id";
import { formatFigure } from "@/shared/format/number";
import { EmptyState } from "@/shared/ui/notice";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { LoadMore } from "@/shared/ui/table/load-more";
import { SortHeader, Table } from "@/shared/ui/table/table";
import type { Performance, SortKey } from "../schema";
import { pressed, type Sorting } from "../sorting";
import { EngagementLevel } from "./engagement-level";
import { PostRow } from "./post-row";
import styles from "./posts-table.module.css";
import { useNearParts } from "./use-near-parts";

/** Rows per part of the table. Two parts fill a window 900 px high when the table opens. */
const inPart = 6;

type PostsTableProps = {
  posts: readonly Performance[];
  /** True if there may be more than these. */
  isFull: boolean;
  isLoadingMore: boolean;
  /** Undefined if no more can be shown, however many there are. */
  onMore: (() => void) | undefined;
  /** True if the posts are of one category only. */
  isFiltered: boolean;
  /** The current choice; its rows may still be loading. */
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onOpen: (post: Id) => void;
};

export function PostsTable(props: PostsTableProps) {
  const { posts, isFull, isLoadingMore, onMore, isFiltered, sorting, onSort, onOpen } = props;
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<Id>();
  const find = (id: string | undefined) => posts.find((post) => idOf(post) === id);
  // A single tab stop, on the row that was focused last; the arrow keys reach the other rows.
  const stop = find(String(current)) ?? posts[0];

  const parts = useMemo(() => partsOf(posts), [posts]);
  const isNear = useNearParts(table, parts.length);

  if (posts.length === 0) return <NoPosts isFiltered={isFiltered} />;
  return (
    <>
      <Table
        ref={table}
        label="Posts"
        media
        className={styles.table}
        onKeyDown={moveByArrows}
        onFocus={({ target }) => {
          const post = find(rowOf(target)?.dataset.post);
          if (post) setCurrent(post.scheduled_post_id);
        }}
        onClick={({ target }) => {
          const row = rowOf(target);
          const post = find(row?.dataset.post);
          if (!row || !post) return;
          // The dialog restores the focus to this button when it closes.
          row.querySelector("button")?.focus({ preventScroll: true });
          onOpen(post.scheduled_post_id);
        }}
      >
        <Heads sorting={sorting} onSort={onSort} />
        {parts.map((part, place) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
            key={place}
            posts={part}
            isNear={isNear(place)}
            stop={stop && part.includes(stop) ? stop : undefined}
          />
        ))}
      </Table>
      <div className={styles.foot}>
        <span>{sayHowMany(posts.length, isFull)}</span>
        <LoadMore
          busy={isLoadingMore}
          onLoad={() => onMore?.()}
          shown={posts.length}
          isCountHidden
          isDone={!isFull || !onMore}
          list={table}
        />
        <Legend />
      </div>
    </>
  );
}

type PartProps = {
  posts: readonly Performance[];
  /** Near enough to the window to be read. */
  isNear: boolean;
  /** The row of this part that is the tab stop. */
  stop: Performance | undefined;
};

/** Memoized: of a thousand rows, only those of a changed part re-render. */
const Part = memo(({ posts, isNear, stop }: PartProps) => (
  <tbody>
    {posts.map((post) => (
      <PostRow
        key={post.scheduled_post_id}
        post={post}
        isStop={post === stop}
        isTextOnly={!isNear}
      />
    ))}
  </tbody>
));

const NoPosts = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    icon={<ChartNoAxesColumn />}
    title="No performance data available yet."
    hint={
      isFiltered
        ? "No post of this category has been published. Choose All categories to see the rest."
        : "Figures come in by themselves once a post has been published."
    }
  />
);

function sayHowMany(count: number, isFull: boolean) {
  if (isFull) return `The first ${formatFigure(count)} posts in this order.`;
  return count === 1 ? "1 post." : `${count} posts.`;
}

const idOf = (post: Performance) => String(post.scheduled_post_id);

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-post]") : null;

const partsOf = (posts: readonly Performance[]) =>
  Array.from({ length: Math.ceil(posts.length / inPart) }, (_, part) =>
    posts.slice(part * inPart, (part + 1) * inPart),
  );

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = rowOf(event.target);
  if (!row) return;
  const part = row.parentElement;
  const next =
    event.key === "ArrowDown"
      ? (row.nextElementSibling ?? part?.nextElementSibling?.firstElementChild)
      : (row.previousElementSibling ?? part?.previousElementSibling?.lastElementChild);
  event.preventDefault();
  // The element above the first row is the table head.
  if (next?.matches("[data-post]")) next.querySelector("button")?.focus();
}

type Column = { readonly label: string; readonly key?: SortKey; readonly isFigure?: true };

const columns: readonly Column[] = [
  { label: "Post" },
  { label: "Platform" },
  { label: "Category", key: "category_name" },
  { label: "Published", key: "publish_at" },
  { label: "Impressions", key: "impressions", isFigure: true },
  { label: "Views", key: "video_views", isFigure: true },
  { label: "Likes", key: "likes", isFigure: true },
  { label: "Comments", key: "comments", isFigure: true },
  { label: "Shares", key: "shares", isFigure: true },
  { label: "Engagement", key: "engagement_rate", isFigure: true },
];

type HeadsProps = { sorting: Sorting; onSort: (sorting: Sorting) => void };

const Heads = ({ sorting, onSort }: HeadsProps) => (
  <thead>
    <tr>
      {columns.map(({ label, key, isFigure }) =>
        key ? (
          <SortHeader
            key={label}
            label={label}
            align={isFigure ? "end" : "start"}
            sort={sorting.sort === key ? directions[sorting.order] : undefined}
            onSort={() => onSort(pressed(key, sorting))}
          />
        ) : (
          <th key={label} scope="col">
            {label}
          </th>
        ),
      )}
    </tr>
  </thead>
);

const directions = { asc: "ascending", desc: "descending" } as const;

const Legend = () => (
  <span className={styles.legend}>
    {([3, 2, 1] as const).map((level) => (
      <span key={level}>
        <EngagementLevel level={level} />
        {thresholds[level]}
      </span>
    ))}
  </span>
);

const thresholds = { 3: "5% or more", 2: "2% or more", 1: "below 2%" } as const;

const figure = { width: 36, align: "end" } as const;

export const LoadingPosts = (heads: HeadsProps) => (
  <Loading label="Loading the posts">
    <Table label="Posts" media className={styles.table}>
      <Heads {...heads} />
      <tbody>
        <SkeletonRows
          rows={8}
          columns={[
            {},
            {},
            {},
            {},
            figure,
            figure,
            figure,
            figure,
            figure,
            { ...figure, width: 64 },
          ]}
        />
      </tbody>
    </Table>
  </Loading>
);
