import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { Publication, Publisher } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, ReadyVideo, VideoProfile } from "../media.ts";
import {
  type ContainerState,
  type Containers,
  type Created,
  hasContainer,
  locateByContainer,
  publishByContainer,
} from "../meta/containers.ts";
import {
  type Failure,
  idSchema,
  notFetchedFrom,
  pagingSchema,
  permalinkOf,
  quotaRefusal,
  readPages,
  refusalOfRefresh,
  type Sleep,
  shortAltText,
} from "../meta/meta.ts";
import { refusalOfLength } from "../text-length.ts";
import { metaGraph } from "../versions.ts";
import { createLogins, type InstagramAddresses, instagramAddresses, type Login } from "./login.ts";

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media */
const imageProfile: ImageProfile = {
  types: ["image/jpeg"],
  maxBytes: 8_000_000,
  maxSide: 1440,
  ratio: { min: 0.8, max: 1.91 },
};
const videoProfile: VideoProfile = { maxBytes: 300_000_000, minSeconds: 3, maxSeconds: 900 };

/** Meta could not download the media, or not in time. */
const notFetched: readonly number[] = [2_207_052, 2_207_003];
/** A fault of the container: another one may do. */
const containerFaults: readonly number[] = [
  ...notFetched,
  ...[2_207_020, 2_207_006, 2_207_008, 2_207_032, 2_207_053, 2_207_082],
];

/** Publishes on Instagram by containers; a lone video is a Reel. */
export function createInstagramPublisher(
  live: Live,
  addresses: InstagramAddresses = instagramAddresses,
  pause?: Sleep,
): Publisher {
  const logins = createLogins(live, addresses);

  return {
    publish: async (publication, attempt, signal) => {
      const { account, post } = publication;
      const tooLong = refusalOfLength("instagram", post.text);
      if (tooLong) return tooLong;
      // Files are made ready once, and before any call: without a public address there is none to make.
      let making: Promise<Files | Refused> | undefined;
      const files = () => {
        making ??= filesOf(live, publication, signal);
        return making;
      };
      if (!hasContainer(attempt.trace, post)) {
        const made = await files();
        if (!made.ok) return made;
      }
      const found = await logins.get(account, signal);
      if (!found.ok) return found;
      if (!hasContainer(attempt.trace, post)) {
        const full = await fullQuota(found.login, live.clock.now());
        if (full) return full;
      }
      const containers = containersOf(live, addresses, found.login, publication, files, pause);
      return publishByContainer(containers, attempt, live.clock);
    },

    locate: async (publication, trace, since, signal) => {
      const found = await logins.get(publication.account, signal);
      // Instagram could not be asked: that says nothing about the post.
      if (!found.ok && found.why === "later") throw new Error(found.error);
      if (!found.ok) return found;
      const files = async () => nothing;
      const containers = containersOf(live, addresses, found.login, publication, files, pause);
      return locateByContainer(containers, trace, since, live.clock);
    },

    test: async (account, signal) => {
      const found = await logins.find(account, signal);
      return found.ok ? { ok: true, owner: `@${found.login.username}` } : found;
    },

    // Facebook's own tokens are exchanged with the secret of an app, which this server does not have.
    refresh: async (account, signal) => {
      const found = await logins.get(account, signal);
      if (!found.ok) return found;
      if (found.login.kind === "facebook") return null;
      const now = live.clock.now();
      const reply = await found.login.meta(
        {
          method: "GET",
          url: `${addresses.instagram}/refresh_access_token`,
          query: { grant_type: "ig_refresh_token" },
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
  };
}

const quotaSchema = z.object({
  data: z.array(
    z.object({
      quota_usage: z.number(),
      config: z.object({ quota_total: z.number() }),
    }),
  ),
});

/**
 * Accounts may publish 50 or 100 posts in 24 hours, by this server and by others: Instagram says how many
 * of them are used up. Undefined while it takes more, or does not say; then it refuses the post itself.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit
 */
async function fullQuota({ meta, base, userId }: Login, now: Date): Promise<Refused | undefined> {
  const url = `${base}/${userId}/content_publishing_limit`;
  const query = { fields: "quota_usage,config" };
  const reply = await meta({ method: "GET", url, query }, quotaSchema).catch(() => undefined);
  const [quota] = reply?.ok ? reply.value.data : [];
  if (!quota || quota.quota_usage < quota.config.quota_total) return undefined;
  const error = `Instagram takes ${quota.config.quota_total} posts of this account in 24 hours. That limit is reached.`;
  return quotaRefusal(error, now);
}

type Files =
  | { readonly ok: true; readonly noun: "image"; readonly imageUrl: string }
  | { readonly ok: true; readonly noun: "video"; readonly video: ReadyVideo };

const nothing: Refused = { ok: false, error: "Instagram needs an image or video." };

async function filesOf(
  { media }: Live,
  { account, post: { imageUrl, videoUrl } }: Publication,
  signal: AbortSignal,
): Promise<Files | Refused> {
  if (videoUrl) {
    const video = await media.video(videoUrl, videoProfile, account, signal);
    return video.ok ? { ok: true, noun: "video", video } : video;
  }
  if (!imageUrl) return nothing;
  const image = await media.image(imageUrl, imageProfile, account, signal);
  if (!image.ok) return image;
  const exposed = await media.expose(image, "Instagram");
  return exposed.ok ? { ok: true, noun: "image", imageUrl: exposed.url } : exposed;
}

function containersOf(
  live: Live,
  addresses: InstagramAddresses,
  { meta, base, userId, kind, username }: Login,
  { account, post }: Publication,
  files: () => Promise<Files | Refused>,
  pause: Sleep | undefined,
): Containers {
  const profile = `https://www.instagram.com/${username}/`;
  const caption = post.text ? { caption: post.text } : undefined;
  const make = (form: Readonly<Record<string, string>>) =>
    meta(
      { method: "POST", url: `${base}/${userId}/media`, form: { ...form, ...caption } },
      idSchema,
    );

  /** Uploads a video, which Facebook's login allows without a public address. */
  async function upload({ bytes }: ReadyVideo): Promise<Created> {
    const made = await make({ upload_type: "resumable", media_type: "REELS" });
    if (!made.ok) return notMade(made);
    const { id } = made.value;
    const sent = await meta(
      {
        method: "POST",
        url: `${addresses.upload}/ig-api-upload/${metaGraph.version}/${id}`,
        headers: {
          authorization: `OAuth ${account.credentials.access_token}`,
          offset: "0",
          file_size: String(bytes.length),
        },
        bytes,
      },
      z.object({ success: z.literal(true) }),
    );
    return sent.ok ? { ok: true, id } : notMade(sent);
  }

  async function createFrom(url: string, form: Readonly<Record<string, string>>): Promise<Created> {
    const made = await make(form);
    return made.ok ? { ok: true, id: made.value.id } : notMade(made, url);
  }

  return {
    platform: "Instagram",
    noun: post.videoUrl ? "video" : "image",
    post,
    profile,
    firstCheckDelay: 0,
    create: async () => {
      const ready = await files();
      if (!ready.ok) return { ok: false, refused: ready, isWorthAnother: false };
      if (ready.noun === "image") {
        const alt_text = shortAltText(post.altText);
        const form = { image_url: ready.imageUrl, ...(alt_text && { alt_text }) };
        return createFrom(ready.imageUrl, form);
      }
      if (kind === "facebook") return upload(ready.video);
      const exposed = await live.media.expose(ready.video, "Instagram");
      if (!exposed.ok) return { ok: false, refused: exposed, isWorthAnother: false };
      return createFrom(exposed.url, { media_type: "REELS", video_url: exposed.url });
    },
    read: async (container) => {
      const url = `${base}/${container}`;
      const reply = await meta(
        { method: "GET", url, query: { fields: "status_code,status" } },
        statusSchema,
      );
      return reply.ok ? { ok: true, value: stateOf(reply.value, live.publicOrigin) } : reply;
    },
    publish: async (container) => {
      const url = `${base}/${userId}/media_publish`;
      const reply = await meta({ method: "POST", url, form: { creation_id: container } }, idSchema);
      return reply.ok ? { ok: true, value: reply.value.id } : reply;
    },
    list: async (since) => {
      const url = `${base}/${userId}/media`;
      const reply = await readPages(
        (page) => {
          const query = { fields: "id,caption,permalink,timestamp", limit: "50", ...page };
          return meta({ method: "GET", url, query }, listSchema);
        },
        // Newest first.
        (page) => new Date(page.at(-1)?.timestamp ?? since) < since,
      );
      if (!reply.ok) return reply;
      return {
        ok: true,
        value: reply.value.map(({ id, caption: text, permalink: url, timestamp }) => ({
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

function notMade(failure: Failure, url?: string): Created {
  const { subcode, code, refused } = failure;
  const isWorthAnother = subcode !== undefined && containerFaults.includes(subcode);
  const isNotFetched = code === 9004 || (subcode !== undefined && notFetched.includes(subcode));
  if (!isNotFetched || !url) return { ok: false, refused, isWorthAnother };
  const error = notFetchedFrom("Instagram", url, refused.error);
  return { ok: false, refused: { ok: false, error }, isWorthAnother: true };
}

const statusSchema = z.object({
  status_code: z.enum(["IN_PROGRESS", "FINISHED", "ERROR", "EXPIRED", "PUBLISHED"]),
  status: z.string().catch(""),
});

/**
 * Returns the state of a container. `status` of a failed one is a sentence with the subcode of the
 * error in it.
 */
function stateOf(
  { status_code, status }: z.infer<typeof statusSchema>,
  origin: string,
): ContainerState {
  const subcode = Number(/\b2207\d{3}\b/.exec(status)?.[0]);
  const isWorthAnother = status_code === "EXPIRED" || containerFaults.includes(subcode);
  const said = status || `Instagram could not process the post (${status_code}).`;
  const error = notFetched.includes(subcode) ? notFetchedFrom("Instagram", origin, said) : said;
  return { status: status_code, error, isWorthAnother };
}

const listSchema = z.object({
  paging: pagingSchema,
  data: z.array(
    z.object({
      id: z.string(),
      caption: z.string().catch(""),
      permalink: z.url().optional().catch(undefined),
      timestamp: z.string(),
    }),
  ),
});
