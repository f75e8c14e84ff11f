import { useRef, useState } from "react";
import { type Failure, failureOf } from "@/shared/query/outcome";
import { adAccountsFailure, useFetchAdAccounts } from "../mutations";
import type { AdAccount } from "../schema";

const unreadAnswer: Failure = {
  text: adAccountsFailure("The server's response could not be read."),
};

/** Holds the ad accounts that the current token opens, but not the token itself. */
export function useAdAccounts() {
  const command = useFetchAdAccounts();
  const [accounts, setAccounts] = useState<readonly AdAccount[]>([]);
  const [failure, setFailure] = useState<Failure>();
  /** Counts the requests: the answer to an earlier one belongs to another token and is dropped. */
  const asked = useRef(0);

  function forget() {
    asked.current++;
    setAccounts([]);
    setFailure(undefined);
  }

  async function fetchOf(token: string) {
    forget();
    const question = asked.current;
    const outcome = await command.send({ body: { user_access_token: token } });
    if (question !== asked.current || outcome.kind === "held") return;
    if (outcome.kind === "ok") {
      const { items, unreadable } = outcome.reply;
      setAccounts(items);
      if (items.length > 0) return;
      setFailure(unreadable > 0 ? unreadAnswer : { text: "No ad accounts found for this token." });
    } else if (outcome.kind === "unreadable") {
      setFailure(unreadAnswer);
    } else {
      setFailure(failureOf(adAccountsFailure, outcome.error, true));
    }
  }

  return { accounts, failure, isBusy: command.isBusy, fetchOf, forget };
}
