import { useGroupFilter } from "@/entities/group";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, SkeletonRows } from "@/shared/ui/skeleton";
import { Table } from "@/shared/ui/table/table";
import { FailedHeads } from "./failed-heads";
import { FailedList, type FailedListProps } from "./failed-list";
import styles from "./failed-posts.module.css";
import { MutedReports } from "./muted-reports";

export function FailedPosts(props: FailedListProps) {
  const { asked } = useGroupFilter();
  return (
    <Region title="Failed Posts">
      <Panel>
        <PanelBoundary of={String(asked)} loading={<LoadingFailed />}>
          <MutedReports>
            <FailedList {...props} />
          </MutedReports>
        </PanelBoundary>
      </Panel>
    </Region>
  );
}

const LoadingFailed = () => (
  <Loading label="Loading failed posts">
    <Table label="Failed posts" media className={styles.failed}>
      <FailedHeads />
      <tbody>
        <SkeletonRows
          rows={2}
          columns={[{}, { width: 96 }, { width: 16, align: "end" }, { width: 64, align: "end" }]}
        />
      </tbody>
    </Table>
  </Loading>
);
