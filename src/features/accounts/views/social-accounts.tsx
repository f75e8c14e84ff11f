import { UserRound } from "lucide-react";
import { accountQueries } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyState } from "@/shared/ui/notice";
import { Panel, Region } from "@/shared/ui/panel";
import { PanelBoundary } from "@/shared/ui/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/skeleton";
import { Split } from "@/shared/ui/split";
import { AddAccountForm } from "../forms/add-account-form";
import { AccountCard } from "./account-card";
import styles from "./social-accounts.module.css";
import { TestAll } from "./test-all";

export function SocialAccounts({ group }: { group: Id }) {
  return (
    <Split
      aside={
        <Panel padded>
          <Region title="Add account" level={3}>
            <AddAccountForm key={group} group={group} />
          </Region>
        </Panel>
      }
    >
      <PanelBoundary loading={<LoadingAccounts />}>
        <AccountList group={group} />
      </PanelBoundary>
    </Split>
  );
}

function AccountList({ group }: { group: Id }) {
  const accounts = useRead(accountQueries.ofGroup(group)).items;
  if (accounts.length === 0) {
    return (
      <Panel className={styles.none}>
        <EmptyState
          icon={<UserRound />}
          title="This group has no social accounts."
          hint="Add the first one with the form beside this. Posts are published on the accounts of their group."
        />
      </Panel>
    );
  }
  return (
    <>
      <TestAll accounts={accounts} />
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountCard account={account} />
          </li>
        ))}
      </ul>
    </>
  );
}

const LoadingAccounts = () => (
  <Loading label="Loading the accounts">
    <div className={styles.bar}>
      <Skeleton width={120} height={16} />
    </div>
    <div className={styles.accounts}>
      <Skeleton height={58} radius={8} />
      <Skeleton height={58} radius={8} />
      <Skeleton height={58} radius={8} />
    </div>
  </Loading>
);
