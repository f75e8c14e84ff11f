import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Layers, Plus } from "lucide-react";
import { useMemo } from "react";
import type { Group } from "@/entities/group";
import {
  AllPosts,
  ByCategory,
  RefreshInstagram,
  useInstagramRefresh,
} from "@/features/performance";
import { Button } from "@/shared/ui/button";
import { EmptyState } from "@/shared/ui/notice";
import { Panel } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { useActiveGroup, useNewGroupDialog } from "../shell/active-group";
import { PageHead } from "../shell/page-head";
import { performanceTabs } from "../shell/tabs";
import styles from "./performance-page.module.css";

const route = getRouteApi("/dashboard/dashboard");

export function PerformancePage() {
  return (
    <PanelBoundary
      loading={
        <>
          <PageHead title="Dashboard" />
          <Loading label="Loading Dashboard">
            <Skeleton height={240} radius={10} />
          </Loading>
        </>
      }
      failedHead={<PageHead title="Dashboard" />}
    >
      <Dashboard />
    </PanelBoundary>
  );
}

function Dashboard() {
  const group = useActiveGroup();
  return (
    <>
      <PageHead title="Dashboard" of={group?.name} />
      {/* What waits to be reloaded, and what is open, belongs to its group. */}
      {group ? <GroupPerformance key={String(group.id)} group={group} /> : <WithoutGroup />}
    </>
  );
}

function GroupPerformance({ group }: { group: Group }) {
  const { tab, sort, order, category, limit, post } = route.useSearch();
  const navigate = useNavigate();
  const instagram = useInstagramRefresh(group.id);
  const listed = useMemo(
    () => ({ group: group.id, sort, order, category, limit }),
    [group.id, sort, order, category, limit],
  );

  type Change = Partial<ReturnType<typeof route.useSearch>>;
  const go = (change: Change, replace = false) =>
    void navigate({
      to: ".",
      search: (search) => ({ ...search, ...change }),
      resetScroll: false,
      replace,
    });

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
          // More of the same list is no other place to come back from.
          onChoose={(change) => go(change, "limit" in change)}
          onOpen={(opened) => go({ post: opened })}
          // Replaced, so that Back leaves the dialog, and not what was open in it before.
          onTurn={(turnedTo) => go({ post: turnedTo }, true)}
          onClose={() => go({ post: undefined }, true)}
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

/** The one action of the screen says what it needs; the panel offers it. */
function WithoutGroup() {
  const instagram = useInstagramRefresh(undefined);
  const dialog = useNewGroupDialog();
  return (
    <div className={styles.withoutGroup}>
      <RefreshInstagram {...instagram} />
      <Panel>
        <EmptyState
          icon={<Layers />}
          title="No group selected"
          hint="Please select or create an account group to see how its posts perform."
          action={
            <Button variant="primary" icon={<Plus />} onClick={dialog.open}>
              New Group
            </Button>
          }
        />
      </Panel>
    </div>
  );
}
