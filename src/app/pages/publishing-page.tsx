import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { type Group, ShownGroup } from "@/entities/group";
import type { PostKind } from "@/entities/post";
import { LatestActivity } from "@/features/activity";
import { BackgroundWork } from "@/features/failed-work";
import { PausedGroups } from "@/features/groups";
import { ApprovalQueue, EditDialog } from "@/features/queue";
import {
  Maintenance,
  PostCommands,
  SchedulerHealth,
  StatusLists,
  UpcomingScheduledPosts,
} from "@/features/scheduler";
import { buttonProps } from "@/shared/ui/button/button";
import { TabPanel, Tabs } from "@/shared/ui/tabs";
import { useGo } from "../routes/search";
import { PageHead } from "../shell/page-head";
import { publishingTabs } from "../shell/tabs";
import { activityLink } from "./activity-link";
import styles from "./publishing-page.module.css";
import { ShowPostsOf, useKnownActiveGroup } from "./show-posts-of";

const route = getRouteApi("/dashboard/publishing");

export function PublishingPage() {
  const search = route.useSearch();
  const { tab, status, queue, scheduled, item, of, view, span, week, upcoming, post } = search;
  const navigate = useNavigate();
  const show = (next: PostKind) =>
    void navigate({ to: ".", search: (search) => ({ ...search, tab: next }) });
  const go = useGo<ReturnType<typeof route.useSearch>>();
  const group = useKnownActiveGroup();
  const showOther = () => show(tab === "media" ? "text" : "media");
  return (
    <>
      <PageHead title="Publishing">
        <ShowPostsOf
          value={of}
          onChange={(next) => go({ of: next, queue: 1, scheduled: 1 })}
          group={group}
        />
      </PageHead>
      <div className={styles.notice}>
        <PausedGroups link={toSettings} />
      </div>
      <Tabs label="Type of posts" value={tab} onChange={show} tabs={publishingTabs}>
        {/* One panel for both tabs: they filter the same lists, which keep their state. */}
        <TabPanel value={tab}>
          <ShownGroup value={of === "group" ? group : undefined}>
            <PostCommands
              opened={post}
              onOpen={(next) => go({ post: next }, { replace: next === undefined })}
            >
              <div className={styles.layout}>
                <div className={styles.queue}>
                  <ApprovalQueue
                    kind={tab}
                    status={status}
                    onStatus={(next) => go({ status: next, item: undefined, queue: 1 })}
                    pages={{
                      count: queue,
                      onLoad: (count) => go({ queue: count }, { replace: true }),
                    }}
                    linked={item}
                    onShowOther={showOther}
                    generateLink={toContent}
                  />
                </div>
                <div className={styles.upcoming}>
                  <UpcomingScheduledPosts
                    kind={tab}
                    view={view}
                    onView={(next) => go({ view: next, span: "week", week: undefined })}
                    span={span}
                    week={week}
                    onPlace={go}
                    pages={{
                      count: scheduled,
                      onLoad: (count) => go({ scheduled: count }, { replace: true }),
                    }}
                    onShowOther={showOther}
                  />
                </div>
                <div className={styles.rail}>
                  <SchedulerHealth>
                    <BackgroundWork />
                  </SchedulerHealth>
                  <Maintenance />
                </div>
              </div>
              {/* The address of the failed posts is that of all three lists, which they begin. */}
              <div id="failed-posts" className={styles.lists}>
                <StatusLists
                  kind={tab}
                  onShowOther={showOther}
                  settingsLink={settingsLink}
                  editor={(failed, onClose) => <EditDialog post={failed} onClose={onClose} />}
                  isUpcomingOpen={upcoming}
                  onToggleUpcoming={() => go({ upcoming: !upcoming }, { replace: true })}
                />
              </div>
            </PostCommands>
          </ShownGroup>
        </TabPanel>
      </Tabs>
      <div className={styles.activity}>
        <LatestActivity
          link={activityLink}
          all={<Link to="/dashboard/activity">All activity</Link>}
        />
      </div>
    </>
  );
}

const settingsLink: ComponentProps<typeof StatusLists>["settingsLink"] = (
  { group_id },
  { tab, text },
) => (
  <Link
    {...buttonProps({ size: "sm" })}
    to="/dashboard/config"
    // Without the group's id, the active group stays.
    search={{ tab, ...(group_id != null && { group: group_id }) }}
  >
    {text}
  </Link>
);

const toSettings = ({ id, name }: Group) => (
  <Link to="/dashboard/config" search={{ tab: "settings", group: id }}>
    {name}
  </Link>
);

const toContent = (
  <Link to="/dashboard/content" {...buttonProps({ variant: "primary" })}>
    Generate posts
  </Link>
);
