import { and, asc, eq } from "drizzle-orm";
import type { Id } from "@/shared/api/id";
import { accounts } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { lockAccounts } from "../../kernel/locks.ts";
import { fieldRefusal, Refusal } from "../../kernel/refusal.ts";
import { namesOf } from "../../kernel/sentences.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { AccountRow } from "../accounts/index.ts";

/**
 * Returns the accounts in the given order, without duplicates. 422 if one is not an account of
 * the group.
 */
export async function chosenAccounts(
  db: Db,
  groupId: number,
  ids: readonly Id[],
): Promise<AccountRow[]> {
  const keys = [...new Set(ids.map(rowId))];
  const rows = await lockAccounts(
    db,
    and(eq(accounts.group_id, groupId), isAnyOf(accounts.id, keys)),
    // Not `update`: the end of a call, which this waits for, writes to its account.
    "key share",
  );
  return keys.map((key) => {
    const account = rows.find(({ id }) => id === key);
    if (account) return account;
    throw fieldRefusal(
      "social_account_ids",
      "One of these accounts is not among the accounts of this content's group.",
    );
  });
}

export const activeAccounts = (db: Db, groupId: number): Promise<AccountRow[]> =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.group_id, groupId), eq(accounts.is_active, true)))
    .orderBy(asc(accounts.id));

/** Throws a 409 Refusal that names the matching accounts, if any. */
export function refuseWhere(
  targets: readonly AccountRow[],
  isRefused: (account: AccountRow) => boolean,
  reason: string,
) {
  const refused = targets.filter(isRefused);
  if (refused.length > 0) throw new Refusal(409, `${reason} ${namesOf(refused)}.`);
}
