import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { categoryQueries } from "@/entities/category";
import { type Id, sameId } from "@/shared/api/id";
import { PanelReports } from "@/shared/query/panel-reports";
import { Reveal } from "@/shared/query/reveal";
import { useRevivals } from "@/shared/query/revival";
import { useRead } from "@/shared/query/use-read";
import { type Listed, performanceQueries } from "../queries";
import type { Performance } from "../schema";

type PostsOfProps = {
  listed: Listed;
  /** The posts, the category that they are in fact of, and whether there may be more of them. */
  children: (posts: readonly Performance[], category: Id | undefined, isFull: boolean) => ReactNode;
};

/** The posts of a list, below a panel that shows how they load and fail. */
export const PostsOf = (props: PostsOfProps) =>
  props.listed.category === undefined ? <Posts {...props} /> : <PostsOfCategory {...props} />;

/** The address may name a category of another group, or one that is gone: then all are shown. */
function PostsOfCategory({ listed, children }: PostsOfProps) {
  const categories = useRead(categoryQueries.ofGroup(listed.group)).items;
  const category = categories.find(({ id }) => sameId(id, listed.category))?.id;
  return <Posts listed={{ ...listed, category }}>{children}</Posts>;
}

function Posts({ listed, children }: PostsOfProps) {
  const { items, unreadable } = useRead(performanceQueries.list(listed));
  return children(items, listed.category, items.length + unreadable >= listed.limit);
}

type PostsBesideProps = {
  listed: Listed;
  /** Shown while they are not there. */
  instead: ReactNode;
  children: (posts: readonly Performance[]) => ReactNode;
};

/** The same posts for what stands beside their table, which alone says that they load or failed. */
export function PostsBeside({ listed, instead, children }: PostsBesideProps) {
  const revivals = useRevivals();
  return (
    <PanelReports value={undefined}>
      <CatchBoundary
        getResetKey={() => `${revivals} ${JSON.stringify(listed)}`}
        errorComponent={() => instead}
      >
        <Reveal fallback={instead}>
          <PostsOf listed={listed}>{children}</PostsOf>
        </Reveal>
      </CatchBoundary>
    </PanelReports>
  );
}
