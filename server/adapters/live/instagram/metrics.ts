import type { MetricsSource } from "../../../ports/metrics-source.ts";
import type { Live } from "../live.ts";
import { type Insights, readEach, readInsights } from "../meta/insights.ts";
import { isUnreadable, type Meta, type Reply } from "../meta/meta.ts";
import { createLogins, type InstagramAddresses, instagramAddresses } from "./login.ts";

/**
 * `impressions`, `plays` and `video_views` ended on 21 April 2025, in all versions.
 * https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights
 */
const metrics = ["views", "likes", "comments", "shares"];

/** Reads figures of Instagram, which are up to 48 hours old. Views count as impressions. */
export function createInstagramMetrics(
  live: Live,
  addresses: InstagramAddresses = instagramAddresses,
): MetricsSource {
  const logins = createLogins(live, addresses);
  /** The metrics that Instagram has not refused, for pictures and for videos. */
  const known = { picture: metrics, video: metrics };

  /**
   * Reads metrics. One name that Instagram does not take fails the whole call, so it is asked again
   * without that name.
   */
  async function read(meta: Meta, url: string, kind: keyof typeof known): Promise<Reply<Insights>> {
    const asked = known[kind];
    const reply = await readInsights(meta, url, asked);
    if (reply.ok || reply.code !== 100 || isUnreadable(reply)) return reply;
    const taken = takenOf(asked, reply.refused.error);
    if (taken.length === 0 || taken.length === asked.length) return reply;
    known[kind] = taken;
    return read(meta, url, kind);
  }

  return {
    read: async (account, posts, signal) => {
      const found = await logins.get(account, signal);
      if (!found.ok) throw new Error(found.error);
      const { meta, base } = found.login;
      return readEach(posts, async ({ externalId, video }) => {
        const url = `${base}/${encodeURIComponent(externalId)}/insights`;
        const reply = await read(meta, url, video ? "video" : "picture");
        if (!reply.ok) return reply;
        const figure = reply.value;
        return {
          ok: true,
          value: {
            impressions: figure("views"),
            video_views: video ? figure("views") : null,
            likes: figure("likes"),
            comments: figure("comments"),
            shares: figure("shares"),
          },
        };
      });
    },
  };
}

/**
 * Returns the metrics that a refusal leaves: it lists those that may be asked for, or names a wrong one.
 */
function takenOf(asked: readonly string[], words: string): string[] {
  const [, list] = /one of the following values: ([\w, ]+)/.exec(words) ?? [];
  const names = new Set((list ?? words).match(/\w+/g));
  return asked.filter((name) => names.has(name) === (list !== undefined));
}
