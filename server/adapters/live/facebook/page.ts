import { z } from "zod";
import type { PlatformAccount, Published } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import { pageSchema, readPages } from "../meta/lists.ts";
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
  const { page_id = "", page_access_token = "" } = account.credentials;
  return {
    account,
    id: encodeURIComponent(page_id),
    meta: createMeta(live, "Facebook", account, signal, page_access_token),
    graph: `${addresses.graph}/${metaGraph.version}`,
    video: `${addresses.video}/${metaGraph.version}`,
  };
};

/** Returns an address that works for every post; Facebook redirects it to the post's own. */
export const addressOf = (id: string) => `https://www.facebook.com/${id}`;

const postSchema = z.object({
  id: z.string(),
  message: z.string().catch(""),
  created_time: z.string(),
  permalink_url: z.string().optional().catch(undefined),
});

export type Search = {
  readonly found: Published | undefined;
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
  const url = `${graph}/${id}/published_posts`;
  const find = (posts: readonly z.infer<typeof postSchema>[]) =>
    posts.find((post) => isSameText(post.message, text) && new Date(post.created_time) >= from);
  const reply = await readPages(
    (page) => meta({ method: "GET", url, query: { ...query, ...page } }, pageSchema(postSchema)),
    (posts) => find(posts) !== undefined,
    maxReads,
  );
  if (!reply.ok) return reply;
  const { items, isComplete } = reply.value;
  const post = find(items);
  if (!post) return { ok: true, value: { found: undefined, isComplete } };
  const externalId = post.id;
  const address = webAddress(post.permalink_url) ?? addressOf(externalId);
  return { ok: true, value: { found: { ok: true, externalId, url: address }, isComplete } };
}
