import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import type { RedditCalls } from "./api.ts";

const listingSchema = z.object({
  data: z.object({
    /** The name after which the next part begins; null for the last one. */
    after: z.optional(z.nullable(z.string())),
    children: z.array(
      z.object({
        data: z.object({
          name: z.string(),
          subreddit: z.string(),
          title: z.string(),
          permalink: z.string(),
          /** In seconds. */
          created_utc: z.number(),
        }),
      }),
    ),
  }),
});

type OwnPost = z.infer<typeof listingSchema>["data"]["children"][number]["data"];

export type Found = { readonly id: string; readonly url: string };

/** The function that finds the post in a subreddit; `name` as in its submission. */
export type OwnPosts = (name: string) => Found | undefined;

/**
 * Returns the user's posts of this title since then. Reddit lists texts at once, media when they are
 * processed. The clocks may differ by a minute.
 */
export async function ownPosts(
  { call }: RedditCalls,
  { username }: PlatformAccount,
  title: string,
  since: Date,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly find: OwnPosts } | Refused> {
  const path = `/user/${encodeURIComponent(username ?? "")}/submitted`;
  const isSince = ({ created_utc }: OwnPost) => created_utc * 1000 >= since.getTime() - 60_000;
  const posts: OwnPost[] = [];
  for (let after: string | undefined; ; ) {
    const query = { sort: "new", limit: "100", ...(after && { after }) };
    const listed = await call({ method: "GET", path, query, signal }, listingSchema);
    if (!listed.ok) return listed;
    const part = listed.answer.data.children.map(({ data }) => data);
    posts.push(...part.filter(isSince).filter((post) => spaced(post.title) === spaced(title)));
    // A post behind newer ones would count as absent, and be submitted again.
    after = part.every(isSince) ? (listed.answer.data.after ?? undefined) : undefined;
    if (!after) break;
  }
  const find: OwnPosts = (name) => {
    const post = posts.find(({ subreddit }) => subreddit.toLowerCase() === name.toLowerCase());
    return post && { id: post.name, url: `https://www.reddit.com${post.permalink}` };
  };
  return { ok: true, find };
}

const spaced = (title: string) => title.normalize("NFC").replace(/\s+/g, " ").trim();
