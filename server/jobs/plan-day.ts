import { and, asc, eq, not, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { categories, contentItems, queueItems } from "../db/schema.ts";
import type { AccountRow } from "../domain/accounts.ts";
import type { CategoryRow } from "../domain/categories.ts";
import { isPlannable, kindOf, scheduledToday } from "../domain/day-quota.ts";
import { hasContentOut } from "../domain/duplicates.ts";
import { fillDaily } from "../domain/fill-quota.ts";
import {
  missingPosts,
  noPosts,
  type PostKind,
  postKinds,
  restOfDay,
  total,
} from "../domain/quota.ts";
import {
  isWaiting,
  type QueueRow,
  schedulePost,
  suitableAccounts,
  takesKind,
} from "../domain/schedule.ts";
import type { JobHandlers } from "./job.ts";

/**
 * Queues the generation of what the pools lack for today, then schedules the posts that today still
 * lacks, of each kind: for every active category first the approved items without a post, then unused
 * content of its pool, spread over the rest of the day.
 */
export const planDay: JobHandlers["plan-day"] = async (_, { ports, transaction }) => {
  const left = restOfDay(ports.clock.now());
  // Logged, because with 0 minutes left it explains that nothing was scheduled.
  const minutes_left = left ? Math.round((left.to.getTime() - left.from.getTime()) / 60_000) : 0;
  // In a transaction of its own, because it locks the categories.
  const generating = left ? await transaction(fillDaily) : 0;
  return { scheduled: await transaction(planToday), generating, minutes_left };
};

type Planned = { category: CategoryRow; accounts: AccountRow[]; item: QueueRow; turn: number };

/** Returns how many posts it scheduled; a post on several accounts counts once. */
export async function planToday(context: Context): Promise<number> {
  const { db, ports, speed } = context;
  const now = ports.clock.now();
  const left = restOfDay(now);
  if (!left) return 0;
  // A concurrent planner waits here, then counts the posts that this one has scheduled.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('plan-day'))`);
  const active = await db
    .select()
    .from(categories)
    .where(eq(categories.daily_generation_active, true))
    .orderBy(asc(categories.id));
  const today = await scheduledToday(
    context,
    active.map(({ id }) => id),
  );

  const groups = new Map<number, Planned[]>();
  for (const category of active) {
    const missing = missingPosts(category, today.get(category.id) ?? noPosts);
    const suitable = total(missing) > 0 ? await suitableAccounts(db, category) : [];
    for (const kind of postKinds) {
      if (missing[kind] === 0) continue;
      const accounts = suitable.filter((account) => takesKind(account, kind));
      if (accounts.length === 0) continue;
      const items = await itemsFor(context, category, kind, missing[kind]);
      const planned = items.map((item, turn) => ({ category, accounts, item, turn }));
      groups.set(category.group_id, [...(groups.get(category.group_id) ?? []), ...planned]);
    }
  }

  for (const planned of groups.values()) {
    // Sorted by turn, so that the categories and kinds of a group alternate over the day.
    const ordered = planned.toSorted((one, other) => one.turn - other.turn);
    for (const [n, { category, accounts, item }] of ordered.entries()) {
      const time = spread(left, n, ordered.length);
      const at = new Date(now.getTime() + (time.getTime() - now.getTime()) / speed);
      for (const account of accounts) await schedulePost(context, item, category, account, at);
    }
  }
  return [...groups.values()].reduce((sum, planned) => sum + planned.length, 0);
}

/** The middle of the n-th of so many equal parts. */
export const spread = ({ from, to }: { from: Date; to: Date }, n: number, parts: number) =>
  new Date(from.getTime() + ((n + 0.5) / parts) * (to.getTime() - from.getTime()));

/** At most `missing` items of a kind: approved items without a post, then new ones from the pool. */
async function itemsFor(
  { db, ports }: Context,
  category: CategoryRow,
  kind: PostKind,
  missing: number,
): Promise<QueueRow[]> {
  const waiting = await db
    .select()
    .from(queueItems)
    .where(
      and(
        eq(queueItems.category_id, category.id),
        isWaiting,
        not(hasContentOut(db)),
        eq(kindOf(queueItems), kind),
      ),
    )
    .orderBy(asc(queueItems.id))
    .limit(missing);
  if (waiting.length === missing) return waiting;

  const fresh = await db
    .select()
    .from(contentItems)
    .where(
      and(
        eq(contentItems.category_id, category.id),
        isPlannable(db),
        eq(kindOf(contentItems), kind),
      ),
    )
    .orderBy(asc(contentItems.id))
    .limit(missing - waiting.length);
  if (fresh.length === 0) return waiting;
  const now = ports.clock.now();
  const added = await db
    .insert(queueItems)
    .values(
      fresh.map(({ id, is_active: _, last_used_at: __, created_at: ___, ...content }) => ({
        ...content,
        content_item_id: id,
        status: "approved" as const,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning();
  return [...waiting, ...added];
}
