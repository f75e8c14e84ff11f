import * as z from "zod/mini";
import type { MetricsSource } from "../../../ports/metrics-source.ts";
import { chunk, count, readFigures } from "../read-figures.ts";
import { callsOf, type RedditApi } from "./api.ts";

const infoSchema = z.object({
  data: z.object({
    children: z.array(
      z.object({
        data: z.object({
          name: z.string(),
          ups: count,
          num_comments: count,
          num_crossposts: count,
        }),
      }),
    ),
  }),
});

/** Reddit takes no more ids in one call. */
const batch = 100;

/** Reads figures from Reddit, 100 posts a call. It reports no views, and its votes are not exact. */
export const createRedditMetrics = (api: RedditApi): MetricsSource => ({
  read: async (account, posts, signal) => {
    const { call } = callsOf(api, account);
    return readFigures(chunk(posts, batch), async (some) => {
      const query = { id: some.map(({ externalId }) => externalId).join(",") };
      const read = await call({ method: "GET", path: "/api/info", query, signal }, infoSchema);
      if (!read.ok) return read;
      return some.flatMap(({ id, externalId }) => {
        const found = read.answer.data.children.find(({ data }) => data.name === externalId)?.data;
        if (!found) return [];
        const { ups: likes, num_comments: comments, num_crossposts: shares } = found;
        return [[id, { impressions: null, video_views: null, likes, comments, shares }] as const];
      });
    });
  },
});
