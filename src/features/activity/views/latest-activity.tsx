import type { ReactNode } from "react";
import { useOffered } from "@/shared/query/use-backend";
import { useRead } from "@/shared/query/use-read";
import { Panel, Region } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { activityApi } from "../contract";
import { activityQueries } from "../queries";
import { ActivityList, type LinkTo, LoadingActivity, NoActivity } from "./activity-list";

type LatestActivityProps = {
  link: LinkTo;
  /** The link to the whole list. */
  all: ReactNode;
};

/** The ten latest entries; nothing with a backend that keeps none. */
export function LatestActivity({ link, all }: LatestActivityProps) {
  if (!useOffered(activityApi.list)) return null;
  return (
    <Region title="Activity" actions={all}>
      <Panel>
        <PanelBoundary loading={<LoadingActivity rows={10} />}>
          <Latest link={link} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function Latest({ link }: Pick<LatestActivityProps, "link">) {
  const { items } = useRead(activityQueries.latest());
  return items.length > 0 ? <ActivityList entries={items} link={link} /> : <NoActivity />;
}
