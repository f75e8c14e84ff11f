import type { ReactNode } from "react";
import { useRead } from "@/shared/query/use-read";
import { BesidePanel } from "@/shared/ui/panel-boundary";
import { type Listed, performanceQueries } from "../queries";
import type { Performance } from "../schema";

type PostsOfProps = {
  listed: Listed;
  /** Called with the posts; `isFull` is true if there may be more of them. */
  children: (posts: readonly Performance[], isFull: boolean) => ReactNode;
};

/** Reads the posts of a list, within a panel that shows loading and failure. */
export function PostsOf({ listed, children }: PostsOfProps) {
  const { items, unreadable } = useRead(performanceQueries.list(listed));
  return children(items, items.length + unreadable >= listed.limit);
}

type PostsBesideProps = {
  listed: Listed;
  /** Shown while they load, and if they failed. */
  instead: ReactNode;
  children: (posts: readonly Performance[]) => ReactNode;
};

/** Reads the same posts for a part beside their table; the table shows loading and failure. */
export const PostsBeside = ({ listed, instead, children }: PostsBesideProps) => (
  <BesidePanel of={JSON.stringify(listed)} loading={instead} failed={instead}>
    <PostsOf listed={listed}>{children}</PostsOf>
  </BesidePanel>
);
