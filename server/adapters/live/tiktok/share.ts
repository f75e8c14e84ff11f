import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { Attempt, Publication } from "../../../ports/publisher.ts";
import type { ImageProfile, ReadyImage, ReadyVideo, VideoProfile } from "../media.ts";
import { refuseOtherHost } from "../upload-host.ts";
import { type TikTok, type TikTokApi, tiktokOf } from "./api.ts";

/** https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
const videoProfile: VideoProfile = { maxBytes: 4_000_000_000, maxSeconds: 600 };
const imageProfile: ImageProfile = {
  types: ["image/jpeg", "image/webp"],
  maxBytes: 20_000_000,
  maxSide: 1920,
};
/** A larger video is sent in parts of half of it; the last part takes the rest. */
const maxSinglePart = 64_000_000;
const partBytes = 32_000_000;
/** In UTF-16 units. */
const longestPhotoTitle = 90;

const creatorSchema = z.object({
  privacy_level_options: z.array(z.string()),
  comment_disabled: z.catch(z.optional(z.boolean()), undefined),
  duet_disabled: z.catch(z.optional(z.boolean()), undefined),
  stitch_disabled: z.catch(z.optional(z.boolean()), undefined),
  max_video_post_duration_sec: z.catch(z.optional(z.number()), undefined),
});
type Creator = z.output<typeof creatorSchema>;

const videoSchema = z.object({ publish_id: z.string(), upload_url: z.string() });
const photoSchema = z.object({ publish_id: z.string() });

type Shared = { readonly ok: true } | Refused;

/** Sends a post to TikTok, to its public or to the account's inbox. Its id is in the trace then. */
export async function share(
  api: TikTokApi,
  { account, post }: Publication,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Shared> {
  const tiktok = tiktokOf(api, account);
  const creator = api.app.isDirect ? await creatorOf(tiktok, signal) : undefined;
  if (creator && !creator.ok) return creator;
  const { videoUrl, imageUrl } = post;
  if (videoUrl) {
    const video = await api.live.media.video(videoUrl, videoProfile, account, signal);
    if (!video.ok) return video;
    return shareVideo({ api, tiktok, account, post, attempt, signal }, video, creator?.answer);
  }
  const image = await api.live.media.image(imageUrl ?? "", imageProfile, account, signal);
  if (!image.ok) return image;
  return sharePhoto({ api, tiktok, account, post, attempt, signal }, image, creator?.answer);
}

type Sharing = Publication & {
  readonly api: TikTokApi;
  readonly tiktok: TikTok;
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
};

/** Reads the creator's settings, which TikTok requires before each post, because they change. */
const creatorOf = (tiktok: TikTok, signal: AbortSignal) =>
  tiktok({ path: "/v2/post/publish/creator_info/query/", json: {}, signal }, creatorSchema);

/**
 * Returns the privacy level of a post. An app without an audit is offered fewer levels; the widest
 * one comes first.
 */
const levelOf = ({ privacy_level_options: options }: Creator) =>
  options.includes("PUBLIC_TO_EVERYONE") ? "PUBLIC_TO_EVERYONE" : (options[0] ?? "SELF_ONLY");

async function shareVideo(
  { api, tiktok, account, post, attempt, signal }: Sharing,
  { bytes, type, seconds }: ReadyVideo,
  creator: Creator | undefined,
): Promise<Shared> {
  const max = creator?.max_video_post_duration_sec;
  if (max !== undefined && seconds > max) {
    const error = `The video lasts ${Math.ceil(seconds)} seconds; TikTok allows this account ${max}.`;
    return { ok: false, error };
  }
  const size = bytes.length;
  const chunk = size > maxSinglePart ? partBytes : size;
  const total = Math.floor(size / chunk);
  const source_info = {
    ...{ source: "FILE_UPLOAD", video_size: size },
    ...{ chunk_size: chunk, total_chunk_count: total },
  };
  const post_info = creator && {
    ...{ title: post.text, privacy_level: levelOf(creator), is_aigc: post.isGenerated },
    disable_comment: creator.comment_disabled === true,
    disable_duet: creator.duet_disabled === true,
    disable_stitch: creator.stitch_disabled === true,
  };
  const path = `/v2/post/publish/${post_info ? "" : "inbox/"}video/init/`;
  const json = { ...(post_info && { post_info }), source_info };
  // An upload without bytes has no effect, so that it can be begun again.
  const begun = await tiktok({ path, json, signal }, videoSchema);
  if (!begun.ok) return begun;
  const { publish_id: publishId, upload_url } = begun.answer;
  refuseOtherHost("TikTok", upload_url, api.addresses.uploadHosts);
  for (let index = 0; index < total; index += 1) {
    const isLast = index === total - 1;
    const from = index * chunk;
    const end = isLast ? size : from + chunk;
    // The last byte publishes the video.
    if (isLast) await attempt.committing({ publishId, size: String(size) });
    const sent = await api.live.httpOf(account)({
      method: "PUT",
      url: upload_url,
      bytes: bytes.subarray(from, end),
      headers: { "content-type": type, "content-range": `bytes ${from}-${end - 1}/${size}` },
      reach: "public",
      signal,
    });
    if (sent.status !== (isLast ? 201 : 206)) {
      throw new Error(`TikTok answered the upload with status ${sent.status}.`);
    }
  }
  return { ok: true };
}

async function sharePhoto(
  { api, tiktok, post, attempt, signal }: Sharing,
  image: ReadyImage,
  creator: Creator | undefined,
): Promise<Shared> {
  const exposed = await api.live.media.expose(image, "TikTok");
  if (!exposed.ok) return exposed;
  const title = post.title && post.title.length <= longestPhotoTitle ? post.title : "";
  const json = {
    post_info: {
      ...{ title, description: post.text },
      ...(creator && {
        privacy_level: levelOf(creator),
        disable_comment: creator.comment_disabled === true,
        is_aigc: post.isGenerated,
      }),
    },
    source_info: { source: "PULL_FROM_URL", photo_cover_index: 0, photo_images: [exposed.url] },
    ...{ post_mode: creator ? "DIRECT_POST" : "MEDIA_UPLOAD", media_type: "PHOTO" },
  };
  await attempt.committing({});
  const path = "/v2/post/publish/content/init/";
  const secrets = { image: exposed.url };
  const begun = await tiktok({ path, json, secrets, signal }, photoSchema);
  if (!begun.ok) return begun;
  await attempt.committing({ publishId: begun.answer.publish_id });
  return { ok: true };
}
