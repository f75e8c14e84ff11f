import * as z from "zod/mini";
import type { MetricsSource } from "../../../ports/metrics-source.ts";
import { chunk, count, readFigures } from "../read-figures.ts";
import { type TikTokApi, tiktokOf } from "./api.ts";

const videosSchema = z.object({
  videos: z.array(
    z.object({
      id: z.string(),
      view_count: count,
      like_count: count,
      comment_count: count,
      share_count: count,
    }),
  ),
});

/** TikTok takes no more ids in one call. */
const batch = 20;

/** Reads figures from TikTok, 20 posts a call. A post whose id TikTok has not named is left out. */
export const createTikTokMetrics = (api: TikTokApi): MetricsSource => ({
  read: async (account, posts, signal) => {
    const tiktok = tiktokOf(api, account);
    const named = posts.filter(({ externalId }) => /^\d+$/.test(externalId));
    return readFigures(chunk(named, batch), async (some) => {
      const call = {
        path: "/v2/video/query/",
        query: { fields: "id,view_count,like_count,comment_count,share_count" },
        json: { filters: { video_ids: some.map(({ externalId }) => externalId) } },
        signal,
      };
      const read = await tiktok(call, videosSchema);
      if (!read.ok) return read;
      return some.flatMap(({ id, externalId }) => {
        const found = read.answer.videos.find((video) => video.id === externalId);
        if (!found) return [];
        const figures = {
          ...{ impressions: found.view_count, video_views: found.view_count },
          ...{ likes: found.like_count, comments: found.comment_count, shares: found.share_count },
        };
        return [[id, figures] as const];
      });
    });
  },
});
