import type { MetricsSource } from "../../../ports/metrics-source.ts";
import type { Live } from "../live.ts";
import { readEach, readInsights } from "../meta/insights.ts";
import { createMeta } from "../meta/meta.ts";
import { threadsApi } from "../versions.ts";
import { type ThreadsAddresses, threadsAddresses } from "./publisher.ts";

/** https://developers.facebook.com/docs/threads/insights */
const metrics = ["views", "likes", "replies", "reposts", "quotes", "shares"];

/**
 * Reads figures of Threads. Views count as impressions, replies as comments; reposts and quotes are
 * shares too.
 */
export const createThreadsMetrics = (
  live: Live,
  addresses: ThreadsAddresses = threadsAddresses,
): MetricsSource => ({
  read: async (account, posts, signal) => {
    const meta = createMeta(live, "Threads", account, signal);
    return readEach(posts, async ({ externalId, video }) => {
      const url = `${addresses.graph}/${threadsApi.version}/${encodeURIComponent(externalId)}/insights`;
      const reply = await readInsights(meta, url, metrics);
      if (!reply.ok) return reply;
      const figure = reply.value;
      const shares = [figure("reposts"), figure("quotes"), figure("shares")];
      const known = shares.filter((count) => count !== null);
      return {
        ok: true,
        value: {
          impressions: figure("views"),
          video_views: video ? figure("views") : null,
          likes: figure("likes"),
          comments: figure("replies"),
          shares: known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : null,
        },
      };
    });
  },
});
