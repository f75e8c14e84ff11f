import { and, eq, lte } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { metricsSnapshots, queueItems, scheduledPosts } from "../db/schema.ts";
import { engagementRate, measuredAtAge } from "../domain/performance.ts";
import type { Figures, MeasuredPost } from "../ports/metrics-source.ts";
import type { JobHandlers } from "./boss.ts";

/**
 * Measures a published post, once for each round. The next measurement is planned before this one is
 * tried, so that a platform that does not answer costs one round instead of all later ones.
 */
export const metrics: JobHandlers["metrics"] = async (work, { ports, transaction }) => {
  const begun = await transaction((context) => beginRound(context, work));
  if (!begun) return;
  const figures = await ports.metrics.read(begun.post, AbortSignal.timeout(60_000));
  await transaction((context) => storeFigures(context, work, begun.nextRound, figures));
};

/** Undefined if there is nothing to measure: the post was deleted, or the round is done. */
async function beginRound(
  context: Context,
  work: Jobs["metrics"],
): Promise<{ readonly post: MeasuredPost; readonly nextRound: number } | undefined> {
  const [found] = await context.db
    .select({ post: scheduledPosts, media: queueItems.media_type })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(isPending(work));
  if (!found?.post.published_at || found.post.external_id === null) return undefined;
  const post: MeasuredPost = {
    id: found.post.id,
    platform: found.post.platform_type,
    externalId: found.post.external_id,
    publishedAt: found.post.published_at,
    video: found.media === "video",
  };
  return { post, nextRound: await planNext(context, post, work.round) };
}

/** Enqueues the next measurement, if there is one, and returns its round. */
async function planNext(
  { ports, enqueue, speed }: Context,
  { id, publishedAt }: MeasuredPost,
  round: number,
): Promise<number> {
  const next = nextMeasurement(publishedAt, round, ports.clock.now(), speed);
  if (!next) return round + 1;
  // The key prevents a second job for the next round when this round is retried.
  await enqueue(
    "metrics",
    { postId: id, round: next.round },
    { startAfter: next.at, singletonKey: `metrics:${id}:${next.round}` },
  );
  return next.round;
}

async function storeFigures(
  { db, ports }: Context,
  work: Jobs["metrics"],
  nextRound: number,
  figures: Figures,
) {
  const now = ports.clock.now();
  const updated = await db
    .update(scheduledPosts)
    .set({
      ...figures,
      engagement_rate: engagementRate(figures),
      measured_at: now,
      measurements: nextRound,
    })
    .where(isPending(work))
    .returning({ id: scheduledPosts.id });
  if (updated.length === 0) return;
  await db
    .insert(metricsSnapshots)
    .values({ post_id: work.postId, snapshot_time: now, raw_data: figures });
}

/**
 * The first round after this one that lies in the future. Rounds that a stopped server missed are
 * skipped.
 */
export function nextMeasurement(publishedAt: Date, round: number, now: Date, speed: number) {
  for (let next = round + 1; ; next++) {
    const age = measuredAtAge(next);
    if (age === undefined) return undefined;
    const at = new Date(publishedAt.getTime() + age / speed);
    if (at > now) return { round: next, at };
  }
}

/** Matches if neither this round nor a later one is done; earlier rounds may have failed. */
const isPending = ({ postId, round }: Jobs["metrics"]) =>
  and(
    eq(scheduledPosts.id, postId),
    eq(scheduledPosts.status, "published"),
    lte(scheduledPosts.measurements, round),
  );
