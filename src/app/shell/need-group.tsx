import { Layers, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { Group } from "@/entities/group";
import { Button } from "@/shared/ui/button";
import { EmptyState } from "@/shared/ui/notice";
import { Panel } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { useActiveGroup, useNewGroupDialog } from "./active-group";
import { PageHead } from "./page-head";

type NeedGroupProps = {
  /** The screen's h1, there at once. */
  title: string;
  /** The sentence for when there is no group. */
  none: string;
  children: (group: Group) => ReactNode;
};

/** A screen of one group: it says so when there is none, and begins afresh with another. */
export function NeedGroup({ title, none, children }: NeedGroupProps) {
  return (
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
      <WithGroup title={title} none={none}>
        {children}
      </WithGroup>
    </PanelBoundary>
  );
}

function WithGroup({ title, none, children }: NeedGroupProps) {
  const group = useActiveGroup();
  const dialog = useNewGroupDialog();
  return (
    <>
      <PageHead title={title} of={group?.name} />
      {group ? (
        children(group)
      ) : (
        <Panel>
          <EmptyState
            icon={<Layers />}
            title="No group selected"
            hint={none}
            action={
              <Button variant="primary" icon={<Plus />} onClick={dialog.open}>
                New Group
              </Button>
            }
          />
        </Panel>
      )}
    </>
  );
}
