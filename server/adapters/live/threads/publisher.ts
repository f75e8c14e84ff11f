import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount, Publication, Publisher } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, VideoProfile } from "../media/media.ts";
import {
  type ContainerState,
  type Containers,
  hasContainer,
  locateByContainer,
  publishByContainer,
} from "../meta/containers.ts";
import { readPosts } from "../meta/lists.ts";
import {
  createMeta,
  idSchema,
  type Meta,
  notFetchedFrom,
  refreshToken,
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
    createMeta(live, "Threads", account, signal);
  const base = `${addresses.graph}/${threadsApi.version}`;

  return {
    publish: async (publication, attempt, signal) => {
      const { account, post } = publication;
      const tooLong = refusalOfLength("threads", post.text);
      if (tooLong) return tooLong;
      if (!account.credentials.threads_user_id) return noUser;
      // Without a public address no call is made.
      const makeFields = () => fieldsOf(live, publication, signal);
      let fields = hasContainer(attempt.trace, post) ? undefined : await makeFields();
      if (fields?.ok === false) return fields;
      const meta = metaOf(account, signal);
      const create = async () => {
        fields ??= await makeFields();
        if (!fields.ok) return fields;
        const url = `${userOf(base, account)}/threads`;
        const reply = await meta({ method: "POST", url, form: fields.form }, idSchema);
        return reply.ok ? { ok: true as const, id: reply.value } : reply.refused;
      };
      const containers = containersOf(live, base, meta, publication, pause);
      return publishByContainer({ ...containers, create }, attempt);
    },

    locate: (publication, trace, since, signal) => {
      const meta = metaOf(publication.account, signal);
      return locateByContainer(containersOf(live, base, meta, publication, pause), trace, since);
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
      const meta = metaOf(account, signal);
      return refreshToken(meta, addresses.graph, "th_refresh_token", account, live.clock.now());
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

const userOf = (base: string, { credentials }: PlatformAccount) =>
  `${base}/${encodeURIComponent(credentials.threads_user_id ?? "")}`;

function containersOf(
  { clock, publicOrigin }: Live,
  base: string,
  meta: Meta,
  { account, post }: Publication,
  pause: Sleep | undefined,
): Containers {
  const user = userOf(base, account);
  const noun = post.videoUrl ? "video" : post.imageUrl ? "image" : "text";
  const name = account.username ? `@${account.username.replace(/^@/, "")}` : "";
  return {
    ...{ platform: "Threads", noun, post, clock, meta, base, pause },
    profile: `https://www.threads.com/${name}`,
    firstCheckDelay: noun === "text" ? 0 : pauseForMedia,
    publishAt: `${user}/threads_publish`,
    read: (container) =>
      meta(
        { method: "GET", url: `${base}/${container}`, query: { fields: "status,error_message" } },
        statusSchema.transform((status) => stateOf(status, publicOrigin)),
      ),
    list: (since) => {
      const from = String(Math.floor(since.getTime() / 1000));
      return readPosts(meta, `${user}/threads`, "text", since, { since: from });
    },
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
