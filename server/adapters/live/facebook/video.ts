import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { Published, Rejected, Waiting } from "../../../ports/publisher.ts";
import type { File } from "../http.ts";
import { type Reply, webAddress } from "../meta/meta.ts";
import { addressOf, type Page } from "./page.ts";

type Upload = { readonly video: string; readonly session: string };

const offsetsSchema = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() });

/**
 * Uploads a video in the parts that Facebook asks for. Nothing is visible before `finishVideo`, and the
 * id is known before: https://developers.facebook.com/docs/graph-api/video-uploads
 */
export async function uploadVideo(
  { meta, video: base, id }: Page,
  file: File,
): Promise<({ readonly ok: true } & Upload) | Refused> {
  const url = `${base}/${id}/videos`;
  const started = await meta(
    {
      method: "POST",
      url,
      form: { upload_phase: "start", file_size: String(file.bytes.length) },
    },
    offsetsSchema.extend({ video_id: z.string(), upload_session_id: z.string() }),
  );
  if (!started.ok) return started.refused;
  const { video_id: video, upload_session_id: session } = started.value;
  let { start_offset: start, end_offset: end } = started.value;
  while (start < file.bytes.length) {
    const chunk = { ...file, bytes: file.bytes.slice(start, end) };
    const sent = await meta(
      {
        method: "POST",
        url,
        parts: [
          ["upload_phase", "transfer"],
          ["upload_session_id", session],
          ["start_offset", String(start)],
          ["video_file_chunk", chunk],
        ],
      },
      offsetsSchema,
    );
    if (!sent.ok) return sent.refused;
    if (sent.value.start_offset <= start)
      return { ok: false, error: "Facebook lost a part of the video." };
    ({ start_offset: start, end_offset: end } = sent.value);
  }
  return { ok: true, video, session };
}

/** Returns the creating call of a video. */
export const finishVideo = (
  { meta, video, id }: Page,
  session: string,
  text: string,
): Promise<Reply<unknown>> =>
  meta(
    {
      method: "POST",
      url: `${video}/${id}/videos`,
      form: {
        upload_phase: "finish",
        upload_session_id: session,
        ...(text && { description: text }),
      },
    },
    z.object({ success: z.literal(true) }),
  );

const statusSchema = z.object({
  status: z.object({ video_status: z.string() }),
  permalink_url: z.string().optional().catch(undefined),
});

/**
 * Returns how far Facebook is with a video. "unfinished": its upload is there, but it was not told to
 * publish it (https://developers.facebook.com/docs/graph-api/reference/video-status).
 */
export async function readVideo(
  { meta, graph }: Page,
  video: string,
  now: Date,
): Promise<Reply<Published | Waiting | Rejected | "unfinished">> {
  const url = `${graph}/${encodeURIComponent(video)}`;
  const query = { fields: "status,permalink_url" };
  const reply = await meta({ method: "GET", url, query }, statusSchema);
  if (!reply.ok) return reply;
  const { status, permalink_url } = reply.value;
  return { ok: true, value: outcomeOf(status.video_status, video, permalink_url, now) };
}

function outcomeOf(
  status: string,
  video: string,
  permalink: string | undefined,
  now: Date,
): Published | Waiting | Rejected | "unfinished" {
  switch (status) {
    case "ready":
      return { ok: true, externalId: video, url: webAddress(permalink) ?? addressOf(video) };
    case "error":
    case "upload_failed":
      return { ok: "rejected", error: "Facebook could not process the video." };
    case "uploading":
    case "upload_complete":
    case "expired":
      return "unfinished";
    default:
      return processed(now);
  }
}

export const processed = (now: Date): Waiting => ({
  ok: "waiting",
  note: "Facebook is processing the video.",
  askAt: new Date(now.getTime() + 30_000),
});
