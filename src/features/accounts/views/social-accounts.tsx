import { UserRound } from "lucide-react";
import { accountQueries } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { useRead } from "@/shared/query/use-read";
import { EmptyPanel } from "@/shared/ui/notice";
import { TitledPanel } from "@/shared/ui/panel";
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
        <TitledPanel title="Add account">
          <AddAccountForm key={group} group={group} />
        </TitledPanel>
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
      <EmptyPanel
        icon={<UserRound />}
        title="This group has no social accounts."
        hint="Add the first one with the form beside this. Posts are published on the accounts of their group."
      />
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
