import { CatchBoundary } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PanelReports } from "@/shared/query/panel-reports";
import { Reveal } from "@/shared/query/reveal";
import { useRevivals } from "@/shared/query/revival";
import { useRead } from "@/shared/query/use-read";
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
