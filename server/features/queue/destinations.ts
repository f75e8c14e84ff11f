import { and, asc, eq, inArray } from "drizzle-orm";
import type { queueApi } from "@/features/queue/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { accounts, categories } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { AccountRow } from "../accounts/index.ts";
import type { CategoryRow } from "../categories/index.ts";
import { accountsWithContents } from "../duplicates/index.ts";
import { previewSlots, type QueueRow, whyNot } from "../scheduler/index.ts";
import { maxPosts } from "./begun.ts";

type Destination = NonNullable<WireOf<typeof queueApi.reject>["goes_out_on"]>[number];

/**
 * The number of accounts up to which destinations are read: each needs its scheduled posts for its
 * next slot.
 */
const maxAccounts = 100;

/**
 * Returns the destinations of each pending post if it were approved now, by the post's id: every active
 * account of its category's platforms, and why one would be left out. Empty for many posts or accounts.
 * Locks nothing: an approval decides again.
 */
export async function destinationsOf(
  context: Context,
  rows: readonly QueueRow[],
): Promise<ReadonlyMap<number, Destination[]>> {
  const { db } = context;
  const pending = rows.filter(({ status }) => status === "pending_approval");
  if (pending.length === 0 || pending.length > maxPosts) return new Map();
  const ofPosts = await db
    .select()
    .from(categories)
    .where(
      inArray(
        categories.id,
        pending.flatMap(({ category_id }) => category_id ?? []),
      ),
    );
  const groups = ofPosts.map(({ group_id }) => group_id);
  const active = await db
    .select()
    .from(accounts)
    .where(and(isAnyOf(accounts.group_id, groups), eq(accounts.is_active, true)))
    .orderBy(asc(accounts.id))
    .limit(maxAccounts + 1);
  if (active.length > maxAccounts) return new Map();
  const out = await accountsWithContents(
    db,
    pending.map(({ id }) => id),
  );

  const decided = pending.map((item) => {
    const category = ofPosts.find(({ id }) => id === item.category_id);
    const its = active.filter((account) => category && isFor(category, account));
    const withContent = out.get(item.id) ?? new Set();
    const on = its.map((account) => ({
      account,
      why: whyNot(context, account, item, withContent) ?? null,
    }));
    return { id: item.id, on };
  });
  const taking = decided.flatMap(({ on }) => on.filter(({ why }) => why === null));
  const slots = await previewSlots(context, [...new Set(taking.map(({ account }) => account))]);
  return new Map(
    decided.map(({ id, on }) => [
      id,
      on.map(({ account, why }): Destination => {
        const slot = why === null ? slots.get(account.id) : undefined;
        return {
          social_account_id: account.id,
          platform_type: account.platform_type,
          platform_username: account.platform_username,
          why,
          publish_at: slot ? inMinutes(slot) : null,
        };
      }),
    ]),
  );
}

const isFor = ({ group_id, enabled_platforms }: CategoryRow, account: AccountRow) =>
  account.group_id === group_id &&
  (enabled_platforms === null || enabled_platforms.includes(account.platform_type));

/**
 * Returns a time without seconds: otherwise the answer to each poll would differ, and every card
 * would render again.
 */
const inMinutes = (time: Date) =>
  new Date(Math.floor(time.getTime() / 60_000) * 60_000).toISOString();
