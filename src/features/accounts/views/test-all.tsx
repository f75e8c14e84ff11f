import { CircleAlert, CircleCheck, CircleStop, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { type Account, AccountName } from "@/entities/account";
import { counted } from "@/shared/format/number";
import { useScreenAction } from "@/shared/keyboard/screen-actions";
import { heldText, sayEnds, tallyEnds } from "@/shared/query/batch-ends";
import { sayFailure } from "@/shared/query/outcome";
import { type Batch, type BatchResult, useBatch, wasDone } from "@/shared/query/use-batch";
import { Button } from "@/shared/ui/button/button";
import { ListHead } from "@/shared/ui/panel/list-head";
import { BatchWait } from "@/shared/ui/status/batch-wait";
import { Progress } from "@/shared/ui/status/progress";
import { testFailure, useTestOneOfMany } from "../mutations";
import styles from "./social-accounts.module.css";

type TestAllProps = {
  accounts: readonly Account[];
  /** The button that adds an account. */
  add: ReactNode;
};

/** Tests the credentials of every account, three at a time, and lists the results. */
export function TestAll({ accounts, add }: TestAllProps) {
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
