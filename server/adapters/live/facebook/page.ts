import { z } from "zod";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import { createMeta, isSameText, type Meta, type Reply, webAddress } from "../meta/meta.ts";
import { metaGraph } from "../versions.ts";

export type FacebookAddresses = { readonly graph: string; readonly video: string };

export const facebookAddresses: FacebookAddresses = {
  graph: "https://graph.facebook.com",
  video: "https://graph-video.facebook.com",
};

/** A page, with its address in the API. */
export type Page = {
  readonly account: PlatformAccount;
  readonly id: string;
  readonly meta: Meta;
  /** `https://graph.facebook.com/v26.0` */
  readonly graph: string;
  readonly video: string;
};

export const pageOf = (
  live: Live,
  addresses: FacebookAddresses,
  account: PlatformAccount,
  signal: AbortSignal,
): Page => {
  const { page_id = "", page_access_token } = account.credentials;
  return {
    account,
    id: encodeURIComponent(page_id),
    meta: createMeta(live, "Facebook", account, page_access_token, signal),
    graph: `${addresses.graph}/${metaGraph.version}`,
    video: `${addresses.video}/${metaGraph.version}`,
  };
};

/** Returns an address that works for every post; Facebook redirects it to the post's own. */
export const addressOf = (id: string) => `https://www.facebook.com/${id}`;

const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      message: z.string().catch(""),
      created_time: z.string(),
      permalink_url: z.string().optional().catch(undefined),
    }),
  ),
  paging: z
    .object({
      next: z.string().optional(),
      cursors: z.object({ after: z.string() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

export type Search = {
  readonly found: { readonly id: string; readonly url: string } | undefined;
  /** False if the page has more posts since then than were read. */
  readonly isComplete: boolean;
};

/** 500 posts: more than a page makes before anybody looks. */
const maxReads = 5;

/** Looks for a post with this text among those of the page since then. */
export async function searchPage(
  { meta, graph, id }: Page,
  text: string,
  since: Date,
): Promise<Reply<Search>> {
  // The clocks of two machines differ.
  const from = new Date(since.getTime() - 60_000);
  const query = {
    fields: "id,message,created_time,permalink_url",
    since: String(Math.floor(from.getTime() / 1000)),
    limit: "100",
  };
  let after: string | undefined;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const reply = await meta(
      {
        method: "GET",
        url: `${graph}/${id}/published_posts`,
        query: after === undefined ? query : { ...query, after },
      },
      listSchema,
    );
    if (!reply.ok) return reply;
    const { data, paging } = reply.value;
    const post = data.find(
      ({ message, created_time }) =>
        isSameText(message, text) && new Date(created_time).getTime() >= from.getTime(),
    );
    if (post) {
      const url = webAddress(post.permalink_url) ?? addressOf(post.id);
      return { ok: true, value: { found: { id: post.id, url }, isComplete: true } };
    }
    // A part may be empty though others follow: https://developers.facebook.com/docs/graph-api/results
    if (paging?.next === undefined) {
      return { ok: true, value: { found: undefined, isComplete: true } };
    }
    // The address of the next part has the token in it: only its cursor is used.
    after = paging.cursors?.after;
    if (after === undefined) break;
  }
  return { ok: true, value: { found: undefined, isComplete: false } };
}
