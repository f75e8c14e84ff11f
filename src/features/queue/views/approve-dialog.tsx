import { CalendarClock } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { accountQueries, NoAccounts } from "@/entities/account";
import { categoryQueries } from "@/entities/category";
import { groupQueries } from "@/entities/group";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { Dialog, DialogBody } from "@/shared/ui/dialog/dialog";
import { EmptyState } from "@/shared/ui/notice";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { ApproveForm } from "../forms/approve-form";

type FormProps = Pick<ComponentProps<typeof ApproveForm>, "item" | "refreshes" | "onClose">;

/** Asks where and when a post goes out. */
export function ApproveDialog({ open, ...form }: FormProps & { open: boolean }) {
  const { item, onClose } = form;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Approve post #${item.id}`}
      description="Choose where and when to publish."
      size="lg"
    >
      <PanelBoundary of={String(item.id)} loading={<LoadingChoices />}>
        <InGroup key={String(item.id)} {...form} />
      </PanelBoundary>
    </Dialog>
  );
}

function InGroup(form: FormProps): ReactNode {
  const groups = useRead(groupQueries.list()).items;
  // A queue item carries only the name of its group; group names are unique.
  const group = groups.find(({ name }) => name === form.item.group_name);
  return group ? (
    <OfGroup group={group.id} isPaused={Boolean(group.paused_at)} {...form} />
  ) : (
    <EmptyState
      isCertain
      icon={<CalendarClock />}
      title="The group of this post is unknown."
      hint="'Approve' schedules it by its category's settings."
    />
  );
}

function OfGroup({ group, ...form }: FormProps & { group: Id; isPaused: boolean }) {
  const { items: accounts, unreadable } = useRead(accountQueries.ofGroup(group));
  const categories = useRead(categoryQueries.ofGroup(group)).items;
  if (accounts.length === 0) {
    return <NoAccounts icon={<CalendarClock />} unreadable={unreadable} />;
  }
  const category = categories.find(({ name }) => name === form.item.category_name);
  return (
    <ApproveForm accounts={accounts} enabled={category?.enabled_platforms ?? null} {...form} />
  );
}

const LoadingChoices = () => (
  <DialogBody>
    <Loading label="Loading accounts">
      <Skeleton height={40} radius={6} />
      <Skeleton height={24} />
      <Skeleton height={24} />
    </Loading>
  </DialogBody>
);
