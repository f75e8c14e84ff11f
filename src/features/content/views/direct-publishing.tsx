import { UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { accountQueries } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { Panel, PanelHead, Split } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { DirectPublishingForm } from "../forms/direct-publishing-form";
import styles from "./direct-publishing.module.css";

type DirectPublishingProps = {
  group: Id;
  /** A link to where the accounts are added and updated. */
  toAccounts: ReactNode;
};

/** Publishes one text at once on every active account of a group. */
export function DirectPublishing(props: DirectPublishingProps) {
  const group = String(props.group);
  return (
    <PanelBoundary resetKey={group} loading={<LoadingDirect />}>
      <WithAccounts key={group} {...props} />
    </PanelBoundary>
  );
}

function WithAccounts({ group, toAccounts }: DirectPublishingProps) {
  const accounts = useRead(accountQueries.ofGroup(group)).items;
  if (!accounts.some(({ is_active }) => is_active)) {
    return (
      <EmptyPanel
        icon={<UserRound />}
        title="This group has no active account to publish on."
        hint="Add one in Social Accounts, or update an inactive one's credentials."
        action={toAccounts}
      />
    );
  }
  return <DirectPublishingForm group={group} accounts={accounts} />;
}

const LoadingDirect = () => (
  <Loading label="Loading accounts">
    <Split
      aside={
        <div className={styles.previews}>
          <Skeleton height={180} radius={8} />
          <Skeleton height={180} radius={8} />
        </div>
      }
    >
      <Panel>
        <PanelHead>
          <h3>Publish now</h3>
        </PanelHead>
        <div className={styles.loadingForm}>
          <Skeleton width={96} />
          <Skeleton height={174} radius={6} />
          <Skeleton width={72} />
          <Skeleton height={32} radius={6} />
          <Skeleton width="40%" />
          <Skeleton width={88} height={28} radius={6} />
        </div>
      </Panel>
    </Split>
  </Loading>
);
