import { BlobRef, jsonToLex } from "@atproto/api";
import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import { type Answer, type Http, isCertainRefusal } from "../http.ts";
import type { ReadyVideo } from "../media/media.ts";
import { resetOf, withoutToken } from "./xrpc.ts";

/**
 * The service that processes videos and then stores them on the account's own server.
 * https://docs.bsky.app/docs/tutorials/video
 */
type Service = {
  readonly http: Http;
  /** Its origin. */
  readonly video: string;
  readonly now: Date;
  readonly signal: AbortSignal;
};

type Upload = {
  readonly video: ReadyVideo;
  readonly did: string;
  /** A service token for `com.atproto.repo.uploadBlob` at the account's server. */
  readonly token: string;
};

const jobSchema = z.object({
  jobId: z.string(),
  state: z.string().optional(),
  blob: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});
/** The lexicon has the job in a field; the service answers an upload without it. */
const jobAnswerSchema = z.union([
  z.object({ jobStatus: jobSchema }).transform(({ jobStatus }) => jobStatus),
  jobSchema,
]);
const errorSchema = z.object({ error: z.string(), message: z.string().optional() });

/** Uploads a video, and returns the job that processes it. Throws if the answer is not certain. */
export async function uploadVideo(
  { video, did, token }: Upload,
  { http, video: origin, now, signal }: Service,
): Promise<{ readonly ok: true; readonly jobId: string } | Refused> {
  const answer = await http({
    method: "POST",
    url: `${origin}/xrpc/app.bsky.video.uploadVideo`,
    query: { did, name: video.name },
    headers: { authorization: `Bearer ${token}`, "content-type": video.type },
    bytes: video.bytes,
    reach: "public",
    signal,
  });
  const job = jobAnswerSchema.safeParse(answer.json);
  // 409: this account has uploaded the same video before; the answer names that job.
  if (job.success && (answer.status === 200 || answer.status === 409)) {
    return { ok: true, jobId: job.data.jobId };
  }
  return refusalBy(answer, token, now);
}

export type Job =
  | { readonly state: "done"; readonly blob: BlobRef }
  | { readonly state: "working" }
  | { readonly state: "failed"; readonly error: string }
  | { readonly state: "forgotten" };

/** Returns what has become of an uploaded video. Throws if the service does not say. */
export async function jobOf(
  jobId: string,
  { http, video, signal }: Omit<Service, "now">,
): Promise<Job> {
  const { status, json } = await http({
    method: "GET",
    url: `${video}/xrpc/app.bsky.video.getJobStatus`,
    query: { jobId },
    reach: "public",
    signal,
  });
  if ((status === 400 || status === 404) && errorSchema.safeParse(json).success) {
    return { state: "forgotten" };
  }
  const job = jobAnswerSchema.safeParse(json);
  if (status !== 200 || !job.success) throw new Error(statusOf(status));
  const { blob, state, message, error } = job.data;
  // A job that failed because the video is there already has its blob, too.
  const found = blob === undefined ? undefined : jsonToLex(blob);
  if (found instanceof BlobRef) return { state: "done", blob: found };
  return state === "JOB_STATE_FAILED"
    ? { state: "failed", error: message || error || "Bluesky could not process the video." }
    : { state: "working" };
}

function refusalBy({ status, json, headers }: Answer, token: string, now: Date): Refused {
  const { data } = errorSchema.safeParse(json);
  const said = data?.message || data?.error || statusOf(status);
  const error = withoutToken(said, `Bearer ${token}`);
  if (status === 429) {
    return {
      ok: false,
      error,
      why: "later",
      retryAt: resetOf(headers.get("ratelimit-reset"), now),
    };
  }
  if (!data || !isCertainRefusal(status)) throw new Error(statusOf(status));
  return { ok: false, error };
}

const statusOf = (status: number) => `Bluesky's video service answered with status ${status}.`;
