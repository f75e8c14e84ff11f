import { useState } from "react";
import type { Id } from "@/shared/api/id";
import type { Failure } from "@/shared/query/outcome";
import { toasts } from "@/shared/toast/toast";
import {
  useBackfill,
  useClearCredentials,
  useDeleteAccount,
  usePrimeSession,
  useTestAccount,
  useTestFetch,
} from "../mutations";

/** What an attempt to read a post's figures came to. */
export type FetchResult = { readonly works: boolean; readonly said: readonly string[] };

/** All that can be done with one account, and what the last of it said. */
export function useAccountActs(id: Id, lastError: string | null | undefined) {
  const test = useTestAccount();
  const clear = useClearCredentials();
  const backfill = useBackfill();
  const testFetch = useTestFetch();
  const prime = usePrimeSession();
  const remove = useDeleteAccount();
  const [fetched, setFetched] = useState<FetchResult>();
  const target = { params: { id } };

  async function tryFetch() {
    setFetched(undefined);
    const outcome = await testFetch.send({ params: { accountId: id } });
    if (outcome.kind !== "ok") return;
    const { success, message, error } = outcome.reply;
    const said = [message, error].flatMap((text) => text || []);
    setFetched({ works: success, said });
    toasts.show({
      kind: success ? "success" : "error",
      title: fetchVerdict(success),
      ...(said.length > 0 && { detail: said.join(" ") }),
    });
  }

  const failures: (Failure | undefined)[] = [
    // A refused test is kept by the server as the account's last error, which the card shows.
    lastError && test.failure?.text.includes(lastError) ? undefined : test.failure,
    backfill.failure,
    testFetch.failure,
    prime.failure,
  ];

  return {
    clear,
    remove,
    isBusy: [test, clear, backfill, testFetch, prime, remove].some(({ isBusy }) => isBusy),
    failures: failures.filter((failure) => failure !== undefined),
    fetched,
    test: () => void test.send(target),
    backfill: () => void backfill.send({ params: { accountId: id } }),
    prime: () => void prime.send(target),
    tryFetch: () => void tryFetch(),
  };
}

export const fetchVerdict = (works: boolean) =>
  works ? "The performance fetch works." : "The performance fetch does not work.";
