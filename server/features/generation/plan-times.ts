import type { Context } from "../../kernel/context.ts";
import type { GroupRow } from "../../kernel/find-group.ts";
import { day } from "../../kernel/times.ts";
import { currentSlot } from "../../kernel/timetable.ts";
import type { AccountRow } from "../accounts/index.ts";
import type { CategoryRow } from "../categories/index.ts";
import { isFree, minSlotDistance, slotsFrom, takenTimes } from "../scheduler/index.ts";

export type Planned<Item> = {
  readonly category: CategoryRow;
  readonly accounts: AccountRow[];
  readonly item: Item;
  readonly turn: number;
};

export type GroupPlan<Item> = {
  readonly group: GroupRow;
  readonly slots: readonly number[];
  readonly planned: readonly Planned<Item>[];
};

type Timed<Item> = { readonly planned: Planned<Item>; readonly time: Date };

/** Returns the times at which the items of a group are published, in the real time of a day. */
export function timesOf<Item>(
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

/**
 * Plans items at publishing times. An item for which no time is left stays approved, and is the first
 * of the next day.
 */
async function atTimes<Item>(
  context: Context,
  slots: readonly number[],
  ordered: readonly Planned<Item>[],
): Promise<Timed<Item>[]> {
  const accountIds = ordered.flatMap(({ accounts }) => accounts.map(({ id }) => id));
  const taken = new Map(await takenTimes(context.db, accountIds));
  const { now, speed } = { now: context.ports.clock.now().getTime(), speed: context.speed };
  const timed: Timed<Item>[] = [];
  for (const [n, planned] of ordered.entries()) {
    const free = (slot: number) =>
      planned.accounts.every(({ id }) =>
        isFree(now + (slot - now) / speed, taken.get(id) ?? [], minSlotDistance / speed),
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

/** Returns the real time of a planned time, which comes earlier at a higher speed. */
export function atSpeed({ ports, speed }: Context, time: Date): Date {
  const now = ports.clock.now().getTime();
  return new Date(now + (time.getTime() - now) / speed);
}

type Period = { readonly from: Date; readonly to: Date };

/**
 * Returns the period from the planner's last daily run to its next. It has each time of day once, in
 * any time zone; a UTC day would end in the middle of the day of some.
 */
export function plannersDay(now: Date): Period {
  const from = currentSlot("plan-day", now);
  return { from, to: new Date(from.getTime() + day) };
}

/** Returns the publishing times of a group until the planner's next run. */
export function slotsLeft(
  { publishing_times, time_zone }: GroupRow,
  now: Date,
  { to }: Period,
): number[] {
  if (!publishing_times) return [];
  const slots: number[] = [];
  for (const slot of slotsFrom({ publishing_times, time_zone }, now.getTime() + 60_000)) {
    if (slot >= to.getTime()) break;
    slots.push(slot);
  }
  return slots;
}

/** Returns the middle of one of several equal parts; the first is 0. */
export const spread = ({ from, to }: Period, n: number, parts: number) =>
  new Date(from.getTime() + ((n + 0.5) / parts) * (to.getTime() - from.getTime()));
