import { z } from "zod";
import type { Figures, MeasuredPost, MetricsSource } from "../../../ports/metrics-source.ts";
import type { Live } from "../live.ts";
import { readEach, readInsights } from "../meta/insights.ts";
import type { Reply } from "../meta/meta.ts";
import { type FacebookAddresses, facebookAddresses, type Page, pageOf } from "./page.ts";

/**
 * Reads figures of a page's posts. Views of media count as impressions: the metrics
 * `post_impressions…` have ended
 * (https://developers.facebook.com/docs/platforminsights/page/deprecated-metrics).
 */
export const createFacebookMetrics = (
  live: Live,
  addresses: FacebookAddresses = facebookAddresses,
): MetricsSource => ({
  read: async (account, posts, signal) => {
    const page = pageOf(live, addresses, account, signal);
    return readEach(posts, (post) => (post.video ? ofVideo(page, post) : ofPost(page, post)));
  },
});

const totalSchema = z.object({ summary: z.object({ total_count: z.number() }) });
const engagementSchema = z.object({
  reactions: totalSchema.optional().catch(undefined),
  comments: totalSchema.optional().catch(undefined),
  /** The shares, which are left out while there are none. */
  shares: z.object({ count: z.number() }).optional().catch(undefined),
});
const fields = "reactions.summary(true).limit(0),comments.summary(true).limit(0),shares";

async function ofPost(
  { meta, graph }: Page,
  { externalId }: Pick<MeasuredPost, "externalId">,
): Promise<Reply<Figures>> {
  const url = `${graph}/${encodeURIComponent(externalId)}`;
  const engagement = await meta({ method: "GET", url, query: { fields } }, engagementSchema);
  if (!engagement.ok) return engagement;
  const { reactions, comments, shares } = engagement.value;
  // Pages with few followers have no insights: their other figures count all the same.
  const views = await readInsights(meta, `${url}/insights`, ["post_media_view"]);
  return {
    ok: true,
    value: {
      impressions: views.ok ? views.value("post_media_view") : null,
      video_views: null,
      likes: reactions?.summary.total_count ?? null,
      comments: comments?.summary.total_count ?? null,
      shares: shares?.count ?? 0,
    },
  };
}

/**
 * Reads the figures of a video, which was published under its own id; reactions and shares belong to
 * the post that shows it.
 */
async function ofVideo(page: Page, { externalId }: MeasuredPost): Promise<Reply<Figures>> {
  const { meta, graph, id } = page;
  const url = `${graph}/${encodeURIComponent(externalId)}`;
  const views = await readInsights(meta, `${url}/video_insights`, ["total_video_views"]);
  if (!views.ok) return views;
  const video_views = views.value("total_video_views");
  const query = { fields: "post_id" };
  const shown = await meta({ method: "GET", url, query }, z.object({ post_id: z.string() }));
  const post = shown.ok
    ? await ofPost(page, { externalId: `${id}_${shown.value.post_id}` })
    : undefined;
  const none = { impressions: null, likes: null, comments: null, shares: null };
  return { ok: true, value: { ...(post?.ok ? post.value : none), video_views } };
}
