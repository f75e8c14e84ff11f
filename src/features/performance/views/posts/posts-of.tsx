import { type ReactNode, useMemo } from "react";
import { useRead } from "@/shared/query/use-read";
import { useNow } from "@/shared/time/use-now";
import { BesidePanel } from "@/shared/ui/panel/panel-boundary";
import { filtered, type Loaded, rangeOf } from "../../filter";
import { groupsOf } from "../../groups";
import { performanceQueries, type Shown } from "../../queries";
import type { Performance } from "../../schema";

type PostsOfProps = {
  shown: Shown;
  /** Called with the posts that the filter lets through, and with all that are loaded. */
  children: (posts: readonly Performance[], loaded: Loaded & { unreadable: number }) => ReactNode;
};

/** Reads the posts of a list, within a panel that shows loading and failure. */
export function PostsOf({ shown, children }: PostsOfProps) {
  const { items, unreadable } = useRead(performanceQueries.list(shown));
  // The range moves on only at midnight: until then the same rows stay rendered.
  const { from, until } = rangeOf(shown, useNow());
  const posts = useMemo(() => {
    const kept = filtered(items, shown, { from, until });
    return shown.grouped ? groupsOf(kept, shown).flatMap((group) => group.posts) : kept;
  }, [items, shown, from, until]);
  const isFull = items.length + unreadable >= shown.limit;
  return children(posts, {
    posts: items,
    unreadable,
    isFull,
    sort: shown.sort,
    order: shown.order,
  });
}

type PostsBesideProps = {
  shown: Shown;
  /** Shown while they load, and if they failed. */
  instead: ReactNode;
  /** Shown if they failed, in place of `instead`. */
  failed?: ReactNode;
  children: PostsOfProps["children"];
};

/** Reads the same posts for a part beside their table; the table shows loading and failure. */
export const PostsBeside = ({ shown, instead, failed = instead, children }: PostsBesideProps) => (
  <BesidePanel resetKey={JSON.stringify(shown)} loading={instead} failed={failed}>
    <PostsOf shown={shown}>{children}</PostsOf>
  </BesidePanel>
);
