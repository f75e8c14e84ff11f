import { and, asc, eq, ne } from "drizzle-orm";
import { groups, scheduledPosts } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { GroupRow } from "../../kernel/find-group.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { AccountRow } from "../accounts/index.ts";
import { slotsFrom } from "./publishing-times.ts";
import type { PostRow } from "./schedule.ts";

/** The shortest time between two posts of an account in a group without publishing times, in ms. */
const postInterval = 30 * 60_000;

/**
 * Returns the account's next free time after the group's notice; a post that is moved does not take
 * its own time.
 */
export async function nextSlot(
  context: Context,
  group: GroupRow,
  { id }: Pick<AccountRow, "id">,
  moved?: Pick<PostRow, "id">,
): Promise<Date> {
  const taken = await takenTimes(context.db, [id], moved);
  return freeSlot(context, group, taken.get(id) ?? []);
}

/**
 * Returns when an approval at this moment would schedule a post on each account, by the account's id.
 */
export async function previewSlots(
  context: Context,
  of: readonly AccountRow[],
): Promise<ReadonlyMap<number, Date>> {
  if (of.length === 0) return new Map();
  const { db } = context;
  const groupIds = [...new Set(of.map(({ group_id }) => group_id))];
  const rows = await db.select().from(groups).where(isAnyOf(groups.id, groupIds));
  const byId = new Map(rows.map((group) => [group.id, group]));
  const ids = of.map(({ id }) => id);
  const taken = await takenTimes(db, ids);
  const slots = new Map<number, Date>();
  for (const { id, group_id } of of) {
    const group = byId.get(group_id);
    if (group) slots.set(id, freeSlot(context, group, taken.get(id) ?? []));
  }
  return slots;
}

/** Returns the times of the accounts' scheduled posts in ms, ascending, by the account's id. */
export async function takenTimes(
  db: Db,
  accountIds: readonly number[],
  moved?: Pick<PostRow, "id">,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .select({ account: scheduledPosts.account_id, at: scheduledPosts.publish_at })
    .from(scheduledPosts)
    .where(
      and(
        isAnyOf(scheduledPosts.account_id, accountIds),
        eq(scheduledPosts.status, "scheduled"),
        moved && ne(scheduledPosts.id, moved.id),
      ),
    )
    .orderBy(asc(scheduledPosts.publish_at));
  const byAccount = new Map<number, number[]>();
  for (const { account, at } of rows) {
    if (account === null) continue;
    const times = byAccount.get(account) ?? [];
    times.push(at.getTime());
    byAccount.set(account, times);
  }
  return byAccount;
}

/**
 * Returns the first of the group's publishing times at which an account has no post, or else the
 * first time with a distance to its other posts. `taken` is ascending.
 */
function freeSlot(
  { ports, speed }: Context,
  { publishing_times, time_zone, notice_minutes }: GroupRow,
  taken: readonly number[],
): Date {
  const now = ports.clock.now().getTime();
  const notice = notice_minutes * 60_000;
  const sooner = (time: number) => now + (time - now) / speed;
  if (publishing_times) {
    const distance = minSlotDistance / speed;
    // More slots than posts, so that one of them is free.
    for (const slot of slotsFrom({ publishing_times, time_zone }, now + notice)) {
      if (isFree(sooner(slot), taken, distance)) return new Date(sooner(slot));
    }
  }
  return new Date(nextFreeTime(sooner(now + notice), taken, postInterval / speed));
}

/** An account has at most one post at a publishing time, whatever its seconds. */
export const minSlotDistance = 60_000;

/** Returns true if each taken time is at least `distance` from the time, in ms. */
export const isFree = (time: number, taken: readonly number[], distance: number) =>
  taken.every((at) => Math.abs(at - time) >= distance);

/**
 * Returns the first time from `earliest` that is at least `distance` from each taken time. `taken`
 * is ascending.
 */
export function nextFreeTime(earliest: number, taken: readonly number[], distance: number): number {
  return taken.reduce(
    (time, at) => (Math.abs(at - time) < distance ? at + distance : time),
    earliest,
  );
}
