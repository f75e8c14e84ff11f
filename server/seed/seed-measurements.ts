import { eq, type InferInsertModel } from "drizzle-orm";
import { sandboxFigures } from "../adapters/sandbox/metrics.ts";
import { hashOf } from "../adapters/sandbox/random.ts";
import { metricsSnapshots, queueItems, scheduledPosts } from "../db/schema.ts";
import { measuredAtAge, nextMeasurement } from "../features/measurements/index.ts";
import { engagementRate } from "../features/performance/index.ts";
import type { Context } from "../kernel/context.ts";

/** Adds the URL, the figures and the snapshots so far of every published post. */
export async function measurePosts({ db, speed }: Context, now: Date) {
  const published = await db
    .select({ post: scheduledPosts, media: queueItems.media_type })
    .from(scheduledPosts)
    .innerJoin(queueItems, eq(queueItems.id, scheduledPosts.queue_item_id))
    .where(eq(scheduledPosts.status, "published"));
  const grown: InferInsertModel<typeof metricsSnapshots>[] = [];
  for (const { post, media } of published) {
    const { id, platform_type: platform, published_at: publishedAt } = post;
    if (!publishedAt) continue;
    const externalId = `sandbox_${hashOf(`${platform}:${id}`)}`;
    const measured = { id, externalId, publishedAt, video: media === "video" };
    const ages = agesUntil(now.getTime() - publishedAt.getTime());
    const next = nextMeasurement(publishedAt, ages.length - 1, now, speed);
    const newest = ages.at(-1) ?? 0;
    const figures = sandboxFigures({ platform }, measured, newest);
    const at = (age: number) => new Date(publishedAt.getTime() + age);
    await db
      .update(scheduledPosts)
      .set({
        ...figures,
        engagement_rate: engagementRate(figures),
        measured_at: at(newest),
        measurements: next?.round ?? ages.length,
        measure_at: next?.at ?? null,
        external_id: externalId,
        published_post_url: `/sandbox/posts/${id}`,
      })
      .where(eq(scheduledPosts.id, id));
    for (const age of ages) {
      grown.push({
        post_id: id,
        snapshot_time: at(age),
        raw_data: sandboxFigures({ platform }, measured, age),
      });
    }
  }
  await db.insert(metricsSnapshots).values(grown);
}

function agesUntil(age: number): number[] {
  const ages: number[] = [];
  for (let round = 0; ; round++) {
    const next = measuredAtAge(round);
    if (next === undefined || next > age) return ages;
    ages.push(next);
  }
}
