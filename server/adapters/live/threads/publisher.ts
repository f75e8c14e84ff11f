import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount, Publication, Publisher } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, VideoProfile } from "../media.ts";
import {
  type ContainerState,
  type Containers,
  hasContainer,
  locateByContainer,
  publishByContainer,
} from "../meta/containers.ts";
import {
  createMeta,
  idSchema,
  type Meta,
  notFetchedFrom,
  pagingSchema,
  permalinkOf,
  readPages,
  refusalOfRefresh,
  removePost,
  type Sleep,
  shortAltText,
} from "../meta/meta.ts";
import { refusalOfLength } from "../text-length.ts";
import { threadsApi } from "../versions.ts";

export type ThreadsAddresses = { readonly graph: string };
export const threadsAddresses: ThreadsAddresses = { graph: "https://graph.threads.net" };

/** https://developers.facebook.com/documentation/threads/posts#media-specifications */
const imageProfile: ImageProfile = {
  types: ["image/jpeg", "image/png"],
  maxBytes: 8_000_000,
  maxSide: 1440,
  ratio: { min: 0.1, max: 10 },
};
const videoProfile: VideoProfile = { maxBytes: 1_000_000_000, maxSeconds: 300 };

/** Media should be 30 seconds old before they are published. */
const pauseForMedia = 30_000;

/** Publishes on Threads by containers. */
export function createThreadsPublisher(
  live: Live,
  addresses: ThreadsAddresses = threadsAddresses,
  pause?: Sleep,
): Publisher {
  const metaOf = (account: PlatformAccount, signal: AbortSignal) =>
    createMeta(live, "Threads", account, account.credentials.access_token, signal);
  const base = `${addresses.graph}/${threadsApi.version}`;

  return {
    publish: async ({ account, post }, attempt, signal) => {
      const tooLong = refusalOfLength("threads", post.text);
      if (tooLong) return tooLong;
      if (!account.credentials.threads_user_id) return noUser;
      // Without a public address no call is made.
      let making: Promise<Fields | Refused> | undefined;
      const fields = () => {
        making ??= fieldsOf(live, { account, post }, signal);
        return making;
      };
      if (!hasContainer(attempt.trace, post)) {
        const made = await fields();
        if (!made.ok) return made;
      }
      const meta = metaOf(account, signal);
      const containers = containersOf(live, base, meta, { account, post }, fields, pause);
      return publishByContainer(containers, attempt, live.clock);
    },

    locate: (publication, trace, since, signal) => {
      const meta = metaOf(publication.account, signal);
      const fields = () => fieldsOf(live, publication, signal);
      const containers = containersOf(live, base, meta, publication, fields, pause);
      return locateByContainer(containers, trace, since, live.clock);
    },

    test: async (account, signal) => {
      const userId = account.credentials.threads_user_id;
      const reply = await metaOf(account, signal)(
        { method: "GET", url: `${base}/me`, query: { fields: "id,username" } },
        z.object({ id: z.string(), username: z.string() }),
      );
      if (!reply.ok) return reply.refused;
      const { id, username } = reply.value;
      if (id === userId) return { ok: true, owner: `@${username}` };
      const error = `This token belongs to @${username}, whose Threads user ID is ${id}, not ${userId}.`;
      return { ok: false, why: "credentials", error };
    },

    refresh: async (account, signal) => {
      const now = live.clock.now();
      const reply = await metaOf(account, signal)(
        {
          method: "GET",
          url: `${addresses.graph}/refresh_access_token`,
          query: { grant_type: "th_refresh_token" },
        },
        z.object({ access_token: z.string().min(1), expires_in: z.number() }),
      );
      if (!reply.ok) return refusalOfRefresh(reply, now);
      const { access_token, expires_in } = reply.value;
      return {
        ok: true,
        credentials: { ...account.credentials, access_token },
        expiresAt: new Date(now.getTime() + expires_in * 1000),
      };
    },

    remove: (account, externalId, signal) =>
      removePost(metaOf(account, signal), `${base}/${encodeURIComponent(externalId)}`),
  };
}

const noUser: Refused = {
  ok: false,
  why: "credentials",
  error: "The account has no Threads user ID.",
};

type Fields = { readonly ok: true; readonly form: Readonly<Record<string, string>> };

/**
 * Returns the form of a container. `auto_publish_text` is never in it: it would publish without
 * a container.
 */
async function fieldsOf(
  { media }: Live,
  { account, post: { text, imageUrl, videoUrl, altText } }: Publication,
  signal: AbortSignal,
): Promise<Fields | Refused> {
  const shared = { ...(text && { text }) };
  if (!imageUrl && !videoUrl) {
    if (!text.trim()) return { ok: false, error: "Threads needs a text, an image or a video." };
    return { ok: true, form: { media_type: "TEXT", ...shared } };
  }
  const file = videoUrl
    ? await media.video(videoUrl, videoProfile, account, signal)
    : await media.image(imageUrl ?? "", imageProfile, account, signal);
  if (!file.ok) return file;
  const exposed = await media.expose(file, "Threads");
  if (!exposed.ok) return exposed;
  const alt_text = shortAltText(altText);
  const described = { ...shared, ...(alt_text && { alt_text }) };
  return {
    ok: true,
    form: videoUrl
      ? { media_type: "VIDEO", video_url: exposed.url, ...described }
      : { media_type: "IMAGE", image_url: exposed.url, ...described },
  };
}

function containersOf(
  live: Live,
  base: string,
  meta: Meta,
  { account, post }: Publication,
  fields: () => Promise<Fields | Refused>,
  pause: Sleep | undefined,
): Containers {
  const user = `${base}/${encodeURIComponent(account.credentials.threads_user_id ?? "")}`;
  const hasMedia = Boolean(post.imageUrl || post.videoUrl);
  const profile = account.username
    ? `https://www.threads.com/@${account.username.replace(/^@/, "")}`
    : "https://www.threads.com/";
  return {
    platform: "Threads",
    noun: post.videoUrl ? "video" : post.imageUrl ? "image" : "text",
    post,
    profile,
    firstCheckDelay: hasMedia ? pauseForMedia : 0,
    create: async () => {
      const made = await fields();
      if (!made.ok) return { ok: false, refused: made, isWorthAnother: false };
      const reply = await meta(
        { method: "POST", url: `${user}/threads`, form: made.form },
        idSchema,
      );
      if (reply.ok) return { ok: true, id: reply.value.id };
      return { ok: false, refused: reply.refused, isWorthAnother: false };
    },
    read: async (container) => {
      const query = { fields: "status,error_message" };
      const reply = await meta({ method: "GET", url: `${base}/${container}`, query }, statusSchema);
      return reply.ok ? { ok: true, value: stateOf(reply.value, live.publicOrigin) } : reply;
    },
    publish: async (container) => {
      const url = `${user}/threads_publish`;
      const reply = await meta({ method: "POST", url, form: { creation_id: container } }, idSchema);
      return reply.ok ? { ok: true, value: reply.value.id } : reply;
    },
    list: async (since) => {
      const from = String(Math.floor(since.getTime() / 1000));
      const reply = await readPages((page) => {
        const fields = "id,text,permalink,timestamp";
        const query = { fields, since: from, limit: "50", ...page };
        return meta({ method: "GET", url: `${user}/threads`, query }, listSchema);
      });
      if (!reply.ok) return reply;
      return {
        ok: true,
        value: reply.value.map(({ id, text, permalink: url, timestamp }) => ({
          ...{ id, text, url, at: new Date(timestamp) },
        })),
      };
    },
    published: async (id) => ({
      ok: true,
      externalId: id,
      url: (await permalinkOf(meta, `${base}/${id}`, "permalink", pause)) ?? profile,
    }),
  };
}

const statusSchema = z.object({
  status: z.enum(["IN_PROGRESS", "FINISHED", "ERROR", "EXPIRED", "PUBLISHED"]),
  error_message: z.string().nullish().catch(undefined),
});

/**
 * Returns the state of a container. `error_message` is a name:
 * https://developers.facebook.com/docs/threads/troubleshooting
 */
function stateOf(
  { status, error_message }: z.infer<typeof statusSchema>,
  origin: string,
): ContainerState {
  const name = error_message ?? "UNKNOWN";
  const isNotFetched = name.startsWith("FAILED_DOWNLOADING");
  const isWorthAnother = status === "EXPIRED" || name === "UNKNOWN" || isNotFetched;
  const error = isNotFetched
    ? notFetchedFrom("Threads", origin, name)
    : `Threads could not process the post: ${name}`;
  return { status, error, isWorthAnother };
}

const listSchema = z.object({
  paging: pagingSchema,
  data: z.array(
    z.object({
      id: z.string(),
      text: z.string().catch(""),
      permalink: z.url().optional().catch(undefined),
      timestamp: z.string(),
    }),
  ),
});
