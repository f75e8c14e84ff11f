import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import type { PlatformType } from "@/entities/account/platforms";
import { scheduledPosts } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { day } from "../../kernel/times.ts";
import type { Ports } from "../../ports/ports.ts";

/** Has the posts measured now, in one job for each account. Returns the number of posts. */
export async function measureAgain(context: Context, where: SQL | undefined): Promise<number> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const posts = await db
    .update(scheduledPosts)
    .set({ measure_at: now })
    .where(and(eq(scheduledPosts.status, "published"), isNotNull(scheduledPosts.account_id), where))
    .returning({ accountId: scheduledPosts.account_id });
  for (const accountId of new Set(posts.map((post) => post.accountId))) {
    if (accountId !== null) await enqueueMeasurement(context, accountId, now);
  }
  return posts.length;
}

/** Measurements at different times wait side by side; those at the same time are one job. */
export const enqueueMeasurement = ({ enqueue }: Context, accountId: number, at: Date) =>
  enqueue(
    "measure",
    { accountId },
    { startAfter: at, singletonKey: `measure:${accountId}:${at.toISOString()}` },
  );

/**
 * Returns the first measurement after the `round`-th that lies in the future. Those that a stopped
 * server missed are skipped. Undefined after 30 days.
 */
export function nextMeasurement(
  publishedAt: Date,
  round: number,
  now: Date,
  speed: number,
  ages = measuredAtAge,
) {
  for (let next = round + 1; ; next++) {
    const age = ages(next);
    if (age === undefined) return undefined;
    const at = new Date(publishedAt.getTime() + age / speed);
    if (at > now) return { round: next, at };
  }
}

const minute = 60_000;

const firstAges = [minute / 2, 2 * minute, 10 * minute, 60 * minute, day / 4, day];

/** X takes $0.005 for the figures of a post and day: four days instead of thirty. */
const costlyAges = [day, 3 * day, 7 * day, 30 * day];

/** Returns the ages at which posts of a platform are measured: fewer where figures cost money. */
export const agesOn = ({ world }: Pick<Ports, "world">, platform: PlatformType) =>
  world.kind === "live" && platform === "x_twitter"
    ? (round: number): number | undefined => costlyAges[round]
    : measuredAtAge;

/** Returns the age of a post at a planned measurement, in milliseconds; undefined after 30 days. */
export function measuredAtAge(round: number): number | undefined {
  const age = firstAges[round] ?? (round - firstAges.length + 2) * day;
  return age > 30 * day ? undefined : age;
}
