import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { Publication, Waiting } from "../../../ports/publisher.ts";
import type { Done } from "../answer.ts";
import type { File } from "../http.ts";
import type { Live } from "../live.ts";
import type { ImageProfile, VideoProfile } from "../media/media.ts";
import type { X } from "./call.ts";

/** https://docs.x.com/x-api/media/quickstart/best-practices */
const imageProfile: ImageProfile = {
  types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
  maxBytes: 5_000_000,
  maxSide: 4096,
};
const videoProfile: VideoProfile = { maxBytes: 512_000_000, minSeconds: 0.5, maxSeconds: 140 };

/** X takes at most 1,000 parts; with this size, the largest video has 512. */
const partBytes = 1_000_000;

const processingSchema = z.object({
  state: z.optional(z.string()),
  check_after_secs: z.optional(z.number()),
});
const mediaSchema = z.object({
  data: z.object({
    id: z.string(),
    expires_after_secs: z.optional(z.number()),
    processing_info: z.optional(processingSchema),
  }),
});
const anything = z.unknown();

type Uploaded = z.output<typeof mediaSchema>;

/** Uploads the image or the video of a post, of which nothing is visible yet. */
export async function upload(
  x: X,
  media: Live["media"],
  { account, post }: Publication,
  signal: AbortSignal,
): Promise<Done<Uploaded> | Refused> {
  const { imageUrl, videoUrl, altText } = post;
  if (videoUrl) {
    const video = await media.video(videoUrl, videoProfile, account, signal);
    return video.ok ? uploadVideo(x, video, signal) : video;
  }
  const image = await media.image(imageUrl ?? "", imageProfile, account, signal);
  if (!image.ok) return image;
  const uploaded = await uploadImage(x, image, signal);
  if (!uploaded.ok || !altText) return uploaded;
  const described = await x(
    {
      method: "POST",
      path: "/2/media/metadata",
      json: { id: uploaded.answer.data.id, metadata: { alt_text: { text: altText } } },
      signal,
    },
    anything,
  );
  return described.ok ? uploaded : described;
}

function uploadImage(x: X, file: File, signal: AbortSignal) {
  const category = file.type === "image/gif" ? "tweet_gif" : "tweet_image";
  const parts = [["media", file] as const, ["media_category", category] as const];
  return x({ method: "POST", path: "/2/media/upload", parts, signal }, mediaSchema);
}

async function uploadVideo(x: X, { bytes, type, name }: File, signal: AbortSignal) {
  const json = { media_type: type, total_bytes: bytes.length, media_category: "tweet_video" };
  const path = "/2/media/upload";
  const begun = await x({ method: "POST", path: `${path}/initialize`, json, signal }, mediaSchema);
  if (!begun.ok) return begun;
  const { id } = begun.answer.data;
  for (let index = 0; index * partBytes < bytes.length; index += 1) {
    const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
    const parts = [
      ["segment_index", String(index)] as const,
      ["media", { bytes: part, type, name }] as const,
    ];
    const call = { method: "POST", path: `${path}/${id}/append`, parts, signal } as const;
    const appended = await x(call, anything);
    if (!appended.ok) return appended;
  }
  return x({ method: "POST", path: `${path}/${id}/finalize`, signal }, mediaSchema);
}

/** Returns the present state of media that were uploaded before. */
export function stateOf(x: X, id: string, signal: AbortSignal) {
  const query = { command: "STATUS", media_id: id };
  return x({ method: "GET", path: "/2/media/upload", query, signal }, mediaSchema);
}

/** Returns what a state means for the post; undefined if it can be published now. */
export function obstacleIn(
  { data: { processing_info } }: Uploaded,
  now: Date,
): Waiting | Refused | undefined {
  // Media without it are ready: images, and short videos.
  if (!processing_info || processing_info.state === "succeeded") return undefined;
  if (processing_info.state === "failed") {
    return { ok: false, error: "X could not process the video." };
  }
  const seconds = Math.max(1, processing_info.check_after_secs ?? 5);
  const askAt = new Date(now.getTime() + seconds * 1000);
  return { ok: "waiting", note: "X is processing the video.", askAt };
}
