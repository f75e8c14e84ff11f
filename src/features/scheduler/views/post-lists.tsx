import { CalendarClock, Send } from "lucide-react";
import type { ReactNode } from "react";
import { useGroupFilter } from "@/entities/group";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { MutedReports } from "./muted-reports";
import { PostLines } from "./post-lines";
import { PostList, type PostListProps } from "./post-list";
import styles from "./post-lists.module.css";

type ListProps = Pick<PostListProps, "kind" | "onShowOther">;

export const UpcomingPosts = ({ kind, onShowOther }: ListProps) => (
  <ListRegion title="Upcoming Posts">
    <PostList
      kind={kind}
      onShowOther={onShowOther}
      list="upcoming_posts"
      usual="scheduled"
      icon={<CalendarClock />}
      none="are due"
    />
  </ListRegion>
);

export const RecentlyPublished = ({ kind, onShowOther }: ListProps) => (
  <ListRegion title="Recently Published">
    <PostList
      kind={kind}
      onShowOther={onShowOther}
      list="recently_published"
      usual="published"
      icon={<Send />}
      none="were published lately"
    />
  </ListRegion>
);

const ListRegion = ({ title, children }: { title: string; children: ReactNode }) => (
  <Region title={title}>
    <Panel>
      <PanelBoundary of={String(useGroupFilter().asked)} loading={<LoadingList />}>
        <MutedReports>{children}</MutedReports>
      </PanelBoundary>
    </Panel>
  </Region>
);

const LoadingList = () => (
  <Loading label="Loading the posts">
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
