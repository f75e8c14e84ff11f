import { getRouteApi } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { useMemo } from "react";
import { ActivityLog, activityApi, kindOf } from "@/features/activity";
import { useOffered } from "@/shared/query/use-backend";
import { useSharedRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/panel/notice";
import { Panel } from "@/shared/ui/panel/panel";
import { useGo } from "../routes/search";
import { useActiveGroup } from "../shell/active-group";
import { healthQueries } from "../shell/health";
import { GroupBoundary } from "../shell/need-group";
import { PageHead } from "../shell/page-head";
import { activityLink } from "./activity-link";

const route = getRouteApi("/dashboard/activity");

export const ActivityPage = () => (
  <GroupBoundary title="Activity">
    <Log />
  </GroupBoundary>
);

function Log() {
  // Until the backend has described itself, it is unknown whether it keeps the activity.
  useSharedRead(healthQueries.read());
  const isOffered = useOffered(activityApi.list);
  const { of, kind: named, user, pages } = route.useSearch();
  const kind = kindOf(named);
  const group = useActiveGroup();
  const go = useGo<ReturnType<typeof route.useSearch>>();
  const shown = of === "group" ? group?.id : undefined;
  const filter = useMemo(() => ({ group: shown, kind, user }), [shown, kind, user]);
  return (
    <>
      <PageHead title="Activity" />
      {isOffered ? (
        <ActivityLog
          group={group}
          filter={filter}
          onFilter={(change) => go({ ...change, pages: 1 })}
          pages={{ count: pages, onLoad: (count) => go({ pages: count }, { replace: true }) }}
          link={activityLink}
        />
      ) : (
        <NotKept />
      )}
    </>
  );
}

const NotKept = () => (
  <Panel>
    <EmptyState
      isCertain
      icon={<ListChecks />}
      title="This server keeps no activity log."
      hint="The other screens show the results."
    />
  </Panel>
);
