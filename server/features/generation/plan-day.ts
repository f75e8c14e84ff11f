import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { accounts, categories, groups } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { GroupRow } from "../../kernel/find-group.ts";
import { type PostFormat, postFormats } from "../../kernel/generation-work.ts";
import { lockAccounts, lockGroups, lockName } from "../../kernel/locks.ts";
import type { JobHandlers } from "../../kernel/runs.ts";
import { restOfDay } from "../../kernel/times.ts";
import type { AccountRow } from "../accounts/index.ts";
import type { CategoryRow } from "../categories/index.ts";
import {
  acceptsFormat,
  schedulePost,
  suitableAccounts,
  suitableAccountsNow,
} from "../scheduler/index.ts";
import { scheduledToday, scheduledWithin } from "./day-quota.ts";
import { fillDaily } from "./fill-quota.ts";
import { itemsFor, placesFor } from "./plan-items.ts";
import {
  atSpeed,
  type GroupPlan,
  type Planned,
  plannersDay,
  slotsLeft,
  timesOf,
} from "./plan-times.ts";
import { type FormatCounts, missingPosts, noPosts, total } from "./quota.ts";

/**
 * Queues the generation of what the pools lack for today, then schedules the posts that today still
 * lacks, of each kind: for every active category first the approved items without a post, then unused
 * content of its pool. A group's posts are spread over the rest of the day, or stand at its publishing
 * times. Groups that are paused are left out.
 */
export const planDay: JobHandlers["plan-day"] = async (_, { ports, transaction }) => {
  const left = restOfDay(ports.clock.now());
  // Logged, because with 0 minutes left it explains that nothing was scheduled.
  const minutes_left = left ? Math.round((left.to.getTime() - left.from.getTime()) / 60_000) : 0;
  // In a transaction of its own, because it locks the categories.
  const generating = await transaction((context) =>
    fillDaily(context, isPlanned(context.db, left !== undefined)),
  );
  return { scheduled: await transaction(planToday), generating, minutes_left };
};

/**
 * Returns the condition of categories whose group is planned; those without publishing times only
 * in the day.
 */
const isPlanned = (db: Db, isDay: boolean) =>
  inArray(
    categories.group_id,
    db
      .select({ id: groups.id })
      .from(groups)
      .where(and(isNull(groups.paused_at), isDay ? undefined : isNotNull(groups.publishing_times))),
  );

/** The reads of a plan: those of a real one, or of a preview that stores and locks nothing. */
type PlanReads<Item> = {
  readonly accountsOf: (context: Context, category: CategoryRow) => Promise<AccountRow[]>;
  readonly itemsOf: (
    context: Context,
    category: CategoryRow,
    kind: PostFormat,
    missing: number,
  ) => Promise<readonly Item[]>;
};

/** Returns how many posts it scheduled; a post on several accounts counts once. */
export async function planToday(context: Context): Promise<number> {
  // A concurrent planner waits here, then counts the posts that this one has scheduled.
  await lockName(context.db, "command", "plan-day");
  const left = restOfDay(context.ports.clock.now());
  await lockPlanned(context, left !== undefined);
  const plans = await plansOf(context, { accountsOf: suitableAccounts, itemsOf: itemsFor });
  let scheduled = 0;
  for (const plan of plans) {
    for (const { planned, time } of await timesOf(context, plan, left)) {
      const { item, category } = planned;
      const at = atSpeed(context, time);
      for (const account of planned.accounts) {
        await schedulePost(context, item, category, account, at);
      }
      scheduled += 1;
    }
  }
  return scheduled;
}

/**
 * Locks all groups that are planned against deletion, and before them their accounts: locked group by
 * group, some would come after a queue item.
 */
async function lockPlanned({ db }: Context, isDay: boolean) {
  const planned = db
    .select({ id: categories.group_id })
    .from(categories)
    .where(and(eq(categories.daily_generation_active, true), isPlanned(db, isDay)));
  await lockAccounts(db, inArray(accounts.group_id, planned));
  await lockGroups(db, inArray(groups.id, planned), "key share");
}

/** Returns what `planToday` would schedule now, by group. It generates first what the pools lack. */
export async function previewDay(
  context: Context,
): Promise<WireOf<typeof schedulerApi.planPreview>> {
  const left = restOfDay(context.ports.clock.now());
  const plans = await plansOf(context, { accountsOf: suitableAccountsNow, itemsOf: placesFor });
  const planned = [];
  let posts = 0;
  for (const plan of plans) {
    const { length } = await timesOf(context, plan, left);
    posts += length;
    const { id: group_id, name: group_name } = plan.group;
    if (length > 0) planned.push({ group_id, group_name, posts: length });
  }
  return { posts, groups: planned };
}

/** Returns what today still lacks and can have, group by group. */
async function plansOf<Item>(
  context: Context,
  reads: PlanReads<Item>,
): Promise<readonly GroupPlan<Item>[]> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const active = await db
    .select({ category: categories, group: groups })
    .from(categories)
    .innerJoin(groups, eq(groups.id, categories.group_id))
    .where(
      and(
        eq(categories.daily_generation_active, true),
        isPlanned(db, restOfDay(now) !== undefined),
      ),
    )
    .orderBy(asc(categories.id));
  const ids = active.map(({ category }) => category.id);
  const today = await scheduledToday(context, ids);
  const period = plannersDay(now);
  const sincePlanner = await scheduledWithin(context, ids, period);

  const ofGroups = new Map<
    number,
    { group: GroupRow; slots: number[]; planned: Planned<Item>[] }
  >();
  for (const { category, group } of active) {
    const known = group.publishing_times ? sincePlanner : today;
    const of = ofGroups.get(group.id) ?? {
      group,
      slots: slotsLeft(group, now, period),
      planned: [],
    };
    ofGroups.set(group.id, of);
    // No more items than times: the others would leave the pool and wait.
    const most = group.publishing_times ? of.slots.length : Number.POSITIVE_INFINITY;
    const missing = missingPosts(category, known.get(category.id) ?? noPosts);
    of.planned.push(...(await plannedOf(context, category, missing, most, reads)));
  }
  return [...ofGroups.values()];
}

/** Returns the items of a category that today still lacks, at most `most` of each format. */
async function plannedOf<Item>(
  context: Context,
  category: CategoryRow,
  missing: FormatCounts,
  most: number,
  { accountsOf, itemsOf }: PlanReads<Item>,
): Promise<Planned<Item>[]> {
  const suitable = total(missing) > 0 ? await accountsOf(context, category) : [];
  const planned: Planned<Item>[] = [];
  for (const kind of postFormats) {
    const wanted = Math.min(missing[kind], most);
    const accounts = suitable.filter((account) => acceptsFormat(account, kind));
    if (wanted === 0 || accounts.length === 0) continue;
    const items = await itemsOf(context, category, kind, wanted);
    planned.push(...items.map((item, turn) => ({ category, accounts, item, turn })));
  }
  return planned;
}
