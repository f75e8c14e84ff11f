import type { Clock } from "../../ports/clock.ts";
import type { Figures, MeasuredPost, MetricsSource } from "../../ports/metrics-source.ts";
import type { PlatformAccount } from "../../ports/publisher.ts";
import { pick, randomOf } from "./random.ts";

const hour = 3_600_000;

/** Ranges of the final engagement rate; each post gets one. Red, amber and green on the dashboard. */
const levels: readonly [Level, Level, Level] = [
  [0.004, 0.019],
  [0.022, 0.048],
  [0.052, 0.094],
];
type Level = readonly [number, number];

/**
 * Returns figures that depend on the post's id and grow with its age: fast on the first day, then
 * slower, and never shrinking. A third of the posts ends below 2% engagement, a third above 5%.
 */
export function sandboxFigures(
  { platform }: Pick<PlatformAccount, "platform">,
  post: MeasuredPost,
  ageMs: number,
): Figures {
  const random = randomOf(`figures:${post.id}`);
  const reach = 300 * 40 ** random();
  const [low, high] = pick(random, levels);
  const engagement = low + (high - low) * random();
  const commenting = 0.04 + 0.1 * random();
  const sharing = 0.03 + 0.12 * random();
  const grown = 0.02 + 0.98 * (1 - Math.exp(-((Math.max(0, ageMs) / hour / 20) ** 0.6)));
  const impressions = Math.round(reach * grown);
  const part = (share: number) => Math.round(impressions * engagement * share);
  return {
    // Reddit does not report impressions.
    impressions: platform === "reddit" ? null : impressions,
    video_views: post.video ? Math.round(impressions * 0.62) : null,
    likes: part(1 - commenting - sharing),
    comments: part(commenting),
    shares: part(sharing),
  };
}

/** Invents figures; `speed` is the factor by which they grow faster, like scheduled times. */
export const createSandboxMetrics = (clock: Clock, speed: number): MetricsSource => ({
  read: async (account, posts) =>
    new Map(
      posts.map((post) => [
        post.id,
        sandboxFigures(account, post, (clock.now().getTime() - post.publishedAt.getTime()) * speed),
      ]),
    ),
});
