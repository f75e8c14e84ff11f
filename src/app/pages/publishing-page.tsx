import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { PostKind } from "@/entities/post";
import { BackgroundWork, failedWorkQueries } from "@/features/failed-work";
import { ApprovalQueue } from "@/features/queue";
import {
  FailedPosts,
  Maintenance,
  RecentlyPublished,
  SchedulerHealth,
  schedulerQueries,
  UpcomingPosts,
  UpcomingScheduledPosts,
} from "@/features/scheduler";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { PageHead } from "../shell/page-head";
import { publishingTabs } from "../shell/tabs";
import styles from "./publishing-page.module.css";
import { useGo } from "./use-go";

const route = getRouteApi("/dashboard/publishing");

/** The queries outside the queue that a decision on a post makes out of date. */
const ofScheduler = [schedulerQueries.all()];

const ofFailedWork = [failedWorkQueries.all()];

export function PublishingPage() {
  const { tab, view, week } = route.useSearch();
  const navigate = useNavigate();
  const show = (next: PostKind) =>
    void navigate({ to: ".", search: (search) => ({ ...search, tab: next }) });
  const go = useGo<ReturnType<typeof route.useSearch>>();
  const showOther = () => show(tab === "media" ? "text" : "media");
  return (
    <>
      <PageHead title="Publishing" />
      <Tabs label="Kind of posts" value={tab} onChange={show} tabs={publishingTabs}>
        {/* One panel for both tabs: they filter the same lists, which keep their state. */}
        <TabPanel value={tab}>
          <div className={styles.layout}>
            <div className={styles.queue}>
              <ApprovalQueue kind={tab} refreshes={ofScheduler} onShowOther={showOther} />
            </div>
            <div className={styles.upcoming}>
              <UpcomingScheduledPosts
                kind={tab}
                view={view}
                onView={(next) => go({ view: next, week: undefined })}
                week={week}
                onWeek={(next) => go({ week: next })}
                onShowOther={showOther}
              />
            </div>
            <div className={styles.rail}>
              <SchedulerHealth refreshes={ofFailedWork}>
                <BackgroundWork />
              </SchedulerHealth>
              <Maintenance />
            </div>
          </div>
          <div className={styles.lists}>
            <FailedPosts kind={tab} onShowOther={showOther} />
            <div className={styles.two}>
              <UpcomingPosts kind={tab} onShowOther={showOther} />
              <RecentlyPublished kind={tab} onShowOther={showOther} />
            </div>
          </div>
        </TabPanel>
      </Tabs>
    </>
  );
}
