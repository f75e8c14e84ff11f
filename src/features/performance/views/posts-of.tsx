import type { ReactNode } from "react";
import { useRead } from "@/shared/query/use-read";
import { BesidePanel } from "@/shared/ui/panel-boundary";
import { type Listed, performanceQueries } from "../queries";
import type { Performance } from "../schema";

type PostsOfProps = {
  listed: Listed;
  /** The posts, and whether there may be more of them. */
  children: (posts: readonly Performance[], isFull: boolean) => ReactNode;
};

/** The posts of a list, below a panel that shows how they load and fail. */
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

/** The same posts for a part beside their table; the table shows that they load or failed. */
export const PostsBeside = ({ listed, instead, children }: PostsBesideProps) => (
  <BesidePanel of={JSON.stringify(listed)} loading={instead} failed={instead}>
    <PostsOf listed={listed}>{children}</PostsOf>
  </BesidePanel>
);
