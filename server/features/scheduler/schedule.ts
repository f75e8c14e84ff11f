import { and, eq, sql } from "drizzle-orm";
import { accounts, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import { findGroup } from "../../kernel/find-group.ts";
import { lockAccounts } from "../../kernel/locks.ts";
import { fieldRefusal } from "../../kernel/refusal.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { AccountRow } from "../accounts/index.ts";
import { whyUnusable } from "../accounts/index.ts";
import { type CategoryRow, findCategory } from "../categories/index.ts";
import { accountsWithContent } from "../duplicates/index.ts";
import { enqueuePublish } from "./due.ts";
import { nextSlot } from "./slots.ts";
import { acceptsPost, enabledAccounts } from "./suitable-accounts.ts";

export type QueueRow = typeof queueItems.$inferSelect;
export type PostRow = typeof scheduledPosts.$inferSelect;

/**
 * The accounts and the time that an operator chose; null is as the category says, and the next slot.
 */
export type ScheduleChoice = {
  readonly at: Date | null;
  readonly accountIds: readonly number[] | null;
};

type LeftOut = { readonly account: AccountRow; readonly why: string };

export type ScheduleResult = {
  readonly made: readonly PostRow[];
  readonly left: readonly LeftOut[];
};

/**
 * Schedules an approved item on the chosen accounts, or else on every account of its category that
 * accepts it, each at the chosen time, or else at its next free one. Accounts that its content has
 * been posted on meanwhile, and those that cannot be used, are left out. Without a suitable account
 * it stays approved and unscheduled, until the planner finds one.
 */
export async function scheduleSoon(
  context: Context,
  item: QueueRow,
  { at, accountIds }: ScheduleChoice = { at: null, accountIds: null },
): Promise<ScheduleResult> {
  const { db } = context;
  const category = await findCategory(context, item.category_id ?? 0);
  const group = await findGroup(context, category.group_id);
  const candidates = accountIds
    ? await chosenAccounts(db, category, accountIds)
    : (await enabledAccounts(db, category)).filter((account) => acceptsPost(account, item));
  const out = await accountsWithContent(db, item);
  const decided = candidates.map((account) => ({
    account,
    why: whyNot(context, account, item, out),
  }));
  const made: PostRow[] = [];
  for (const { account, why } of decided) {
    if (why) continue;
    const time = at ?? (await nextSlot(context, group, account));
    const post = await schedulePost(context, item, category, account, time);
    if (post) made.push(post);
  }
  return { made, left: decided.flatMap(({ account, why }) => (why ? [{ account, why }] : [])) };
}

/** Returns why the account is left out of the item's posts; undefined if it is not. */
export function whyNot(
  { ports }: Context,
  account: AccountRow,
  item: QueueRow,
  out: ReadonlySet<number>,
) {
  if (!account.is_active) return "it is inactive";
  if (!acceptsPost(account, item)) return "it needs an image or video";
  return out.has(account.id) ? "it already has this content" : whyUnusable(account, ports.world);
}

/** Returns the accounts of these ids; throws a 422 Refusal if one is not of the category's group. */
async function chosenAccounts(
  db: Db,
  { group_id }: CategoryRow,
  ids: readonly number[],
): Promise<AccountRow[]> {
  const chosen = await lockAccounts(
    db,
    and(eq(accounts.group_id, group_id), isAnyOf(accounts.id, ids)),
  );
  if (chosen.length < new Set(ids).size) {
    const msg = "An account is not in this group, or was removed.";
    throw fieldRefusal("social_account_ids", msg, "query");
  }
  return chosen;
}

/**
 * Matches approved items without a post on any account. Literal, so that the partial index
 * `queue_items_waiting` applies.
 */
export const isUnscheduled = sql`${queueItems.status} = 'approved' and not ${queueItems.is_scheduled}`;

/**
 * Inserts a post of an approved item on one account, and queues the job that publishes it. Returns
 * undefined, without a post, if a post of the same content is on its way to the account.
 */
export async function schedulePost(
  { db, enqueue }: Context,
  item: QueueRow,
  category: CategoryRow,
  account: AccountRow,
  at: Date,
): Promise<PostRow | undefined> {
  const [post] = await db
    .insert(scheduledPosts)
    .values({
      queue_item_id: item.id,
      group_id: category.group_id,
      category_id: category.id,
      account_id: account.id,
      content_item_id: item.content_item_id,
      platform_type: account.platform_type,
      platform_username: account.platform_username,
      publish_at: at,
    })
    .onConflictDoNothing()
    .returning();
  if (post) await enqueuePublish({ enqueue }, post, at);
  return post;
}
