import { z } from "zod";
import type { Figures, MeasuredPost, MetricsSource } from "../../../ports/metrics-source.ts";
import type { Live } from "../live.ts";
import { type BlueskyAddresses, blueskyAddresses } from "./xrpc.ts";

/** The most posts that Bluesky reads in one call. */
const batch = 25;

const count = z.number().int().nonnegative().optional();
const postsSchema = z.object({
  posts: z.array(
    z.object({
      uri: z.string(),
      likeCount: count,
      replyCount: count,
      repostCount: count,
      quoteCount: count,
    }),
  ),
});
type PostCounts = z.infer<typeof postsSchema>["posts"][number];

/**
 * Reads figures of posts from Bluesky's AppView, without a login. Bluesky counts neither impressions
 * nor views of videos. https://docs.bsky.app/docs/api/app-bsky-feed-get-posts
 */
export function createBlueskyMetrics(
  live: Live,
  addresses: BlueskyAddresses = blueskyAddresses,
): MetricsSource {
  return {
    read: async (account, posts, signal) => {
      const http = live.httpOf(account);
      const figures = new Map<number, Figures>();
      for (let start = 0; start < posts.length; start += batch) {
        const asked = posts.slice(start, start + batch);
        const uris = asked.map(({ externalId }): [string, string] => ["uris", externalId]);
        try {
          const { status, json } = await http({
            method: "GET",
            url: `${addresses.appView}/xrpc/app.bsky.feed.getPosts?${new URLSearchParams(uris)}`,
            reach: "public",
            signal,
          });
          const answer = postsSchema.safeParse(json);
          if (status !== 200 || !answer.success) {
            throw new Error(`Bluesky answered with status ${status}.`);
          }
          for (const [id, found] of figuresByPost(asked, answer.data.posts)) {
            figures.set(id, figuresOf(found));
          }
        } catch (error) {
          // The posts that were read keep their figures.
          if (figures.size === 0) throw error;
          break;
        }
      }
      return figures;
    },
  };
}

/** Returns the figures by post; a deleted post is not in the answer. */
function figuresByPost(asked: readonly MeasuredPost[], counted: readonly PostCounts[]) {
  const byUri = new Map(counted.map((post) => [post.uri, post]));
  return asked.flatMap(({ id, externalId }) => {
    const found = byUri.get(externalId);
    return found ? [[id, found] as const] : [];
  });
}

const figuresOf = ({ likeCount, replyCount, repostCount, quoteCount }: PostCounts): Figures => ({
  impressions: null,
  video_views: null,
  likes: likeCount ?? null,
  comments: replyCount ?? null,
  shares:
    repostCount === undefined && quoteCount === undefined
      ? null
      : (repostCount ?? 0) + (quoteCount ?? 0),
});
