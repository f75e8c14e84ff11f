import * as z from "zod/mini";
import type { MeasuredPost, MetricsSource } from "../../../ports/metrics-source.ts";
import type { Live } from "../live.ts";
import { chunk, count, readFigures } from "../read-figures.ts";
import { type LinkedIn, linkedinAddresses, linkedinOf } from "./call.ts";

const statisticsSchema = z.object({
  elements: z.array(
    z.object({
      share: z.optional(z.string()),
      ugcPost: z.optional(z.string()),
      totalShareStatistics: z.object({
        impressionCount: count,
        likeCount: count,
        commentCount: count,
        shareCount: count,
      }),
    }),
  ),
});
const analyticsSchema = z.object({ elements: z.array(z.object({ count })) });

/** LinkedIn names no limit; more would make long addresses. */
const batch = 20;

/**
 * Reads figures from LinkedIn: 20 posts of an organization a call, or four calls for each post of a
 * member. Views of videos are not among them. All figures of a member are null if the token lacks the
 * right `r_member_postAnalytics`.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/members/post-statistics
 */
export const createLinkedInMetrics = (
  live: Live,
  addresses = linkedinAddresses,
): MetricsSource => ({
  read: async (account, posts, signal) => {
    const api = linkedinOf(live, addresses, account);
    if (!api.ok) throw new Error(api.error);
    return api.linkedin.isOrganization
      ? readStatistics(api.linkedin, posts, signal)
      : readAnalytics(api.linkedin, posts, signal);
  },
});

/** The kinds of URNs that posts have, and where LinkedIn wants each of them. */
const kinds = [
  { begin: "urn:li:share:", list: "shares", entity: "share" },
  { begin: "urn:li:ugcPost:", list: "ugcPosts", entity: "ugc" },
] as const;

/** Reads the statistics of an organization's posts; a call is for posts of one kind. */
function readStatistics(
  { author, call }: LinkedIn,
  posts: readonly MeasuredPost[],
  signal: AbortSignal,
) {
  const parts = kinds.flatMap(({ begin, list }) => {
    const ofKind = posts.filter(({ externalId }) => externalId.startsWith(begin));
    return chunk(ofKind, batch).map((some) => ({ list, some }));
  });
  return readFigures(parts, async ({ list, some }) => {
    const urns = some.map(({ externalId }) => encodeURIComponent(externalId)).join(",");
    const query = `q=organizationalEntity&organizationalEntity=${encodeURIComponent(author)}&${list}=List(${urns})`;
    const path = `/rest/organizationalEntityShareStatistics?${query}`;
    const read = await call({ method: "GET", path, signal }, statisticsSchema);
    if (!read.ok) return read;
    return some.map(({ id, externalId }) => {
      const found = read.answer.elements.find(
        ({ share, ugcPost }) => share === externalId || ugcPost === externalId,
      );
      // A post without any activity is not in the answer.
      const total = found?.totalShareStatistics ?? none;
      const figures = {
        impressions: total.impressionCount,
        video_views: null,
        likes: total.likeCount,
        comments: total.commentCount,
        shares: total.shareCount,
      };
      return [id, figures] as const;
    });
  });
}

const none = { impressionCount: 0, likeCount: 0, commentCount: 0, shareCount: 0 };

/** Reads the analytics of a member's posts; each figure of a post is a call of its own. */
function readAnalytics({ read }: LinkedIn, posts: readonly MeasuredPost[], signal: AbortSignal) {
  let lacksRight = false;
  return readFigures(posts, async ({ id, externalId }) => {
    const kind = kinds.find(({ begin }) => externalId.startsWith(begin));
    if (!kind) return [];
    const counts: (number | null)[] = [];
    for (const type of lacksRight ? [] : ["IMPRESSION", "REACTION", "COMMENT", "RESHARE"]) {
      const entity = `(${kind.entity}:${encodeURIComponent(externalId)})`;
      const query = `q=entity&entity=${entity}&queryType=${type}&aggregation=TOTAL`;
      const path = `/rest/memberCreatorPostAnalytics?${query}`;
      const answered = await read(path, analyticsSchema, signal);
      if (!answered.ok) return answered;
      if (answered.ok === "forbidden") {
        lacksRight = true;
        break;
      }
      counts.push(answered.answer.elements[0]?.count ?? null);
    }
    const [impressions = null, likes = null, comments = null, shares = null] = counts;
    return [[id, { impressions, video_views: null, likes, comments, shares }]];
  });
}
