import { type Account, accountQueries } from "@/entities/account";
import { sameId } from "@/shared/api/id";
import type { Listing } from "@/shared/api/listing";
import { withDetail } from "@/shared/query/outcome";
import { useCommand } from "@/shared/query/use-command";
import { accountsApi } from "./contract";

const refreshes = [accountQueries.all()];

export const addAccountFailure = "Failed to add account. Check console for details.";

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
    failure: withDetail("Test failed", "The platform gave no reason."),
    failureStays: 10_000,
    successOf: ({ message }) => message ?? "The credentials work.",
    refreshes,
  });

export const useDeleteAccount = () =>
  useCommand(accountsApi.remove, {
    success: "Account deleted.",
    failure: "Failed to delete account...",
    refreshes,
    apply: (client, _reply, { params }) =>
      client.setQueriesData<Listing<Account>>(
        { queryKey: accountQueries.all() },
        (accounts) =>
          accounts && {
            ...accounts,
            items: accounts.items.filter(({ id }) => !sameId(id, params.id)),
          },
      ),
  });
