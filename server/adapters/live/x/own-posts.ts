import * as z from "zod/mini";
import { linksOnX } from "@/entities/account/links-on-x";
import type { Refused } from "../../../ports/outcome.ts";
import type { Published, Unsure, Waiting } from "../../../ports/publisher.ts";
import type { X } from "./call.ts";

const meSchema = z.object({ data: z.object({ id: z.string(), username: z.string() }) });

/** Reads the owner of the keys. Costs $0.010. */
export const readOwner = (x: X, signal: AbortSignal) =>
  x({ method: "GET", path: "/2/users/me", signal }, meSchema);

/** Returns the address of a post, which X finds by its id alone, whatever the user's name is by then. */
export const linkOf = (id: string) => `https://x.com/i/status/${id}`;

const postSchema = z.object({
  id: z.string(),
  text: z.string(),
  entities: z.optional(
    z.object({
      urls: z.nullish(
        z.array(
          z.object({
            url: z.nullish(z.string()),
            expanded_url: z.nullish(z.string()),
            media_key: z.nullish(z.string()),
          }),
        ),
      ),
    }),
  ),
});
const postsSchema = z.object({ data: z.optional(z.array(postSchema)) });
type Post = z.output<typeof postSchema>;

const minute = 60_000;

/**
 * Looks for a post among those that the user published since then. X promises nowhere that a new post
 * is listed at once, so a post that is not there is never certainly absent. Each post in the answer
 * costs $0.001.
 */
export async function locateOnX(
  x: X,
  text: string,
  since: Date,
  now: Date,
  signal: AbortSignal,
): Promise<Published | Waiting | Unsure | Refused> {
  const user = await readOwner(x, signal);
  if (!user.ok) return user;
  const start = new Date(since.getTime() - minute).toISOString().replace(/\.\d+Z$/, "Z");
  const listed = await x(
    {
      method: "GET",
      path: `/2/users/${encodeURIComponent(user.answer.data.id)}/tweets`,
      query: { max_results: "100", start_time: start, "post.fields": "created_at,entities" },
      signal,
    },
    postsSchema,
  );
  if (!listed.ok) return listed;
  const wanted = comparable(text);
  const found = listed.answer.data?.find((post) => comparable(asWritten(post)) === wanted);
  if (found) return { ok: true, externalId: found.id, url: linkOf(found.id) };
  const soon = since.getTime() + minute;
  return now.getTime() < soon
    ? { ok: "waiting", note: "X may not list the post yet.", askAt: new Date(soon) }
    : {
        ok: "unsure",
        advice:
          "X does not list the post. Look at the profile on X; X refuses the same text only if it was posted shortly before.",
      };
}

/**
 * Returns a listed text as it was written: X shortens links, adds one for the media, and escapes HTML.
 */
function asWritten({ text, entities }: Post): string {
  const urls = entities?.urls ?? [];
  const written = urls.reduce(
    (words, { url, expanded_url, media_key }) =>
      url ? words.replace(url, () => (media_key ? "" : (expanded_url ?? url))) : words,
    text,
  );
  return written.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/**
 * Texts that differ only in spaces, composition, or in how a link is written out, are the same post.
 */
function comparable(text: string): string {
  const composed = text.normalize("NFC");
  const links = linksOnX(composed);
  const starts = [0, ...links.map(({ end }) => end)];
  const parts = starts.flatMap((start, index) => {
    const link = links[index];
    const between = composed.slice(start, link?.start ?? composed.length);
    return link ? [between, wholeAddress(composed.slice(link.start, link.end))] : [between];
  });
  return parts.join("").replace(/\s+/g, " ").trim();
}

/** Returns an address without the protocol: X takes `example.com` for `http://example.com`. */
function wholeAddress(link: string): string {
  const address = /^https?:/i.test(link) ? link : `http://${link}`;
  return URL.canParse(address) ? new URL(address).href.replace(/^https?:/, "") : link;
}
