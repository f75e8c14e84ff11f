import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Id } from "@/shared/api/id";
import { formatTime } from "@/shared/format/time";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { Table } from "@/shared/ui/table/table";
import { generationQueries } from "../queries";
import { CategoryRow } from "./category-row";
import styles from "./generation-status.module.css";
import { GroupActions } from "./group-actions";
import { StatusBar } from "./status-bar";

type GenerationStatusProps = {
  group: Id;
  /** A link to the screen where categories are added. */
  settings: ReactNode;
};

export function GenerationStatus({ group, settings }: GenerationStatusProps) {
  const client = useQueryClient();
  const { queryKey } = generationQueries.status(group);
  // Rerenders when a fetch begins or ends, and so shows the time of the latest answer.
  const isRefreshing = useIsFetching({ queryKey }) > 0;
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
  const refresh = () => void client.refetchQueries({ queryKey });
  useScreenAction("Refresh the generation status", refresh, !isRefreshing);
  return (
    <Region
      title="Generation Status"
      meta={updatedAt ? `Updated ${formatTime(updatedAt)}` : undefined}
      actions={
        <Button
          variant="ghost"
          size="sm"
          icon={<RefreshCw />}
          busy={isRefreshing}
          onClick={refresh}
        >
          Refresh
        </Button>
      }
    >
      <Panel>
        <PanelBoundary loading={<LoadingStatus group={group} />}>
          <Status group={group} settings={settings} />
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

function Status({ group, settings }: GenerationStatusProps) {
  const status = useRead(generationQueries.status(group));
  return (
    <>
      <StatusBar status={status}>
        <GroupActions group={group} />
      </StatusBar>
      {status.categories.items.length === 0 ? (
        <EmptyState
          title="This group has no content categories."
          hint="What is generated belongs to a category."
          action={settings}
        />
      ) : (
        <Table label="Generation status by category" className={styles.table}>
          <Heads />
          <tbody>
            {status.categories.items.map((row) => (
              <CategoryRow key={row.category_id} group={group} row={row} />
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}

const Heads = () => (
  <thead>
    <tr>
      <th scope="col">Category</th>
      <th scope="col" data-align="end">
        Active
      </th>
      <th scope="col" data-align="end">
        Unused
      </th>
      <th scope="col" data-align="end">
        Daily quota
      </th>
      <th scope="col" data-align="end">
        Scheduled today
      </th>
      <th scope="col" data-align="end">
        Missing
      </th>
      <th scope="col">Runway</th>
      <th scope="col" data-align="end">
        Generate
      </th>
    </tr>
  </thead>
);

const figure = { align: "end", width: 28 } as const;

const LoadingStatus = ({ group }: { group: Id }) => (
  <Loading label="Loading the generation status">
    <StatusBar status={undefined}>
      <GroupActions group={group} />
    </StatusBar>
    <Table label="Generation status by category" className={styles.table}>
      <Heads />
      <tbody>
        <SkeletonRows
          rows={4}
          columns={[{}, figure, figure, figure, figure, figure, { width: 120 }, figure]}
        />
      </tbody>
    </Table>
  </Loading>
);
