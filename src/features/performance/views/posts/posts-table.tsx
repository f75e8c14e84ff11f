import { ChartNoAxesColumn } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Id } from "@/shared/api/id";
import { counted, formatFigure } from "@/shared/format/number";
import { EmptyState } from "@/shared/ui/panel/notice";
import { Loading, SkeletonRows } from "@/shared/ui/status/skeleton";
import { LoadMore } from "@/shared/ui/table/load-more";
import { SortHeader, Table } from "@/shared/ui/table/table";
import type { Loaded } from "../../filter";
import { groupedLinesOf, type Line, linesOf, partsOf, postsOfLine } from "../../groups";
import { pressed, type Sorting } from "../../list-options";
import { postsText } from "../../posts-csv";
import type { Performance, SortKey } from "../../schema";
import { EngagementLevel } from "../figures";
import { GroupRow, PostRow } from "./post-row";
import styles from "./posts-table.module.css";
import { isMarked, useRowPress } from "./use-row-press";

type PostsTableProps = {
  posts: readonly Performance[];
  /** All that are loaded; the filter may leave out some. */
  loaded: Loaded;
  isLoadingMore: boolean;
  /** Undefined if no more can be shown, however many there are. */
  onMore: (() => void) | undefined;
  /** True if a post of several accounts is one row. */
  isGrouped: boolean;
  /** A link to where posts are published. */
  toPublishing: ReactNode;
  /** True if the posts are of one category only. */
  isFiltered: boolean;
  /** The current choice; its rows may still be loading. */
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onOpen: (post: Id) => void;
};

export function PostsTable(props: PostsTableProps) {
  const { posts, loaded, isLoadingMore, onMore, isGrouped, sorting, onSort, onOpen } = props;
  const table = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<string>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { sort, order } = loaded;
  const lines = useMemo(
    () => (isGrouped ? groupedLinesOf(posts, { sort, order }, open) : linesOf(posts)),
    [posts, isGrouped, sort, order, open],
  );
  const find = (key: string | undefined) => lines.find((line) => line.key === key);
  // A single tab stop, on the row that was focused last; the arrow keys reach the other rows.
  const stop = (find(current) ?? lines[0])?.key;

  const parts = useMemo(() => partsOf(lines), [lines]);
  const press = useRowPress(rowOf, (row) => {
    const line = find(row.dataset.line);
    if (!line) return;
    // The dialog restores the focus to this button when it closes.
    row.querySelector("button")?.focus({ preventScroll: true });
    const post = "post" in line ? line.post : line.group.posts[0];
    if (post) onOpen(post.scheduled_post_id);
  });
  const toggle = useCallback((key: string, isOpen?: boolean) => {
    setOpen((before) => toggled(before, key, isOpen ?? !before.has(key)));
  }, []);

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const line = find(rowOf(event.target)?.dataset.line);
    const isOpening = event.key === "ArrowRight";
    if (line && "group" in line && (isOpening || event.key === "ArrowLeft")) {
      event.preventDefault();
      toggle(line.group.key, isOpening);
    } else moveByArrows(event);
  }

  function copy(event: ClipboardEvent) {
    if (!isOverCells()) return;
    const rows = [...(table.current?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
    const keys = new Set(rows.filter(isMarked).map(({ dataset }) => dataset.line));
    const marked = lines.filter(({ key }) => keys.has(key));
    if (marked.length === 0) return;
    event.clipboardData.setData("text/plain", postsText(marked.flatMap(postsOfLine)));
    event.preventDefault();
  }

  if (loaded.posts.length === 0) return <NoPosts {...props} />;
  return (
    <>
      {posts.length === 0 ? (
        <NoMatch loaded={loaded} />
      ) : (
        <Table
          ref={table}
          label="Posts"
          media
          className={styles.table}
          onKeyDown={moveByKey}
          onFocus={({ target }) => {
            const line = find(rowOf(target)?.dataset.line);
            if (line) setCurrent(line.key);
          }}
          onCopy={copy}
          {...press}
        >
          <Heads sorting={sorting} onSort={onSort} />
          {parts.map((part, place) => (
            <Part
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
              key={place}
              lines={part}
              stop={part.some(({ key }) => key === stop) ? stop : undefined}
              onToggle={toggle}
            />
          ))}
        </Table>
      )}
      <div className={styles.foot}>
        <span>{sayHowMany(posts.length, loaded)}</span>
        <LoadMore
          busy={isLoadingMore}
          onLoad={() => onMore?.()}
          shown={loaded.posts.length}
          isCountHidden
          isDone={!loaded.isFull || !onMore}
          list={table}
        />
        <Legend />
      </div>
    </>
  );
}

type PartProps = {
  lines: readonly Line[];
  /** The row of this part that is the tab stop. */
  stop: string | undefined;
  /** Must be the same function on every render. */
  onToggle: (group: string) => void;
};

/** Memoized: of a thousand rows, only those of a changed part re-render. */
const Part = memo(({ lines, stop, onToggle }: PartProps) => (
  <tbody>
    {lines.map(({ key, ...line }) =>
      "post" in line ? (
        <PostRow key={key} {...line} isStop={key === stop} />
      ) : (
        <GroupRow
          key={key}
          lineKey={key}
          {...line}
          isStop={key === stop}
          onToggle={() => onToggle(line.group.key)}
        />
      ),
    )}
  </tbody>
));

type NoPostsProps = Pick<PostsTableProps, "isFiltered" | "toPublishing">;

const NoPosts = ({ isFiltered, toPublishing }: NoPostsProps) => (
  <EmptyState
    icon={<ChartNoAxesColumn />}
    title="No performance data available yet."
    hint={
      isFiltered
        ? "No posts are published in this category. Choose All categories to see the rest."
        : "Figures appear automatically once a post is published."
    }
    action={!isFiltered && toPublishing}
  />
);

const NoMatch = ({ loaded: { posts, isFull } }: { loaded: Loaded }) => (
  <EmptyState
    icon={<ChartNoAxesColumn />}
    title="No posts match these filters."
    hint={
      isFull
        ? `Only the first ${formatFigure(posts.length)} posts were searched. Load more, or clear the filters.`
        : "Clear the filters to see all posts."
    }
  />
);

function sayHowMany(count: number, { posts, isFull }: Loaded) {
  const all = formatFigure(posts.length);
  if (count < posts.length) {
    return isFull
      ? `${count} of the first ${all} posts in this order.`
      : `${count} of ${all} posts.`;
  }
  if (isFull) return `The first ${formatFigure(count)} posts in this order.`;
  return `${counted(count, "post")}.`;
}

function toggled(open: ReadonlySet<string>, key: string, isOpen: boolean): ReadonlySet<string> {
  const next = new Set(open);
  if (isOpen) next.add(key);
  else next.delete(key);
  return next;
}

/** Returns true if more than a part of one cell is marked. */
function isOverCells() {
  const selection = window.getSelection();
  if (!selection?.rangeCount) return false;
  const place = selection.getRangeAt(0).commonAncestorContainer;
  return place instanceof Element && place.closest("td, th") === null;
}

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;

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
  if (next?.matches("[data-line]")) next.querySelector("button")?.focus();
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
  <Loading label="Loading posts">
    <Table label="Posts" media className={styles.table}>
      <Heads {...heads} />
      <tbody>
        <SkeletonRows
          rows={8}
          columns={[
            ...columns.slice(0, -1).map(({ isFigure }) => (isFigure ? figure : {})),
            { ...figure, width: 64 },
          ]}
        />
      </tbody>
    </Table>
  </Loading>
);
