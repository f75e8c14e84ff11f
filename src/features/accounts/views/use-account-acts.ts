import { useState } from "react";
import type { ReplyOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Failure } from "@/shared/query/outcome";
import { useOffered } from "@/shared/query/use-backend";
import { toasts } from "@/shared/toast/toast";
import {
  leaveFor,
  redditConnectAddress,
  tiktokConnectAddress,
  tokenMissing,
} from "../connect-address";
import { type accountsApi, tiktokConnectCapability } from "../contract";
import {
  testFailure,
  useBackfill,
  useClearCredentials,
  useDeleteAccount,
  usePrimeSession,
  useTestAccount,
  useTestFetch,
} from "../mutations";

/** The verdict on a trial performance fetch, with the rest of the server's answer. */
type FetchResult = {
  readonly works: boolean;
  readonly title: string;
  readonly detail?: string | undefined;
};

/** The actions on one account, with the failures and the fetch result of the latest ones. */
export function useAccountActs(id: Id, group: Id, lastError: string | null | undefined) {
  const test = useTestAccount();
  const clear = useClearCredentials();
  const backfill = useBackfill();
  const testFetch = useTestFetch();
  const prime = usePrimeSession();
  const remove = useDeleteAccount();
  const isPrimedOnTikTok = useOffered(tiktokConnectCapability);
  const [isTokenMissing, setTokenMissing] = useState(false);
  const [fetched, setFetched] = useState<FetchResult>();
  const target = { params: { id } };

  async function tryFetch() {
    setFetched(undefined);
    const outcome = await testFetch.send({ params: { accountId: id } });
    if (outcome.kind !== "ok") return;
    const result = verdictOn(outcome.reply);
    const { works, title, detail } = result;
    setFetched(result);
    toasts.show({ kind: works ? "success" : "error", title, ...(detail && { detail }) });
  }

  function connectAt(address: string | undefined) {
    setTokenMissing(!address);
    if (address) leaveFor(address);
  }

  const failures: (Failure | undefined)[] = [
    // The server stores a refused test as the account's last error, which the card shows already.
    lastError && test.failure?.text.includes(lastError) ? undefined : test.failure,
    backfill.failure,
    testFetch.failure,
    prime.failure,
    isTokenMissing ? { text: tokenMissing } : undefined,
  ];

  return {
    clear,
    remove,
    backfill,
    isBusy: [test, clear, backfill, testFetch, prime, remove].some(({ isBusy }) => isBusy),
    failures: failures.filter((failure) => failure !== undefined),
    fetched,
    test: () => void test.send(target),
    prime: isPrimedOnTikTok
      ? () => connectAt(tiktokConnectAddress(id))
      : () => void prime.send(target),
    /** True if its session may be primed a second time, because the last attempt may have been done. */
    mayPrimeTwice: !isPrimedOnTikTok && prime.mayRepeat(target),
    /** Reddit itself says which account it is: this one, if the person is signed in there as it. */
    connectReddit: () => connectAt(redditConnectAddress(group)),
    tryFetch: () => void tryFetch(),
  };
}

function verdictOn({ success, message, error }: ReplyOf<typeof accountsApi.testPerformanceFetch>) {
  if (success ?? !error) {
    const title = "The performance fetch works.";
    return { works: true, title, detail: message || error || undefined };
  }
  const reason = error || message || undefined;
  const rest = message === reason ? undefined : message || undefined;
  return { works: false, title: testFailure(reason), detail: rest };
}
