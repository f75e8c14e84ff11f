import { Eye } from "lucide-react";
import type { ReactNode } from "react";
import { accountQueries, targetsOf } from "@/entities/account";
import { PostPreview, type QueueItem } from "@/entities/post";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { EmptyState } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { useReadGroupOf } from "../queries";

type PreviewDialogProps = { item: QueueItem; open: boolean; onClose: () => void };

/** Shows a post as its destinations will. */
export const PreviewDialog = ({ item, open, onClose }: PreviewDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(isOpen) => isOpen || onClose()}
    title={`Preview of post #${item.id}`}
    description="How it appears in each feed."
    size="lg"
  >
    <DialogBody>
      {item.goes_out_on ? (
        <PostPreview
          content={item}
          accounts={item.goes_out_on.items.map(({ platform_type, platform_username, why }) => ({
            platform: platform_type,
            username: platform_username,
            why,
          }))}
        />
      ) : (
        <PanelBoundary resetKey={String(item.id)} loading={<LoadingPreview />}>
          <InGroup item={item} />
        </PanelBoundary>
      )}
    </DialogBody>
  </Dialog>
);

/** Used with a backend that does not name the destinations of a post. */
function InGroup({ item }: { item: QueueItem }): ReactNode {
  const group = useReadGroupOf(item);
  return group ? (
    <WithAccounts group={group.id} item={item} />
  ) : (
    <EmptyState
      isCertain
      icon={<Eye />}
      title="Preview unavailable"
      hint="This post's group is unknown."
    />
  );
}

function WithAccounts({ group, item }: { group: Id; item: QueueItem }) {
  const { targets } = targetsOf(useRead(accountQueries.ofGroup(group)).items, true);
  return (
    <PostPreview
      content={item}
      accounts={targets.map(({ platform_type, platform_username }) => ({
        platform: platform_type,
        username: platform_username,
      }))}
    />
  );
}

const LoadingPreview = () => (
  <Loading label="Loading accounts">
    <Skeleton height={36} radius={6} />
    <Skeleton height={240} radius={8} />
  </Loading>
);
