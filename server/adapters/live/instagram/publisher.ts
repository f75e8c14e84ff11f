import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { Publication, Publisher } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, ReadyVideo, VideoProfile } from "../media/media.ts";
import {
  type ContainerState,
  type Containers,
  type Created,
  hasContainer,
  locateByContainer,
  publishByContainer,
} from "../meta/containers.ts";
import { readPosts } from "../meta/lists.ts";
import {
  type Failure,
  idSchema,
  notFetchedFrom,
  quotaRefusal,
  refreshToken,
  refusalOfSearch,
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
      const makeFiles = () => filesOf(live, publication, signal);
      let files = hasContainer(attempt.trace, post) ? undefined : await makeFiles();
      if (files?.ok === false) return files;
      const found = await logins.get(account, signal);
      if (!found.ok) return found;
      const { login } = found;
      if (files) {
        const full = await fullQuota(login, live.clock.now());
        if (full) return full;
      }
      const create = async () => {
        files ??= await makeFiles();
        return files.ok
          ? createContainer(live, addresses.upload, login, publication, files)
          : files;
      };
      const containers = containersOf(live, login, post, pause);
      return publishByContainer({ ...containers, create }, attempt);
    },

    locate: async ({ account, post }, trace, since, signal) => {
      const found = await logins.get(account, signal);
      if (!found.ok) return refusalOfSearch(found);
      return locateByContainer(containersOf(live, found.login, post, pause), trace, since);
    },

    test: async (account, signal) => {
      const found = await logins.find(account, signal);
      return found.ok ? { ok: true, owner: `@${found.login.username}` } : found;
    },

    // Facebook's own tokens are exchanged with the secret of an app, which this server does not have.
    refresh: async (account, signal) => {
      const found = await logins.get(account, signal);
      if (!found.ok) return found;
      const { kind, meta } = found.login;
      if (kind === "facebook") return null;
      const now = live.clock.now();
      return refreshToken(meta, addresses.instagram, "ig_refresh_token", account, now);
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

async function createContainer(
  { media }: Live,
  uploadHost: string,
  { meta, base, userId, kind }: Login,
  { account, post }: Publication,
  files: Files,
): Promise<Created> {
  const caption = post.text ? { caption: post.text } : undefined;
  const make = (form: Readonly<Record<string, string>>) =>
    meta(
      { method: "POST", url: `${base}/${userId}/media`, form: { ...form, ...caption } },
      idSchema,
    );
  const createFrom = async (url: string, form: Readonly<Record<string, string>>) => {
    const made = await make(form);
    return made.ok ? { ok: true as const, id: made.value } : notMade(made, url);
  };

  if (files.noun === "image") {
    const { imageUrl: image_url } = files;
    const alt_text = shortAltText(post.altText);
    return createFrom(image_url, { image_url, ...(alt_text && { alt_text }) });
  }
  if (kind === "instagram") {
    const exposed = await media.expose(files.video, "Instagram");
    if (!exposed.ok) return exposed;
    return createFrom(exposed.url, { media_type: "REELS", video_url: exposed.url });
  }
  // Facebook's login allows to upload a video, which needs no public address.
  const made = await make({ upload_type: "resumable", media_type: "REELS" });
  if (!made.ok) return notMade(made);
  const id = made.value;
  const { bytes } = files.video;
  const sent = await meta(
    {
      method: "POST",
      url: `${uploadHost}/ig-api-upload/${metaGraph.version}/${id}`,
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

function notMade({ subcode, code, refused }: Failure, url?: string): Created {
  const isNotFetched = code === 9004 || (subcode !== undefined && notFetched.includes(subcode));
  if (isNotFetched && url) {
    const error = notFetchedFrom("Instagram", url, refused.error);
    return { ok: "faulty", refused: { ok: false, error } };
  }
  const isFaulty = subcode !== undefined && containerFaults.includes(subcode);
  return isFaulty ? { ok: "faulty", refused } : refused;
}

const containersOf = (
  { clock, publicOrigin }: Live,
  { meta, base, userId, username }: Login,
  post: Publication["post"],
  pause: Sleep | undefined,
): Containers => ({
  ...{ platform: "Instagram", noun: post.videoUrl ? "video" : "image", post },
  ...{ clock, meta, base, pause, firstCheckDelay: 0 },
  profile: `https://www.instagram.com/${username}/`,
  publishAt: `${base}/${userId}/media_publish`,
  read: (container) =>
    meta(
      { method: "GET", url: `${base}/${container}`, query: { fields: "status_code,status" } },
      statusSchema.transform((status) => stateOf(status, publicOrigin)),
    ),
  list: (since) => readPosts(meta, `${base}/${userId}/media`, "caption", since),
});

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
