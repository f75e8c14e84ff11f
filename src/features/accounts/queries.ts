import { useQueryClient } from "@tanstack/react-query";
import { type Account, accountQueries } from "@/entities/account";
import { type Id, sameId } from "@/shared/api/id";
import { fetchFresh } from "@/shared/query/prefetch";

/** Fetches the account as it is on the server now; undefined if there is none. */
export function useReadAccount(group: Id, id: Id) {
  const client = useQueryClient();
  return async () =>
    (await fetchFresh(client, accountQueries.ofGroup(group))).items.find((one) =>
      sameId(one.id, id),
    );
}

/** A backend that does not say when credentials were changed still says whether the account is active. */
export const haveOtherCredentials = (one: Account, other: Account) =>
  one.credentials_changed_at !== other.credentials_changed_at || one.is_active !== other.is_active;
