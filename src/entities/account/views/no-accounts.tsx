import type { ReactNode } from "react";
import { EmptyState } from "@/shared/ui/panel/notice";

/** In place of a choice of a group's accounts if there is none, or none that can be read. */
export const NoAccounts = ({ icon, unreadable }: { icon: ReactNode; unreadable: number }) =>
  unreadable > 0 ? (
    <EmptyState icon={icon} title="The accounts could not be read." isCertain />
  ) : (
    <EmptyState
      icon={icon}
      title="This group has no social accounts."
      hint="Add the first one under Configuration, Social Accounts."
    />
  );
