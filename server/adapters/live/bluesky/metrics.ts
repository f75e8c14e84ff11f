import * as z from "zod/mini";
import type { Figures, MetricsSource } from "../../../ports/metrics-source.ts";
import type { Live } from "../live.ts";
import { chunk, count, readFigures } from "../read-figures.ts";
import { type BlueskyAddresses, blueskyAddresses } from "./xrpc.ts";

/** The most posts that Bluesky reads in one call. */
const batch = 25;

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
type PostCounts = z.output<typeof postsSchema>["posts"][number];

/**
 * Reads figures of posts from Bluesky's AppView, without a login. Bluesky counts neither impressions
 * nor views of videos. https://docs.bsky.app/docs/api/app-bsky-feed-get-posts
 */
export const createBlueskyMetrics = (
  live: Live,
  addresses: BlueskyAddresses = blueskyAddresses,
): MetricsSource => ({
  read: async (account, posts, signal) => {
    const http = live.httpOf(account);
    return readFigures(chunk(posts, batch), async (some) => {
      const uris = some.map(({ externalId }): [string, string] => ["uris", externalId]);
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
      return some.flatMap(({ id, externalId }) => {
        // A deleted post is not in the answer.
        const found = answer.data.posts.find(({ uri }) => uri === externalId);
        return found ? [[id, figuresOf(found)] as const] : [];
      });
    });
  },
});

const figuresOf = ({ likeCount, replyCount, repostCount, quoteCount }: PostCounts): Figures => ({
  impressions: null,
  video_views: null,
  likes: likeCount,
  comments: replyCount,
  shares:
    repostCount === null && quoteCount === null ? null : (repostCount ?? 0) + (quoteCount ?? 0),
});
