import { and, eq } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { metricsSnapshots, queueItems, scheduledPosts } from "../db/schema.ts";
import { engagementRate, measuredAtAge } from "../domain/performance.ts";
import type { Figures, MeasuredPost } from "../ports/metrics-source.ts";
import type { JobHandlers } from "./boss.ts";

/** Measures a published post and plans the next measurement; a round that was made is not made again. */
export const metrics: JobHandlers["metrics"] = async (work, { ports, speed, transaction }) => {
  const post = await transaction(({ db }) => readPost(db, work));
  if (!post) return;
  const figures = await ports.metrics.read(post, AbortSignal.timeout(60_000));
  await transaction((context) => keepFigures(context, post, work.round, figures, speed));
};

async function readPost(
  db: Context["db"],
  work: Jobs["metrics"],
): Promise<MeasuredPost | undefined> {
  const [found] = await db
    .select({ post: scheduledPosts, media: queueItems.media_type })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(thisRound(work));
  if (!found?.post.published_at || found.post.external_id === null) return undefined;
  const { post, media } = found;
  return {
    id: post.id,
    platform: post.platform_type,
    externalId: found.post.external_id,
    publishedAt: found.post.published_at,
    video: media === "video",
  };
}

async function keepFigures(
  { db, ports, enqueue }: Context,
  post: MeasuredPost,
  round: number,
  figures: Figures,
  speed: number,
) {
  const now = ports.clock.now();
  const next = nextMeasurement(post.publishedAt, round, now, speed);
  const kept = await db
    .update(scheduledPosts)
    .set({
      ...figures,
      engagement_rate: engagementRate(figures),
      measured_at: now,
      measurements: next?.round ?? round + 1,
    })
    .where(thisRound({ postId: post.id, round }))
    .returning({ id: scheduledPosts.id });
  if (kept.length === 0) return;
  await db
    .insert(metricsSnapshots)
    .values({ post_id: post.id, snapshot_time: now, raw_data: figures });
  if (next) {
    await enqueue("metrics", { postId: post.id, round: next.round }, { startAfter: next.at });
  }
}

/** The first round after this one that is still to come: what a stopped server missed is not made up for. */
export function nextMeasurement(publishedAt: Date, round: number, now: Date, speed: number) {
  for (let next = round + 1; ; next++) {
    const age = measuredAtAge(next);
    if (age === undefined) return undefined;
    const at = new Date(publishedAt.getTime() + age / speed);
    if (at > now) return { round: next, at };
  }
}

const thisRound = ({ postId, round }: Jobs["metrics"]) =>
  and(
    eq(scheduledPosts.id, postId),
    eq(scheduledPosts.status, "published"),
    eq(scheduledPosts.measurements, round),
  );
