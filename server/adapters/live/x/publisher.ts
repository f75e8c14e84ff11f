import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { Attempt, Publication, Publisher, Trace, Waiting } from "../../../ports/publisher.ts";
import { refusalOfAltText } from "../alt-text.ts";
import type { Live } from "../live.ts";
import { refusalOfLength } from "../text-length.ts";
import { type X, xAddress, xOf } from "./call.ts";
import { linkOf, locateOnX, readOwner } from "./own-posts.ts";
import { obstacleIn, stateOf, upload } from "./upload.ts";

const createdSchema = z.object({ data: z.object({ id: z.string() }) });

const removedSchema = z.object({ data: z.object({ deleted: z.literal(true) }) });

const longestAltText = 1000;

/**
 * Publishes to X by the four keys of OAuth 1.0a. A post costs $0.015, one with a link $0.20:
 * https://docs.x.com/x-api/getting-started/pricing
 */
export const createXPublisher = (live: Live, address = xAddress): Publisher => ({
  publish: async (publication, attempt, signal) => {
    const { account, post } = publication;
    const api = xOf(live, address, account);
    if (!api.ok) return api;
    const refusal =
      refusalOfLength(account.platform, post.text) ?? refusalOfAltText(post, "X", longestAltText);
    if (refusal) return refusal;
    const media = await mediaOf(live, api.x, publication, attempt, signal);
    if (media.ok !== true) return media;

    const { mediaId } = media.data;
    const json = {
      text: post.text,
      ...(mediaId && { media: { media_ids: [mediaId] } }),
      ...(mediaId && post.isGenerated && { made_with_ai: true }),
    };
    await attempt.committing(media.data);
    const created = await api.x({ method: "POST", path: "/2/tweets", json, signal }, createdSchema);
    if (!created.ok) return created;
    const externalId = created.answer.data.id;
    return { ok: true, externalId, url: linkOf(externalId) };
  },

  locate: async ({ account, post }, _trace, since, signal) => {
    const api = xOf(live, address, account);
    return api.ok ? locateOnX(api.x, post.text, since, live.clock.now(), signal) : api;
  },

  test: async (account, signal) => {
    const api = xOf(live, address, account);
    if (!api.ok) return api;
    const user = await readOwner(api.x, signal);
    if (!user.ok) return user;
    // Tokens keep the rights that the app had when they were made.
    if (user.headers.get("x-access-level") === "read") return readOnly;
    return { ok: true, owner: `@${user.answer.data.username}` };
  },

  // The tokens of OAuth 1.0a do not end.
  refresh: async () => null,

  remove: async (account, externalId, signal) => {
    const api = xOf(live, address, account);
    if (!api.ok) return api;
    const path = `/2/tweets/${encodeURIComponent(externalId)}`;
    const removed = await api.x({ method: "DELETE", path, signal }, removedSchema);
    return removed.ok ? { ok: true } : removed;
  },
});

const readOnly: Refused = {
  ok: false,
  why: "credentials",
  error:
    "This access token can only read. Set the app's permissions at X to 'Read and write', then make a new access token.",
};

/**
 * Uploads the post's media, and stores their id. What an earlier try uploaded is used again if the post
 * has not been edited since, and X still has it. The data are empty for a text alone.
 */
async function mediaOf(
  live: Live,
  x: X,
  publication: Publication,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly data: Trace } | Waiting | Refused> {
  const { post } = publication;
  const url = post.videoUrl ?? post.imageUrl;
  if (!url) return { ok: true, data: {} };
  // The alt text belongs to the upload.
  const source = `${url} ${post.altText ?? ""}`;
  const earlier = reusable(attempt.trace, source, live.clock.now());
  if (earlier?.isReady) return { ok: true, data: earlier.data };

  const uploaded = earlier
    ? await stateOf(x, earlier.mediaId, signal)
    : await upload(x, live.media, publication, signal);
  if (!uploaded.ok) return uploaded;
  const { id, expires_after_secs = 86_400 } = uploaded.answer.data;
  const now = live.clock.now();
  const obstacle = obstacleIn(uploaded.answer, now);
  const until = earlier?.data.mediaUntil ?? String(now.getTime() + expires_after_secs * 1000);
  const isLost = obstacle?.ok === false;
  const data = { source, mediaId: id, mediaUntil: until, mediaReady: String(!obstacle) };
  // X never processes the same upload again: the next try needs another one.
  await attempt.prepared(isLost ? {} : data);
  return obstacle ?? { ok: true, data };
}

/** Returns whether uploaded media may be used: X forgets those that are in no post after a day. */
function reusable(data: Trace, source: string, now: Date) {
  if (!data.mediaId || data.source !== source) return undefined;
  const isThere = Number(data.mediaUntil) - 60_000 > now.getTime();
  return isThere ? { data, mediaId: data.mediaId, isReady: data.mediaReady === "true" } : undefined;
}
