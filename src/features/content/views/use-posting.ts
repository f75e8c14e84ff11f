import { useEffect, useRef, useState } from "react";
import type { Account } from "@/entities/account";
import type { Id } from "@/shared/api/id";
import { failureOf } from "@/shared/query/outcome";
import { toasts } from "@/shared/toast/toast";
import { postNowFailure, usePostNow } from "../mutations";
import { inWords, mayRetry, type PostResult, resultsOf, withAgain } from "../posting";

export type Posting = ReturnType<typeof usePosting>;

/** Posts one item now and keeps the result per account. */
export function usePosting(item: Id) {
  const { send, isInDoubt, mayRepeat, isBusy, failure } = usePostNow();
  const [results, setResults] = useState<readonly PostResult[]>();
  const isWatched = useIsMounted();

  const requestOf = (accounts: readonly Account[], hasConfirmedDuplicates: boolean) => ({
    params: { id: item },
    ...(hasConfirmedDuplicates && { query: { confirm_duplicates: true } }),
    body: { social_account_ids: accounts.map(({ id }) => id) },
  });

  async function post(accounts: readonly Account[], hasConfirmedDuplicates = false) {
    const outcome = await send(requestOf(accounts, hasConfirmedDuplicates));
    if (outcome.kind === "ok" || outcome.kind === "unreadable") {
      const answered = outcome.kind === "ok" ? outcome.reply.publishing_results.items : [];
      const ended = resultsOf(accounts, answered);
      setResults((before) => (before ? withAgain(before, ended) : ended));
      if (!isWatched()) showToast(ended);
    } else if (outcome.kind !== "held" && !isWatched()) {
      const { text, detail } = failureOf(postNowFailure, outcome.error);
      toasts.show({ kind: "error", title: text, ...(detail && { detail }) });
    }
    return outcome;
  }

  const failed = results?.filter(mayRetry) ?? [];
  return {
    /** Undefined before the first answer. */
    results,
    isBusy,
    failure,
    post,
    /**
     * Returns whether an earlier attempt on these accounts, which may have been done, was confirmed; undefined
     * if there is none. Only the very same request is not carried out twice.
     */
    openAttempt: (accounts: readonly Account[]) =>
      [true, false].find((isConfirmed) => isInDoubt(requestOf(accounts, isConfirmed))),
    /** True if posting to these accounts may do it a second time, because the last attempt may have been done. */
    mayRepeat: (accounts: readonly Account[]) =>
      [true, false].some((isConfirmed) => mayRepeat(requestOf(accounts, isConfirmed))),
    /** The number of accounts that can be retried. */
    failed: failed.length,
    retry: (accounts: readonly Account[]) =>
      post(
        accounts.filter(({ id }) => failed.some(({ account }) => String(account) === String(id))),
      ),
  };
}

/** Shows the result in a toast, because the dialog was closed meanwhile. */
function showToast(results: readonly PostResult[]) {
  const isGood = results.every(({ status }) => status === "published");
  toasts.show({ kind: isGood ? "success" : "error", title: inWords(results) });
}

function useIsMounted() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
