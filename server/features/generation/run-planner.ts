import { and, asc, eq, getTableColumns, isNotNull, isNull } from "drizzle-orm";
import type { schedulerApi } from "@/features/scheduler/contract";
import type { WireOf } from "@/shared/api/endpoint";
import { accounts, categories, groups } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { restOfDay } from "../../kernel/times.ts";
import { unusableInWords } from "../accounts/index.ts";

const listed = new Intl.ListFormat("en");

export async function queuePlanner({
  db,
  enqueue,
  ports,
}: Context): Promise<WireOf<typeof schedulerApi.runDailyPlanner>> {
  await enqueue("plan-day", {}, { singletonKey: "plan-day" });
  const planned = and(eq(categories.daily_generation_active, true), isNull(groups.paused_at));
  if (!restOfDay(ports.clock.now())) {
    const [withTimes] = await db
      .select({ id: groups.id })
      .from(groups)
      .innerJoin(categories, eq(categories.group_id, groups.id))
      .where(and(planned, isNotNull(groups.publishing_times)))
      .limit(1);
    return {
      message: withTimes
        ? "The daily planner is queued. After 20:00 UTC it schedules only in groups with publishing times."
        : "The daily planner is queued, but it schedules nothing for today after 20:00 UTC.",
    };
  }
  const active = await db
    .selectDistinctOn([accounts.id], getTableColumns(accounts))
    .from(accounts)
    .innerJoin(categories, eq(categories.group_id, accounts.group_id))
    .innerJoin(groups, eq(groups.id, accounts.group_id))
    .where(and(eq(accounts.is_active, true), planned))
    .orderBy(asc(accounts.id));
  const paused = await db
    .select({ name: groups.name })
    .from(groups)
    .where(isNotNull(groups.paused_at))
    .orderBy(asc(groups.id));
  const names = listed.format(paused.map(({ name }) => `“${name}”`));
  const parts = [
    "The daily planner is queued.",
    unusableInWords(active, ports.world),
    paused.length > 0 && `Paused, left out: ${names}.`,
  ];
  return { message: parts.filter(Boolean).join(" ") };
}
