import { CalendarClock, Send } from "lucide-react";
import type { ReactNode } from "react";
import { useGroupFilter } from "@/entities/group";
import { FoldButton } from "@/shared/ui/fold-button";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { MutedReports } from "./muted-reports";
import { PostLines } from "./post-lines";
import { PostList, type PostListProps } from "./post-list";
import styles from "./post-lists.module.css";
import { UpcomingCount } from "./upcoming-count";

type ListProps = Pick<PostListProps, "kind" | "onShowOther">;

type UpcomingPostsProps = ListProps & { isOpen: boolean; onToggle: () => void };

/** Folds: the scheduled posts are listed above it too, page by page. */
export const UpcomingPosts = ({ kind, onShowOther, isOpen, onToggle }: UpcomingPostsProps) => (
  <Region
    title={
      <FoldButton isOpen={isOpen} onToggle={onToggle}>
        Upcoming Posts
      </FoldButton>
    }
    meta={<UpcomingCount kind={kind} />}
  >
    {isOpen && (
      <ListPanel>
        <PostList
          kind={kind}
          onShowOther={onShowOther}
          list="upcoming_posts"
          usual="scheduled"
          icon={<CalendarClock />}
          none="are due"
        />
      </ListPanel>
    )}
  </Region>
);

export const RecentlyPublished = ({ kind, onShowOther }: ListProps) => (
  <Region title="Recently Published">
    <ListPanel>
      <PostList
        kind={kind}
        onShowOther={onShowOther}
        list="recently_published"
        usual="published"
        icon={<Send />}
        none="were published recently"
      />
    </ListPanel>
  </Region>
);

const ListPanel = ({ children }: { children: ReactNode }) => (
  <Panel>
    <PanelBoundary of={String(useGroupFilter().asked)} loading={<LoadingList />}>
      <MutedReports>{children}</MutedReports>
    </PanelBoundary>
  </Panel>
);

const LoadingList = () => (
  <Loading label="Loading posts">
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
