import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount, Publication } from "../../../ports/publisher.ts";
import type { File } from "../http.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, VideoProfile } from "../media/media.ts";
import { platformWords } from "../platform-words.ts";
import { later, type RedditApi, type RedditCalls, userAgentOf } from "./api.ts";
import type { Content, Target } from "./subreddits.ts";

/** The limit of size is in the policy of each upload that Reddit signs. */
const imageProfile: ImageProfile = {
  types: ["image/jpeg", "image/png", "image/gif"],
  maxBytes: 20_000_000,
  maxSide: 8000,
};
/** https://support.reddithelp.com/hc/en-us/articles/360060423572 */
const videoProfile: VideoProfile = { maxBytes: 1_000_000_000, minSeconds: 2, maxSeconds: 900 };

/** A black picture, 1280 by 720: Reddit takes no video without one. */
const blackPoster: File = {
  bytes: new Uint8Array(
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAABQAAAALQAQAAAADnBuD7AAAAh0lEQVR42u3BMQEAAADCoPVPbQlPoAAAAAAA" +
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" +
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB4GsTfAAGc95RKAAAAAElFTkSu" +
        "QmCC",
      "base64",
    ),
  ),
  type: "image/png",
  name: "poster.png",
};

/** The files of a post, as Reddit takes them. */
export type Files = { readonly media?: File; readonly poster?: File };

/** Reads the files of a post; nothing is uploaded yet. */
export async function filesOf(
  media: Live["media"],
  { account, post: { imageUrl, videoUrl } }: Publication,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly files: Files } | Refused> {
  const image = imageUrl ? await media.image(imageUrl, imageProfile, account, signal) : undefined;
  if (image && !image.ok) return image;
  if (!videoUrl) return { ok: true, files: image ? { media: image } : {} };
  const video = await media.video(videoUrl, videoProfile, account, signal);
  if (!video.ok) return video;
  return { ok: true, files: { media: video, poster: image ?? blackPoster } };
}

const leaseSchema = z.object({
  args: z.object({
    action: z.string(),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
});

/** The addresses of a post's uploaded files. */
export type Uploaded = { readonly url?: string; readonly video_poster_url?: string };

/** Uploads a post's files, again for each submission, because Reddit takes an upload for one post. */
export async function upload(
  api: RedditApi,
  calls: RedditCalls,
  account: PlatformAccount,
  { media, poster }: Files,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly uploaded: Uploaded } | Refused> {
  const uploaded: { url?: string; video_poster_url?: string } = {};
  for (const [field, file] of [["url", media] as const, ["video_poster_url", poster] as const]) {
    if (!file) continue;
    const sent = await uploadOne(api, calls, account, file, signal);
    if (!sent.ok) return sent;
    uploaded[field] = sent.url;
  }
  return { ok: true, uploaded };
}

async function uploadOne(
  { live, app, addresses }: RedditApi,
  { call }: RedditCalls,
  account: PlatformAccount,
  file: File,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly url: string } | Refused> {
  const form = { api_type: "json", filepath: file.name, mimetype: file.type };
  const lease = await call(
    { method: "POST", path: "/api/media/asset.json", form, signal },
    leaseSchema,
  );
  if (!lease.ok) return lease;
  const { action, fields } = lease.answer.args;
  const key = fields.find(({ name }) => name === "key")?.value;
  // Reddit names the host without the protocol.
  const storage = URL.canParse(action, addresses.api) ? new URL(action, addresses.api) : undefined;
  const isOwn = addresses.uploadHosts.some((end) => storage?.hostname.endsWith(end));
  if (!storage || !isOwn || !key) {
    throw new Error("Reddit named an address for the upload that is not its own.");
  }
  const stored = await live.httpOf(account)({
    method: "POST",
    url: storage.href,
    parts: [...fields.map(({ name, value }) => [name, value] as const), ["file", file] as const],
    headers: { "user-agent": userAgentOf(app) },
    reach: "public",
    signal,
  });
  if (stored.status !== 201) {
    throw new Error(`Reddit answered the upload with status ${stored.status}.`);
  }
  return { ok: true, url: `${storage.origin}/${key}` };
}

const submittedSchema = z.object({
  json: z.object({
    errors: z.array(z.array(z.unknown())),
    /** In seconds. */
    ratelimit: z.catch(z.optional(z.number()), undefined),
    data: z.optional(z.object({ name: z.optional(z.string()), url: z.optional(z.string()) })),
  }),
});

/**
 * Submits a post to one target: the creating call. A post with media gets its id only when Reddit has
 * processed them.
 */
export async function submit(
  { call }: RedditCalls,
  { account, now }: { readonly account: PlatformAccount; readonly now: Date },
  { kind, title, text }: Content,
  { name, flairId }: Target,
  uploaded: Uploaded,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly id?: string; readonly url?: string } | Refused> {
  const form = {
    ...{ api_type: "json", sr: name, title, kind, sendreplies: "true", resubmit: "true" },
    ...{ nsfw: "false", spoiler: "false" },
    // Reddit checks the subreddit's requirements, and says which one is not met.
    validate_on_submit: "true",
    ...((text || kind === "self") && { text }),
    ...(flairId && { flair_id: flairId }),
    ...uploaded,
  };
  const sent = await call({ method: "POST", path: "/api/submit", form, signal }, submittedSchema);
  if (!sent.ok) return sent;
  const { errors, ratelimit, data } = sent.answer.json;
  const [failure] = errors;
  if (failure) {
    const [code, said, field] = failure.map((part) => (typeof part === "string" ? part : ""));
    const end = field ? ` (${field})` : "";
    const error = platformWords(account, `r/${name}: ${code}: ${said}${end}`);
    if (code === "RATELIMIT") {
      return { ok: false, why: "later", error, retryAt: later(now, ratelimit ?? secondsIn(said)) };
    }
    return code === "USER_REQUIRED"
      ? { ok: false, why: "credentials", error }
      : { ok: false, error };
  }
  if (kind === "self" && !data?.name)
    throw new Error("Reddit answered in a form that is not known.");
  return data?.name
    ? { ok: true, id: data.name, url: data.url ?? linkOf(data.name) }
    : { ok: true };
}

/** Returns the address of a post, which Reddit finds by its id alone. */
const linkOf = (id: string) => `https://www.reddit.com/comments/${id.replace(/^t3_/, "")}`;

/** Returns the seconds in words such as `you are doing that too much. try again in 9 minutes.` */
function secondsIn(words = ""): number {
  const [, count, unit] = /(\d+) (second|minute|hour)/.exec(words) ?? [];
  return Number(count) * (unit === "hour" ? 3600 : unit === "minute" ? 60 : 1);
}
