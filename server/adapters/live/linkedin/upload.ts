import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { Publication } from "../../../ports/publisher.ts";
import type { File } from "../http.ts";
import type { Media } from "../media/media.ts";
import type { LinkedIn } from "./call.ts";

/** LinkedIn takes fewer than 36,152,320 pixels, and says nothing of bytes. */
export const imageProfile = {
  types: ["image/jpeg", "image/png", "image/gif"],
  maxBytes: 5_000_000,
  maxSide: 6000,
} as const;
const videoProfile = { maxBytes: 500_000_000, minSeconds: 3, maxSeconds: 1800 };

const imageSchema = z.object({ value: z.object({ uploadUrl: z.string(), image: z.string() }) });
const videoSchema = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.optional(z.string()),
    uploadInstructions: z.array(
      z.object({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() }),
    ),
  }),
});
const stateSchema = z.object({ status: z.string() });
const anything = z.unknown();

type Uploaded = { readonly ok: true; readonly urn: string } | Refused;

/** Uploads the image or the video of a post, of which nothing is visible yet. */
export async function upload(
  linkedin: LinkedIn,
  media: Media,
  { account, post: { imageUrl, videoUrl } }: Publication,
  signal: AbortSignal,
): Promise<Uploaded> {
  if (videoUrl) {
    const video = await media.video(videoUrl, videoProfile, account, signal);
    return video.ok ? uploadVideo(linkedin, video, signal) : video;
  }
  const image = await media.image(imageUrl ?? "", imageProfile, account, signal);
  return image.ok ? uploadImage(linkedin, image, signal) : image;
}

/** Begins an upload of an image. Without its bytes it is only a proof of the token's rights. */
export function beginImage({ call, author: owner }: LinkedIn, signal: AbortSignal) {
  const path = "/rest/images?action=initializeUpload";
  const json = { initializeUploadRequest: { owner } };
  return call({ method: "POST", path, json, signal }, imageSchema);
}

export async function uploadImage(
  linkedin: LinkedIn,
  file: File,
  signal: AbortSignal,
): Promise<Uploaded> {
  const begun = await beginImage(linkedin, signal);
  if (!begun.ok) return begun;
  const { uploadUrl, image } = begun.answer.value;
  await linkedin.put(uploadUrl, file, true, signal);
  return { ok: true, urn: image };
}

/**
 * Uploads a video:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api
 */
async function uploadVideo(
  linkedin: LinkedIn,
  { bytes }: File,
  signal: AbortSignal,
): Promise<Uploaded> {
  const ask = <T extends z.ZodMiniType>(action: string, json: object, schema: T) =>
    linkedin.call({ method: "POST", path: `/rest/videos?action=${action}`, json, signal }, schema);
  const of = { owner: linkedin.author, fileSizeBytes: bytes.length };
  const initializeUploadRequest = { ...of, uploadCaptions: false, uploadThumbnail: false };
  const begun = await ask("initializeUpload", { initializeUploadRequest }, videoSchema);
  if (!begun.ok) return begun;
  const { video, uploadToken = "", uploadInstructions } = begun.answer.value;
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const type = "application/octet-stream";
    const part = { bytes: bytes.subarray(firstByte, lastByte + 1), type };
    const etag = (await linkedin.put(uploadUrl, part, false, signal)).get("etag");
    if (etag === null) throw new Error("LinkedIn did not name a part of the video.");
    uploadedPartIds.push(etag);
  }
  const finalizeUploadRequest = { video, uploadToken, uploadedPartIds };
  const ended = await ask("finalizeUpload", { finalizeUploadRequest }, anything);
  return ended.ok ? { ok: true, urn: video } : ended;
}

/** Reads the state of media: `AVAILABLE`, `PROCESSING`, `WAITING_UPLOAD` or `PROCESSING_FAILED`. */
export function stateOf({ read }: LinkedIn, urn: string, signal: AbortSignal) {
  const kind = urn.startsWith("urn:li:video:") ? "videos" : "images";
  return read(`/rest/${kind}/${encodeURIComponent(urn)}`, stateSchema, signal);
}
