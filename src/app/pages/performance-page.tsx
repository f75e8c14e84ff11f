import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Group } from "@/entities/group";
import {
  AllPosts,
  ByCategory,
  RefreshInstagram,
  useInstagramRefresh,
} from "@/features/performance";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { NeedGroup, NoGroup } from "../shell/need-group";
import { performanceTabs } from "../shell/tabs";
import styles from "./performance-page.module.css";
import { useGo } from "./use-go";

const route = getRouteApi("/dashboard/dashboard");

export const PerformancePage = () => (
  <NeedGroup title="Dashboard" none={<WithoutGroup />}>
    {/* Keyed by group, because a pending reload and the open post belong to one group. */}
    {(group) => <GroupPerformance key={String(group.id)} group={group} />}
  </NeedGroup>
);

function GroupPerformance({ group }: { group: Group }) {
  const { tab, sort, order, category, limit, post } = route.useSearch();
  const instagram = useInstagramRefresh(group.id);
  const listed = useMemo(
    () => ({ group: group.id, sort, order, category, limit }),
    [group.id, sort, order, category, limit],
  );

  const go = useGo<ReturnType<typeof route.useSearch>>();

  return (
    <Tabs
      label="Performance"
      value={tab}
      onChange={(chosen) => go({ tab: chosen, post: undefined })}
      tabs={performanceTabs}
    >
      <TabPanel value="posts">
        <AllPosts
          listed={listed}
          groupName={group.name}
          post={post}
          actions={<RefreshInstagram {...instagram} />}
          // Replaced, because more of the same list is no place that Back should return to.
          onChoose={(change) => go(change, { replace: "limit" in change })}
          onOpen={(opened) => go({ post: opened })}
          // Replaced, so that Back closes the dialog instead of showing the post before.
          onTurn={(turnedTo) => go({ post: turnedTo }, { replace: true })}
          onClose={() => go({ post: undefined }, { replace: true })}
        />
      </TabPanel>
      <TabPanel value="categories">
        <ByCategory
          group={group.id}
          link={(id, name) => (
            <Link
              to="."
              search={(search) => ({ ...search, tab: "posts", category: id, post: undefined })}
            >
              {name}
            </Link>
          )}
        />
      </TabPanel>
    </Tabs>
  );
}

/** The screen's only action says that it needs a group; the panel offers to create one. */
function WithoutGroup() {
  const instagram = useInstagramRefresh(undefined);
  return (
    <div className={styles.withoutGroup}>
      <RefreshInstagram {...instagram} />
      <NoGroup hint="Please select or create an account group to see how its posts perform." />
    </div>
  );
}
