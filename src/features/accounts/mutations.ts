import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type Account, accountQueries } from "@/entities/account";
import { type Id, sameId } from "@/shared/api/id";
import type { Listing } from "@/shared/api/reply/listing";
import { withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { accountsApi } from "./contract";

const refreshes = [accountQueries.all()];

/** Changes every cached list at once, before the refetch that follows. */
const changeAccounts = (
  client: QueryClient,
  change: (accounts: readonly Account[]) => readonly Account[],
) =>
  client.setQueriesData<Listing<Account>>(
    { queryKey: accountQueries.all() },
    (known) => known && { ...known, items: change(known.items) },
  );

const put = (client: QueryClient, account: Account | undefined) =>
  account &&
  changeAccounts(client, (all) => all.map((it) => (sameId(it.id, account.id) ? account : it)));

export const addAccountFailure = "Failed to add account. Check console for details.";
export const updateFailure = "Failed to update credentials...";
export const clearFailure = "Failed to clear credentials...";
export const testFailure = withDetail("Test failed");

export const useAddAccount = () =>
  useCommand(accountsApi.add, {
    success: "Account added.",
    failure: addAccountFailure,
    isShownInPlace: true,
    refreshes,
  });

export const useTestAccount = () =>
  useCommand(accountsApi.test, {
    pending: "Testing credentials...",
    failure: testFailure,
    failureStays: 10_000,
    successOf: ({ message }) => message ?? "The credentials work.",
    refreshes,
  });

/** Tests one of many accounts. A summary shows the results; the list reloads once at the end. */
export function useTestOneOfMany() {
  const client = useQueryClient();
  const { send } = useCommand(accountsApi.test, { failure: testFailure, isShownInPlace: true });
  return {
    testOne: (id: Id) => send({ params: { id } }),
    reload: () => void client.invalidateQueries({ queryKey: accountQueries.all() }),
  };
}

export const useUpdateCredentials = () =>
  useCommand(accountsApi.setCredentials, {
    success: "Credentials updated.",
    failure: updateFailure,
    isShownInPlace: true,
    refreshes,
    apply: put,
  });

/** The confirmation dialog stays open and shows a failure. */
export const useClearCredentials = () =>
  useCommand(accountsApi.clearCredentials, {
    success: "Credentials cleared. The account is inactive.",
    failure: clearFailure,
    isShownInPlace: true,
    refreshes,
    apply: put,
  });

export const usePrimeSession = () =>
  useCommand(accountsApi.primeSession, {
    pending: "Priming the session...",
    failure: "Failed to start priming session.",
    successOf: ({ message }) => message ?? "Session priming started.",
    refreshes,
  });

export const useBackfill = () =>
  useCommand(accountsApi.backfillPerformance, {
    failure: "Failed to start backfill process.",
    successOf: ({ message }) => message ?? "Backfill queued.",
  });

/** Has no success text: a 200 may report a failed fetch, so the caller shows the verdict. */
export const useTestFetch = () =>
  useCommand(accountsApi.testPerformanceFetch, {
    pending: "Testing the performance fetch...",
    failure: testFailure,
    asksOnly: true,
  });

/** The confirmation dialog stays open and shows a failure. */
export const useDeleteAccount = () =>
  useCommand(accountsApi.remove, {
    success: "Account deleted.",
    failure: "Failed to delete account...",
    isShownInPlace: true,
    refreshes,
    apply: (client, _reply, { params }) =>
      changeAccounts(client, (all) => all.filter(({ id }) => !sameId(id, params.id))),
  });
