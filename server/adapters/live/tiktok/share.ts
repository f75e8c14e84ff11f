import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { Attempt, Publication } from "../../../ports/publisher.ts";
import type { ImageProfile, ReadyImage, ReadyVideo, VideoProfile } from "../media/media.ts";
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

const flag = z.catch(z.boolean(), false);
const creatorSchema = z.object({
  privacy_level_options: z.array(z.string()),
  comment_disabled: flag,
  duet_disabled: flag,
  stitch_disabled: flag,
  max_video_post_duration_sec: z.catch(z.number(), Number.POSITIVE_INFINITY),
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
  const sharing = { api, tiktok, account, post, creator: creator?.answer, attempt, signal };
  const { media } = api.live;
  if (post.videoUrl) {
    const video = await media.video(post.videoUrl, videoProfile, account, signal);
    return video.ok ? shareVideo(sharing, video) : video;
  }
  const image = await media.image(post.imageUrl ?? "", imageProfile, account, signal);
  return image.ok ? sharePhoto(sharing, image) : image;
}

type Sharing = Publication & {
  readonly api: TikTokApi;
  readonly tiktok: TikTok;
  /** Undefined for a draft. */
  readonly creator: Creator | undefined;
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
  { api, tiktok, account, post, creator, attempt, signal }: Sharing,
  { bytes, type, seconds }: ReadyVideo,
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
    disable_comment: creator.comment_disabled,
    disable_duet: creator.duet_disabled,
    disable_stitch: creator.stitch_disabled,
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
  { api, tiktok, post, creator, attempt, signal }: Sharing,
  image: ReadyImage,
): Promise<Shared> {
  const exposed = await api.live.media.expose(image, "TikTok");
  if (!exposed.ok) return exposed;
  const title = post.title && post.title.length <= longestPhotoTitle ? post.title : "";
  const json = {
    post_info: {
      ...{ title, description: post.text },
      ...(creator && {
        privacy_level: levelOf(creator),
        disable_comment: creator.comment_disabled,
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
