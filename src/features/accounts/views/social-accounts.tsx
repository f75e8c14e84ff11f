import { CircleAlert, CircleCheck, CircleStop, Plus, ShieldCheck, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { type Account, AccountName, accountQueries } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { counted } from "@/shared/format/number";
import { useAdded } from "@/shared/forms/use-added";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { LazyDialog } from "@/shared/lazy/lazy-boundary";
import { lazyOnPress } from "@/shared/lazy/lazy-with-preload";
import { heldText, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import { sayFailure } from "@/shared/query/outcome";
import { type Batch, type BatchResult, useBatch, wasDone } from "@/shared/query/use-batch";
import { useRead } from "@/shared/query/use-read";
import { Button } from "@/shared/ui/button/button";
import { Dialog } from "@/shared/ui/dialog/dialog";
import { EmptyPanel } from "@/shared/ui/panel/notice";
import { ListHead } from "@/shared/ui/panel/panel";
import { PanelBoundary } from "@/shared/ui/panel/panel-boundary";
import { BatchWait } from "@/shared/ui/status/batch-wait";
import { Progress } from "@/shared/ui/status/progress";
import { Loading, Skeleton } from "@/shared/ui/status/skeleton";
import type { AddAccountFormProps } from "../forms/add-account-form";
import { testFailure, useTestOneOfMany } from "../mutations";
import { AccountCard } from "./account-card";
import styles from "./social-accounts.module.css";

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

const AddAccountForm = lazyOnPress(() =>
  import("../forms/add-account-form").then((part) => part.AddAccountForm),
);

type AddAccountDialogProps = AddAccountFormProps & { open: boolean; onClosed: () => void };

/** Its own boundary: if the form suspended the tab, the button that opened it would lose the focus. */
function AddAccountDialog({ open, onClosed, ...rest }: AddAccountDialogProps) {
  const onOpenChange = (isOpen: boolean) => isOpen || rest.onClose();
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange}>
      <Dialog open={open} onOpenChange={onOpenChange} onClosed={onClosed} title="Add account">
        <AddAccountForm {...rest} />
      </Dialog>
    </LazyDialog>
  );
}

type TestAllProps = {
  accounts: readonly Account[];
  /** The button that adds an account. */
  add: ReactNode;
};

/** Tests the credentials of every account, three at a time, and lists the results. */
function TestAll({ accounts, add }: TestAllProps) {
  const { testOne, reload } = useTestOneOfMany();
  const { batch, run, stop, dismiss } = useBatch<Account>({ is503Final: true });
  const active = accounts.filter(({ is_active }) => is_active).length;

  async function test() {
    await run(accounts, ({ id }) => testOne(id));
    reload();
  }

  useScreenAction("Test all accounts", () => void test(), !batch?.isRunning);

  return (
    <>
      <ListHead count={`${counted(accounts.length, "account")}, ${active} active`}>
        {batch?.isRunning && (
          <>
            <Progress
              label={`Testing ${batch.items.length} accounts`}
              value={batch.results.length}
              max={batch.items.length}
            />
            <BatchWait until={batch.waitUntil} />
            <Button size="sm" icon={<CircleStop />} onClick={stop}>
              Stop
            </Button>
          </>
        )}
        <Button
          size="sm"
          icon={<ShieldCheck />}
          busy={batch?.isRunning}
          onClick={() => void test()}
        >
          Test all
        </Button>
        {add}
      </ListHead>
      {batch && !batch.isRunning && <TestResult batch={batch} onClose={dismiss} />}
    </>
  );
}

type TestResultProps = { batch: Batch<Account>; onClose: () => void };

function TestResult({ batch: { items, results }, onClose }: TestResultProps) {
  const left = items.length - results.length;
  return (
    <fieldset className={styles.result} aria-label="Result">
      <span className={styles.resultWords} role="status">
        {sayEnds(`of ${items.length} work`, tallyEnds(results), left, "not tested")}
      </span>
      <Button size="sm" variant="ghost" onClick={onClose}>
        Close
      </Button>
      <ul>
        {results.map((result) => (
          <ResultLine key={result.item.id} {...result} />
        ))}
      </ul>
    </fieldset>
  );
}

function ResultLine({ item, outcome }: BatchResult<Account>) {
  const works = wasDone(outcome);
  return (
    <li className={styles.line} data-tone={works ? "success" : "danger"}>
      {works ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
      <AccountName type={item.platform_type} username={item.platform_username} />
      <span>{sayOutcome(outcome)}</span>
    </li>
  );
}

function sayOutcome(outcome: BatchResult<Account>["outcome"]) {
  if (wasDone(outcome)) return "The credentials work.";
  if (!("error" in outcome)) return heldText;
  return sayFailure(testFailure, outcome.error);
}
