import { Layers, Plus, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Group, groupQueries } from "@/entities/group";
import { useSharedRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { EmptyState } from "@/shared/ui/panel/notice";
import { Panel } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { useActiveGroup } from "./active-group";
import { PageHead } from "./page-head";
import { useNewGroupDialog } from "./use-new-group-dialog";

type GroupBoundaryProps = {
  /** The screen's h1, rendered at once. */
  title: string;
  children: ReactNode;
};

/** The boundary below which the active group is read. */
export const GroupBoundary = ({ title, children }: GroupBoundaryProps) => (
  <PanelBoundary
    loading={
      <>
        <PageHead title={title} />
        <Loading label={`Loading ${title}`}>
          <Skeleton height={240} radius={10} />
        </Loading>
      </>
    }
    failedHead={<PageHead title={title} />}
  >
    {children}
  </PanelBoundary>
);

type NeedGroupProps = {
  title: string;
  /** Shown when there is no group: a NoGroup, and the parts beside it. */
  none: ReactNode;
  children: (group: Group) => ReactNode;
};

/** A screen of one group. */
export const NeedGroup = ({ title, ...rest }: NeedGroupProps) => (
  <GroupBoundary title={title}>
    <OfGroup title={title} {...rest} />
  </GroupBoundary>
);

function OfGroup({ title, none, children }: NeedGroupProps) {
  const group = useActiveGroup();
  return (
    <>
      <PageHead title={title} group={group?.name} />
      {group ? children(group) : none}
    </>
  );
}

type NoGroupProps = {
  hint: string;
  /** What comes after the first group, below its button. */
  children?: ReactNode;
};

/** Says that there is no group, and offers to create one. */
export function NoGroup({ hint, children }: NoGroupProps) {
  const dialog = useNewGroupDialog();
  const { unreadable } = useSharedRead(groupQueries.list());
  if (unreadable > 0) {
    return (
      <Panel>
        <EmptyState
          isCertain
          icon={<TriangleAlert />}
          title="Groups could not be loaded"
          hint="The server's response is not in a format that this console supports."
        />
      </Panel>
    );
  }
  return (
    <Panel>
      <EmptyState
        isCertain
        icon={<Layers />}
        title="No group selected"
        hint={hint}
        action={
          <Button variant="primary" icon={<Plus />} onClick={dialog.open}>
            New Group
          </Button>
        }
      />
      {children}
    </Panel>
  );
}
