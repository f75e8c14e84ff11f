import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { Publication, Publisher, Trace } from "../../../ports/publisher.ts";
import { refusalOfAltText } from "../alt-text.ts";
import type { Live } from "../live.ts";
import { refusalOfLength } from "../text-length.ts";
import { articleOf } from "./article.ts";
import { type LinkedIn, linkedinAddresses, linkedinOf } from "./call.ts";
import { littleText } from "./little-text.ts";
import { linkOf, locateOnLinkedIn } from "./locate.ts";
import { mediaOf } from "./media.ts";
import { beginImage } from "./upload.ts";

const longestAltText = 4086;

/** A new post has an empty body; its URN is in a header. */
const anything = z.unknown();

/**
 * Publishes to profiles and organizations on LinkedIn:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 * Tokens live for 60 days. Only partners of LinkedIn can refresh them.
 */
export const createLinkedInPublisher = (live: Live, addresses = linkedinAddresses): Publisher => ({
  publish: async (publication, attempt, signal) => {
    const { account, post } = publication;
    const api = linkedinOf(live, addresses, account);
    if (!api.ok) return api;
    const { linkedin } = api;
    const refusal =
      refusalOfLength(account.platform, post.text) ??
      refusalOfAltText(post, "LinkedIn", longestAltText);
    if (refusal) return refusal;
    const hasMedia = Boolean(post.videoUrl || post.imageUrl);
    const prepare = hasMedia ? mediaOf : articleOf;
    const prepared = await prepare(live, linkedin, publication, attempt, signal);
    if (prepared.ok !== true) return prepared;
    const { trace } = prepared;
    const content = hasMedia ? mediaIn(trace, post) : articleIn(trace);
    const json = {
      author: linkedin.author,
      commentary: littleText(post.text),
      visibility: "PUBLIC",
      distribution: {
        feedDistribution: "MAIN_FEED",
        targetEntities: [],
        thirdPartyDistributionChannels: [],
      },
      lifecycleState: "PUBLISHED",
      isReshareDisabledByAuthor: false,
    };
    const create = (shown: typeof content) =>
      linkedin.call(
        { method: "POST", path: "/rest/posts", json: { ...json, ...shown }, signal },
        anything,
      );
    await attempt.committing(trace);
    let created = await create(content);
    // Certainly nothing was published: the card may be the cause, and never decides a post.
    if (content && !hasMedia && isContentRefusal(created)) created = await create(undefined);
    if (!created.ok) return created;
    const externalId = created.headers.get("x-restli-id");
    if (!externalId) throw new Error("LinkedIn did not say which post it made.");
    return { ok: true, externalId, url: linkOf(externalId) };
  },

  locate: async ({ account, post }, _trace, since, signal) => {
    const api = linkedinOf(live, addresses, account);
    if (!api.ok) return api;
    return locateOnLinkedIn(api.linkedin, post.text, since, live.clock.now(), signal);
  },

  // An upload that is begun and never sent proves the token, the author and the author's role by the
  // right to post alone, and leaves nothing that anybody sees.
  test: async (account, signal) => {
    const api = linkedinOf(live, addresses, account);
    if (!api.ok) return api;
    const begun = await beginImage(api.linkedin, signal);
    if (!begun.ok) return begun;
    const owner = await ownerOf(api.linkedin, signal);
    return { ok: true, ...(owner && { owner }) };
  },

  refresh: async () => null,

  remove: async (account, externalId, signal) => {
    const api = linkedinOf(live, addresses, account);
    if (!api.ok) return api;
    const path = `/rest/posts/${encodeURIComponent(externalId)}`;
    const headers = { "x-restli-method": "DELETE" };
    const call = { method: "DELETE", path, headers, signal } as const;
    const removed = await api.linkedin.call(call, anything);
    return removed.ok ? { ok: true } : removed;
  },
});

/**
 * Returns whether LinkedIn refused what is in the post: not its token, not now, and not as a duplicate.
 */
const isContentRefusal = (created: { readonly ok: true } | Refused) =>
  !created.ok && created.why === undefined && !created.isDuplicate;

function mediaIn({ mediaUrn: id }: Trace, { videoUrl, altText }: Publication["post"]) {
  return { content: { media: { id, ...(altText && !videoUrl && { altText }) } } };
}

/**
 * Returns the article of a post:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/articles-api
 */
function articleIn({ source, title, description, mediaUrn: thumbnail }: Trace) {
  if (!title) return undefined;
  const more = { ...(description && { description }), ...(thumbnail && { thumbnail }) };
  return { content: { article: { source, title, ...more } } };
}

const userSchema = z.object({ sub: z.string(), name: z.string() });

/**
 * Reads the member's name, which takes the scopes `openid` and `profile`; undefined without them. It
 * decides nothing: the token is proven by then.
 */
async function ownerOf({ author, isOrganization, read }: LinkedIn, signal: AbortSignal) {
  if (isOrganization) return undefined;
  const user = await read("/v2/userinfo", userSchema, signal).catch(() => undefined);
  if (user?.ok !== true || author !== `urn:li:person:${user.answer.sub}`) return undefined;
  return user.answer.name;
}
