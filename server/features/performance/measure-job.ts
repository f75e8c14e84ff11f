import { and, desc, eq, inArray, lte, min } from "drizzle-orm";
import { unfinished } from "../../db/job-table.ts";
import { accounts, metricsSnapshots, queueItems, scheduledPosts } from "../../db/schema.ts";
import type { Context, Jobs } from "../../kernel/context.ts";
import { Fault } from "../../kernel/fault.ts";
import { lockPosts } from "../../kernel/locks.ts";
import type { JobHandlers } from "../../kernel/runs.ts";
import { isAnyOf } from "../../kernel/sql.ts";
import type { Figures, MeasuredPost } from "../../ports/metrics-source.ts";
import { platformAccount } from "../accounts/index.ts";
import { agesOn, enqueueMeasurement, nextMeasurement } from "../measurements/index.ts";
import { engagementRate, measuredPost } from "./performance.ts";

/** Posts that are measured with one call of the port. */
const batchSize = 50;
/** In ms. Then another job continues: the queue starts a job again that runs for 15 minutes. */
const timeLimit = 5 * 60_000;

/**
 * Measures the account's posts that are due, the newest first, in batches. A batch's next measurement
 * is planned before it is tried, so that a platform that does not answer costs one round instead of
 * all later ones.
 */
export const measure: JobHandlers["measure"] = async ({ accountId }, run) => {
  const { ports, transaction } = run;
  let posts = 0;
  let missing = 0;
  const deadline = ports.clock.now().getTime() + timeLimit;
  const account = await transaction((context) => openMeasured(context, accountId));
  while (account && ports.clock.now().getTime() < deadline) {
    const batch = await transaction((context) => beginBatch(context, accountId));
    if (batch.length === 0) break;
    const figures = await ports.metrics.read(account, batch, AbortSignal.timeout(60_000));
    await transaction((context) => storeFigures(context, figures));
    posts += batch.length;
    missing += batch.length - figures.size;
  }
  await transaction((context) => enqueueNext(context, accountId));
  if (missing > 0) throw new Fault(`${missing} of ${posts} posts could not be measured.`);
  return { posts };
};

/** Returns undefined if the account was deleted. Throws if its credentials cannot be read. */
async function openMeasured({ db, ports }: Context, id: number) {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  return account && platformAccount(db, ports.secrets, account);
}

/** Returns the account's next posts to measure; their next measurement is planned. */
async function beginBatch(
  { db, ports, speed }: Context,
  accountId: Jobs["measure"]["accountId"],
): Promise<MeasuredPost[]> {
  const now = ports.clock.now();
  const isDue = and(eq(scheduledPosts.account_id, accountId), lte(scheduledPosts.measure_at, now));
  const newestFirst = [desc(scheduledPosts.published_at), desc(scheduledPosts.id)];
  const newest = db
    .select({ id: scheduledPosts.id })
    .from(scheduledPosts)
    .where(isDue)
    .orderBy(...newestFirst)
    .limit(batchSize);
  const ids = await lockPosts(db, and(inArray(scheduledPosts.id, newest), isDue));
  const found = await db
    .select({ post: scheduledPosts, media: queueItems.media_type })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(isAnyOf(scheduledPosts.id, ids))
    .orderBy(...newestFirst);
  for (const { post } of found) {
    const next =
      post.published_at &&
      nextMeasurement(
        post.published_at,
        post.measurements - 1,
        now,
        speed,
        agesOn(ports, post.platform_type),
      );
    await db
      .update(scheduledPosts)
      .set({ measure_at: next?.at ?? null, measurements: next?.round ?? post.measurements + 1 })
      .where(eq(scheduledPosts.id, post.id));
  }
  return found.flatMap(({ post, media }) => measuredPost(post, media) ?? []);
}

async function storeFigures({ db, ports }: Context, measured: ReadonlyMap<number, Figures>) {
  const now = ports.clock.now();
  for (const [id, figures] of [...measured].sort(([one], [other]) => one - other)) {
    const [updated] = await db
      .update(scheduledPosts)
      .set({ ...figures, engagement_rate: engagementRate(figures), measured_at: now })
      .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, "published")))
      .returning({ id: scheduledPosts.id });
    if (!updated) continue;
    await db
      .insert(metricsSnapshots)
      .values({ post_id: id, snapshot_time: now, raw_data: figures });
  }
}

/** Enqueues the account's next measurement, if there is one. */
async function enqueueNext(context: Context, accountId: number) {
  const [next] = await context.db
    .select({ at: min(scheduledPosts.measure_at) })
    .from(scheduledPosts)
    .where(eq(scheduledPosts.account_id, accountId));
  if (next?.at) await enqueueMeasurement(context, accountId, next.at);
}

/**
 * Enqueues a measurement for each account with posts that are due and no job that is due or running,
 * because it was lost or has failed for good. Runs every minute. Returns the number of jobs.
 */
export async function enqueueMeasurements(context: Context): Promise<number> {
  const { db, ports } = context;
  const now = ports.clock.now();
  const due = await db
    .selectDistinct({ accountId: scheduledPosts.account_id })
    .from(scheduledPosts)
    .where(lte(scheduledPosts.measure_at, now));
  if (due.length === 0) return 0;
  const jobs = await unfinished(db, "measure", now);
  const busy = new Set(jobs.map(({ accountId }) => accountId));
  const lost = due.flatMap(({ accountId }) =>
    accountId === null || busy.has(accountId) ? [] : accountId,
  );
  for (const accountId of lost) await enqueueMeasurement(context, accountId, now);
  return lost.length;
}
