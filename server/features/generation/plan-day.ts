import { and, asc, eq, inArray, isNotNull, isNull, not, sql } from "drizzle-orm";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import {
  accounts,
  categories,
  contentItems,
  groups,
  queueItems,
  scheduledPosts,
} from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { GroupRow } from "../../kernel/find-group.ts";
import type { JobHandlers } from "../../kernel/job.ts";
import { lockAccounts, locking } from "../../kernel/locks.ts";
import { type PostKind, postKinds } from "../../kernel/post-kinds.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import { day, restOfDay } from "../../kernel/times.ts";
import { currentSlot } from "../../kernel/timetable.ts";
import type { AccountRow } from "../accounts/index.ts";
import type { CategoryRow } from "../categories/index.ts";
import { contentOf } from "../content/index.ts";
import { hasContentOut } from "../duplicates/index.ts";
import {
  isFree,
  isWaiting,
  type QueueRow,
  schedulePost,
  slotApart,
  slotsFrom,
  suitableAccounts,
  suitableAccountsNow,
  takesKind,
} from "../scheduler/index.ts";
import { isPlannable, kindOf, scheduledToday, scheduledWithin } from "./day-quota.ts";
import { fillDaily } from "./fill-quota.ts";
import { type Kinds, missingPosts, noPosts, total } from "./quota.ts";

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

/** The condition of categories whose group is planned; those without publishing times only in the day. */
const isPlanned = (db: Db, isDay: boolean) =>
  inArray(
    categories.group_id,
    db
      .select({ id: groups.id })
      .from(groups)
      .where(and(isNull(groups.paused_at), isDay ? undefined : isNotNull(groups.publishing_times))),
  );

type Planned<Item> = {
  readonly category: CategoryRow;
  readonly accounts: AccountRow[];
  readonly item: Item;
  readonly turn: number;
};

/** How a plan is made: for real, or as a preview that stores and locks nothing. */
type Means<Item> = {
  readonly accountsOf: (context: Context, category: CategoryRow) => Promise<AccountRow[]>;
  readonly itemsOf: (
    context: Context,
    category: CategoryRow,
    kind: PostKind,
    missing: number,
  ) => Promise<readonly Item[]>;
};

type GroupPlan<Item> = {
  readonly group: GroupRow;
  readonly slots: readonly number[];
  readonly planned: readonly Planned<Item>[];
};

/** Returns how many posts it scheduled; a post on several accounts counts once. */
export async function planToday(context: Context): Promise<number> {
  // A concurrent planner waits here, then counts the posts that this one has scheduled.
  await context.db.execute(sql`select pg_advisory_xact_lock(hashtext('plan-day'))`);
  const left = restOfDay(context.ports.clock.now());
  await lockAllAccounts(context, left !== undefined);
  const plans = await plansOf(context, { accountsOf: suitableAccounts, itemsOf: itemsFor });
  let scheduled = 0;
  for (const plan of plans) {
    for (const { planned, time } of await timesOf(context, plan, left)) {
      await scheduleAt(context, planned, time);
      scheduled += 1;
    }
  }
  return scheduled;
}

/** Those of all groups that are planned: locked group by group, some would come after a queue item. */
async function lockAllAccounts({ db }: Context, isDay: boolean) {
  const planned = db
    .select({ id: categories.group_id })
    .from(categories)
    .where(and(eq(categories.daily_generation_active, true), isPlanned(db, isDay)));
  await lockAccounts(db, inArray(accounts.group_id, planned));
}

/** What `planToday` would schedule now, by group. It generates first what the pools lack. */
export async function previewDay(
  context: Context,
): Promise<WireOf<typeof schedulerApi.planPreview>> {
  const left = restOfDay(context.ports.clock.now());
  await lockAllAccounts(context, left !== undefined);
  const plans = await plansOf(context, { accountsOf: suitableAccountsNow, itemsOf: placesFor });
  const planned: { group_id: number; group_name: string; posts: number }[] = [];
  for (const plan of plans) {
    const { length } = await timesOf(context, plan, left);
    if (length > 0) {
      planned.push({ group_id: plan.group.id, group_name: plan.group.name, posts: length });
    }
  }
  return { posts: planned.reduce((sum, { posts }) => sum + posts, 0), groups: planned };
}

/** What today still lacks and can have, group by group. */
async function plansOf<Item>(
  context: Context,
  means: Means<Item>,
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
    of.planned.push(...(await plannedOf(context, category, missing, most, means)));
  }
  return [...ofGroups.values()];
}

/** The items of a category that today still lacks, at most so many of each kind. */
async function plannedOf<Item>(
  context: Context,
  category: CategoryRow,
  missing: Kinds,
  most: number,
  { accountsOf, itemsOf }: Means<Item>,
): Promise<Planned<Item>[]> {
  const suitable = total(missing) > 0 ? await accountsOf(context, category) : [];
  const planned: Planned<Item>[] = [];
  for (const kind of postKinds) {
    const wanted = Math.min(missing[kind], most);
    const accounts = suitable.filter((account) => takesKind(account, kind));
    if (wanted === 0 || accounts.length === 0) continue;
    const items = await itemsOf(context, category, kind, wanted);
    planned.push(...items.map((item, turn) => ({ category, accounts, item, turn })));
  }
  return planned;
}

type Timed<Item> = { readonly planned: Planned<Item>; readonly time: Date };

/** When the items of a group go out, in the real time of a day. */
function timesOf<Item>(
  context: Context,
  { group, slots, planned }: GroupPlan<Item>,
  left: Period | undefined,
): Promise<Timed<Item>[]> | Timed<Item>[] {
  // Sorted by turn, so that the categories and kinds of a group alternate over the day.
  const ordered = planned.toSorted((one, other) => one.turn - other.turn);
  if (group.publishing_times) return atTimes(context, slots, ordered);
  if (!left) return [];
  return ordered.map((one, n) => ({ planned: one, time: spread(left, n, ordered.length) }));
}

/** An item for which no time is left stays approved, and is the first of the next day. */
async function atTimes<Item>(
  context: Context,
  slots: readonly number[],
  ordered: readonly Planned<Item>[],
): Promise<Timed<Item>[]> {
  const taken = await takenTimes(
    context,
    ordered.flatMap(({ accounts }) => accounts.map(({ id }) => id)),
  );
  const { now, speed } = { now: context.ports.clock.now().getTime(), speed: context.speed };
  const timed: Timed<Item>[] = [];
  for (const [n, planned] of ordered.entries()) {
    const free = (slot: number) =>
      planned.accounts.every(({ id }) =>
        isFree(now + (slot - now) / speed, taken.get(id) ?? [], slotApart / speed),
      );
    // Spread over the times if there are more of them than posts.
    const first = Math.floor(((n + 0.5) / ordered.length) * slots.length);
    const slot = slots.slice(first).find(free) ?? slots.find(free);
    if (slot === undefined) continue;
    const time = new Date(slot);
    const at = atSpeed(context, time).getTime();
    for (const { id } of planned.accounts) taken.set(id, [...(taken.get(id) ?? []), at]);
    timed.push({ planned, time });
  }
  return timed;
}

/** By account id, the times of the posts that are still to be published. */
async function takenTimes({ db }: Context, accountIds: readonly number[]) {
  const rows = await db
    .select({ id: scheduledPosts.account_id, at: scheduledPosts.publish_at })
    .from(scheduledPosts)
    .where(
      and(isAnyOf(scheduledPosts.account_id, accountIds), eq(scheduledPosts.status, "scheduled")),
    );
  const times = new Map<number, number[]>();
  for (const { id, at } of rows) {
    if (id !== null) times.set(id, [...(times.get(id) ?? []), at.getTime()]);
  }
  return times;
}

async function scheduleAt(
  context: Context,
  { category, accounts, item }: Planned<QueueRow>,
  time: Date,
) {
  const at = atSpeed(context, time);
  for (const account of accounts) await schedulePost(context, item, category, account, at);
}

/** The time comes earlier at a higher speed. */
function atSpeed({ ports, speed }: Context, time: Date): Date {
  const now = ports.clock.now().getTime();
  return new Date(now + (time.getTime() - now) / speed);
}

type Period = { readonly from: Date; readonly to: Date };

/**
 * From the planner's last daily run to its next. It has each time of day once, in any time zone; a UTC
 * day would end in the middle of the day of some.
 */
function plannersDay(now: Date): Period {
  const from = currentSlot("plan-day", now);
  return { from, to: new Date(from.getTime() + day) };
}

/** The publishing times of a group until the planner's next run. */
function slotsLeft({ publishing_times, time_zone }: GroupRow, now: Date, { to }: Period): number[] {
  if (!publishing_times) return [];
  const slots: number[] = [];
  for (const slot of slotsFrom({ publishing_times, time_zone }, now.getTime() + 60_000)) {
    if (slot >= to.getTime()) break;
    slots.push(slot);
  }
  return slots;
}

/** The middle of the n-th of so many equal parts. */
export const spread = ({ from, to }: Period, n: number, parts: number) =>
  new Date(from.getTime() + ((n + 0.5) / parts) * (to.getTime() - from.getTime()));

/** At most `missing` items of a kind: approved items without a post, then new ones from the pool. */
async function itemsFor(
  context: Context,
  category: CategoryRow,
  kind: PostKind,
  missing: number,
): Promise<QueueRow[]> {
  const { waiting: found, fresh } = await sourcesFor(context, category, kind, missing);
  // An approval that is taken back meanwhile would be published all the same.
  const waiting = await locking(
    context.db,
    "queue item",
    context.db
      .select()
      .from(queueItems)
      .where(
        and(
          isAnyOf(
            queueItems.id,
            found.map(({ id }) => id),
          ),
          isWaiting,
          not(hasContentOut(context.db)),
        ),
      )
      .orderBy(asc(queueItems.id))
      .for("update"),
  );
  if (fresh.length === 0) return waiting;
  const now = context.ports.clock.now();
  const added = await context.db
    .insert(queueItems)
    .values(
      fresh.map((item) => ({
        ...contentOf(item),
        content_item_id: item.id,
        status: "approved" as const,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning();
  return [...waiting, ...added];
}

/** Stands for each item of `itemsFor`, without making it. */
async function placesFor(...of: Parameters<typeof itemsFor>): Promise<readonly true[]> {
  const { waiting, fresh } = await sourcesFor(...of);
  return [...waiting, ...fresh].map(() => true);
}

async function sourcesFor(
  { db }: Context,
  category: CategoryRow,
  kind: PostKind,
  missing: number,
): Promise<{ waiting: QueueRow[]; fresh: (typeof contentItems.$inferSelect)[] }> {
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
  if (waiting.length === missing) return { waiting, fresh: [] };
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
  return { waiting, fresh };
}
