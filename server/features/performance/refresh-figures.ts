import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { accountsApi } from "@/features/accounts/contract";
import type { performanceApi } from "@/features/performance/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { accounts, scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { lockPosts } from "../../kernel/locks.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { counted } from "../../kernel/sentences.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import { findAccount } from "../accounts/index.ts";
import { measureAgain } from "../measurements/index.ts";
import { enqueueSearches } from "../scheduler/index.ts";

/** Queues a measurement of the account's published posts, and a search for the lost ones. */
export async function backfillPerformance(
  context: Context,
  accountId: Id,
): Promise<WireOf<typeof accountsApi.backfillPerformance>> {
  const account = await findAccount(context.db, accountId);
  return refresh(context, eq(scheduledPosts.account_id, account.id), "published post");
}

/**
 * Enqueues the work, and returns a sentence such as `Measuring 3 published posts. Looking for 2 posts
 * whose result is unknown.`
 */
async function refresh(context: Context, where: SQL | undefined, noun: string) {
  // In order, and all of them before the first job.
  const ids = await lockPosts(
    context.db,
    and(where, inArray(scheduledPosts.status, ["published", "unknown"])),
  );
  const posts = await measureAgain(context, isAnyOf(scheduledPosts.id, ids));
  const lost = await enqueueSearches(context, isAnyOf(scheduledPosts.id, ids));
  const search = lost > 0 ? ` Looking for ${counted(lost, "post")} whose result is unknown.` : "";
  return { message: `Measuring ${counted(posts, noun)}.${search}` };
}

/**
 * Queues a measurement of the group's Instagram posts, and a search for those whose answer was lost; 409
 * if it has no Instagram account.
 */
export async function refreshInstagram(
  context: Context,
  groupId: Id,
): Promise<WireOf<typeof performanceApi.refreshInstagram>> {
  const { db } = context;
  const group = await findGroup(context, groupId);
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.group_id, group.id), eq(accounts.platform_type, "instagram")))
    .limit(1);
  if (!account) throw new Refusal(409, "This group has no Instagram account.");
  const where = and(
    eq(scheduledPosts.group_id, group.id),
    eq(scheduledPosts.platform_type, "instagram"),
  );
  return refresh(context, where, "published Instagram post");
}
