import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { accountQueries } from "@/entities/account";
import { useGroupFilter } from "@/entities/group";
import { kindOf, type PostKind } from "@/entities/post";
import { counted } from "@/shared/format/number";
import { PanelReports } from "@/shared/query/panel-reports";
import { EmptyState, WarningStrip } from "@/shared/ui/panel/notice";
import { Panel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import type { ScheduledPost } from "../schema";

/**
 * Returns a function that leaves the posts of the shown group in a list. A backend without
 * `group-filter` sends the posts of all groups: then a post is left out if its account is known not to
 * be one of the group's.
 */
export function useOfShownGroup() {
  const { own } = useGroupFilter();
  const accounts = useQuery({
    ...accountQueries.ofGroup(own?.id ?? ""),
    enabled: own !== undefined,
  });
  const known = own && accounts.data?.items;
  const isOfGroup = ({ social_account: on }: ScheduledPost) =>
    !known ||
    !on ||
    known.some(
      ({ platform_type, platform_username }) =>
        platform_type === on.platform_type && platform_username === on.platform_username,
    );
  return (posts: readonly ScheduledPost[]) => posts.filter(isOfGroup);
}

/** Returns a function that leaves the posts of the shown group and kind, and counts the group's others. */
export function useShownPosts(kind: PostKind) {
  const ofShownGroup = useOfShownGroup();
  return (posts: readonly ScheduledPost[]) => {
    const ofGroup = ofShownGroup(posts);
    const shown = ofGroup.filter((post) => kindOf(post.content_queue_item) === kind);
    return { shown, hidden: ofGroup.length - shown.length };
  };
}

type NoPostsProps = {
  icon: ReactNode;
  title: string;
  /** The number of posts of the list that could not be read. */
  unreadable: number;
};

/**
 * In place of a list without posts whose panel mutes its reports: this list says itself that posts could
 * not be read, rather than that there are none.
 */
export const NoPosts = ({ icon, title, unreadable }: NoPostsProps) =>
  unreadable > 0 ? (
    <WarningStrip>{counted(unreadable, "post")} could not be read.</WarningStrip>
  ) : (
    <EmptyState icon={icon} title={title} />
  );

/**
 * A panel around a list of the scheduler's status. Several panels show the same answer: only Scheduler
 * Health reports its age and its unreadable records.
 */
export const StatusPanel = ({ loading, children }: { loading: ReactNode; children: ReactNode }) => (
  <Panel>
    <PanelBoundary resetKey={String(useGroupFilter().asked)} loading={loading}>
      <PanelReports value={undefined}>{children}</PanelReports>
    </PanelBoundary>
  </Panel>
);
