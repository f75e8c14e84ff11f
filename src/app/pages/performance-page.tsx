import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Group } from "@/entities/group";
import { AllPosts, RefreshInstagram, useInstagramRefresh } from "@/features/performance";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { preferences } from "@/shared/session/preferences";
import { buttonProps } from "@/shared/ui/button/button";
import { ListHead } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { useGo } from "../routes/search";
import { NeedGroup, NoGroup } from "../shell/need-group";
import { performanceTabs } from "../shell/tabs";

const CategoryTab = lazyOnPress(() => import("./category-tab").then((tab) => tab.CategoryTab));

const route = getRouteApi("/dashboard/dashboard");

export const PerformancePage = () => (
  <NeedGroup title="Dashboard" none={<WithoutGroup />}>
    {/* Keyed by group, because a pending reload and the open post belong to one group. */}
    {(group) => <GroupPerformance key={String(group.id)} group={group} />}
  </NeedGroup>
);

function GroupPerformance({ group }: { group: Group }) {
  const { tab, sort, order, category, limit, period, from, to, platform, text, post, ...search } =
    route.useSearch();
  const grouped = search.grouped ?? preferences.isGroupedByPost();
  const instagram = useInstagramRefresh(group.id);
  const listed = useMemo(
    () => ({
      group: group.id,
      sort,
      order,
      category,
      limit,
      period,
      from,
      to,
      platform,
      text,
      grouped,
    }),
    [group.id, sort, order, category, limit, period, from, to, platform, text, grouped],
  );

  const go = useGo<ReturnType<typeof route.useSearch>>();

  return (
    <Tabs
      label="Performance"
      value={tab}
      onChange={(chosen) => go({ tab: chosen, post: undefined })}
      tabs={performanceTabs}
    >
      {/* One panel, so that the focus can stay on it when a category leads to its posts. */}
      <TabPanel value={tab}>
        {tab === "categories" ? (
          <PanelBoundary loading={<LoadingTab />}>
            <CategoryTab group={group.id} limit={limit} toPublishing={toPublishing} />
          </PanelBoundary>
        ) : (
          <AllPosts
            listed={listed}
            groupName={group.name}
            post={post}
            toPublishing={toPublishing}
            actions={<RefreshInstagram {...instagram} />}
            onChoose={go}
            onOpen={(opened) => go({ post: opened })}
            // Replaced, so that Back closes the dialog instead of showing the post before.
            onTurn={(turnedTo) => go({ post: turnedTo }, { replace: true })}
            onClose={() => go({ post: undefined }, { replace: true })}
          />
        )}
      </TabPanel>
    </Tabs>
  );
}

/** For a tab that stays empty until a post is published. */
const toPublishing = (
  <Link to="/dashboard/publishing" {...buttonProps({ variant: "primary" })}>
    Open Publishing
  </Link>
);

const LoadingTab = () => (
  <Loading label="Loading categories">
    <Skeleton height={240} radius={10} />
  </Loading>
);

/** The screen's only action says that it needs a group; the panel offers to create one. */
function WithoutGroup() {
  const instagram = useInstagramRefresh(undefined);
  return (
    <div>
      <ListHead>
        <RefreshInstagram {...instagram} />
      </ListHead>
      <NoGroup hint="Please select or create an account group to see how its posts perform." />
    </div>
  );
}
