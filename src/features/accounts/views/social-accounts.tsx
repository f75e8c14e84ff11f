import { Plus, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { accountQueries } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { useAdded } from "@/shared/forms/use-added";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { ListHead } from "@/shared/ui/panel/list-head";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import { AddAccountDialog } from "../forms/add-account-dialog";
import { AccountCard } from "./account-card";
import styles from "./social-accounts.module.css";
import { TestAll } from "./test-all";

type SocialAccountsProps = {
  group: Id;
  /** True while the dialog 'Add account' is open, as the address says. */
  isAdding: boolean;
  onAdd: () => void;
  onClose: () => void;
};

export function SocialAccounts({ group, isAdding, onAdd, onClose }: SocialAccountsProps) {
  const { refOf, ...added } = useAdded();
  const add = (
    <Button size="sm" variant="primary" icon={<Plus />} onClick={onAdd}>
      Add account
    </Button>
  );
  return (
    <>
      <PanelBoundary
        loading={<LoadingAccounts add={add} />}
        failedHead={<ListHead>{add}</ListHead>}
      >
        <AccountList group={group} add={add} refOf={refOf} />
      </PanelBoundary>
      <AddAccountDialog open={isAdding} group={group} onClose={onClose} {...added} />
    </>
  );
}

type AccountListProps = {
  group: Id;
  add: ReactNode;
  refOf: ReturnType<typeof useAdded>["refOf"];
};

function AccountList({ group, add, refOf }: AccountListProps) {
  const accounts = useRead(accountQueries.ofGroup(group)).items;
  if (accounts.length === 0) {
    return (
      <EmptyPanel
        icon={<UserRound />}
        title="This group has no social accounts."
        hint="Posts are published on their group's accounts."
        action={add}
      />
    );
  }
  return (
    <>
      <TestAll accounts={accounts} add={add} />
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={account.id} ref={refOf(account.id)}>
            <AccountCard account={account} group={group} />
          </li>
        ))}
      </ul>
    </>
  );
}

const LoadingAccounts = ({ add }: { add: ReactNode }) => (
  <Loading label="Loading accounts">
    <ListHead count={<Skeleton width={120} height={16} />}>{add}</ListHead>
    <div className={styles.accounts}>
      <Skeleton height={58} radius={8} />
      <Skeleton height={58} radius={8} />
      <Skeleton height={58} radius={8} />
    </div>
  </Loading>
);
