import * as z from "zod/mini";
import type { MeasuredPost, MetricsSource } from "../../../ports/metrics-source.ts";
import type { Live } from "../live.ts";
import { chunk, count, type FigureEntries, readFigures } from "../read-figures.ts";
import { xAddress, xOf } from "./call.ts";

const figuresSchema = z.object({
  data: z.optional(
    z.array(
      z.object({
        id: z.string(),
        attachments: z.optional(z.object({ media_keys: z.nullish(z.array(z.string())) })),
        public_metrics: z.optional(
          z.object({
            impression_count: count,
            like_count: count,
            reply_count: count,
            quote_count: count,
            // X renames tweets to posts: its document has the first name, older answers the second.
            repost_count: count,
            retweet_count: count,
          }),
        ),
      }),
    ),
  ),
  includes: z.optional(
    z.object({
      media: z.optional(
        z.array(
          z.object({
            media_key: z.optional(z.string()),
            public_metrics: z.optional(z.object({ view_count: count })),
          }),
        ),
      ),
    }),
  ),
});
type Answered = z.output<typeof figuresSchema>;

/** X takes no more ids in one call. */
const batch = 100;

/**
 * Reads figures from X, 100 posts a call, by the four keys or by the bearer token alone.
 *
 * X charges $0.005 for each post in an answer, once per UTC day; more readings on the same day are free
 * (https://docs.x.com/x-api/getting-started/pricing). Measured daily for 30 days, a post costs $0.15;
 * measured on days 1, 2, 3, 7, 14 and 30 after its publication, $0.03. So the plan of measurements
 * should have those days only for X, and ask for all posts of an account at once.
 */
export const createXMetrics = (live: Live, address = xAddress): MetricsSource => ({
  read: async (account, posts, signal) => {
    const api = xOf(live, address, account, true);
    if (!api.ok) throw new Error(api.error);
    return readFigures(chunk(posts, batch), async (some) => {
      const query = {
        ids: some.map(({ externalId }) => externalId).join(","),
        "post.fields": "public_metrics,attachments",
        expansions: "attachments.media_keys",
        "media.fields": "public_metrics",
      };
      const read = await api.x({ method: "GET", path: "/2/tweets", query, signal }, figuresSchema);
      return read.ok ? some.flatMap((post) => figuresOf(post, read.answer)) : read;
    });
  },
});

/** Returns the figures of a post; empty for one that X does not have any more. */
function figuresOf(post: MeasuredPost, { data = [], includes }: Answered): FigureEntries {
  const found = data.find(({ id }) => id === post.externalId);
  const metrics = found?.public_metrics;
  if (!metrics) return [];
  const keys = found.attachments?.media_keys ?? [];
  const views = (includes?.media ?? [])
    .filter(({ media_key }) => media_key !== undefined && keys.includes(media_key))
    .map(({ public_metrics }) => public_metrics?.view_count);
  const figures = {
    impressions: metrics.impression_count,
    video_views: post.video ? sumOf(views) : null,
    likes: metrics.like_count,
    comments: metrics.reply_count,
    shares: sumOf([metrics.repost_count ?? metrics.retweet_count, metrics.quote_count]),
  };
  return [[post.id, figures]];
}

/** Returns the sum of the figures that X reports; null if it reports none of them. */
function sumOf(figures: readonly (number | null | undefined)[]) {
  const known = figures.filter((figure) => typeof figure === "number");
  return known.length > 0 ? known.reduce((sum, figure) => sum + figure, 0) : null;
}
