import { type Handler, json, onlyHeaders, refusal } from "./front.ts";

export type VideoService = {
  readonly handler: Handler;
  /** From now on, each video is processed after this number of questions. */
  readonly takes: (questions: number) => void;
  /** The next video cannot be processed, for this reason. */
  readonly fails: (message: string) => void;
  /** Forgets its jobs and what it was told; a video takes one question again. */
  readonly clear: () => void;
  readonly uploads: () => number;
};

type Job = {
  readonly jobId: string;
  readonly did: string;
  blob: unknown;
  left: number;
  error?: string;
};

/**
 * A stand-in for video.bsky.app, written from the lexicons `app.bsky.video.*` and the answers that the
 * tutorial shows: it takes MP4 files only, and stores the processed video on the account's server with
 * the token that it was given. https://docs.bsky.app/docs/tutorials/video
 *
 * @param server the origin of that server
 */
export function videoService(server: () => string): VideoService {
  const jobs = new Map<string, Job>();
  const byVideo = new Map<string, string>();
  let questions = 1;
  let failure: string | undefined;

  const store = async (body: Buffer<ArrayBuffer>, authorization: string): Promise<unknown> => {
    const answer = await fetch(`${server()}/xrpc/com.atproto.repo.uploadBlob`, {
      method: "POST",
      headers: { authorization, "content-type": "video/mp4" },
      body,
    });
    return answer.ok ? (await answer.json()).blob : undefined;
  };

  const statusOf = ({ jobId, did, blob, left, error }: Job) => ({
    jobId,
    did,
    ...(left > 0
      ? { state: "JOB_STATE_ENCODING", progress: 50 }
      : error !== undefined
        ? { state: "JOB_STATE_FAILED", error: "ProcessingFailed", message: error }
        : { state: "JOB_STATE_COMPLETED", progress: 100, blob }),
  });

  return {
    takes: (count) => {
      questions = count;
    },
    fails: (message) => {
      failure = message;
    },
    clear: () => {
      jobs.clear();
      byVideo.clear();
      questions = 1;
      failure = undefined;
    },
    uploads: () => jobs.size,
    handler: async (asked) => {
      const { method, url, headers, body } = asked;
      onlyHeaders(asked, method === "POST" ? ["authorization", "content-type"] : []);
      const query = Object.fromEntries(url.searchParams);
      if (method === "POST" && url.pathname === "/xrpc/app.bsky.video.uploadVideo") {
        const { did, name, ...others } = query;
        if (!did?.startsWith("did:") || !name?.endsWith(".mp4") || Object.keys(others).length > 0) {
          return refusal(400, "InvalidRequest", "did and name are required");
        }
        if (
          headers["content-type"] !== "video/mp4" ||
          Number(headers["content-length"]) !== body.length
        ) {
          return refusal(400, "InvalidRequest", "Not a video");
        }
        const before = byVideo.get(body.toString("base64"));
        const known = before === undefined ? undefined : jobs.get(before);
        if (known) {
          return json(
            { error: "already_exists", message: "Video already processed", ...statusOf(known) },
            409,
          );
        }
        const blob = await store(body, headers.authorization ?? "");
        if (!blob)
          return refusal(401, "InvalidToken", "The token is not for this account's server");
        const job: Job = { jobId: `job-${jobs.size + 1}`, did, blob, left: questions };
        if (failure !== undefined) job.error = failure;
        failure = undefined;
        jobs.set(job.jobId, job);
        byVideo.set(body.toString("base64"), job.jobId);
        return json(statusOf(job));
      }
      if (method === "GET" && url.pathname === "/xrpc/app.bsky.video.getJobStatus") {
        const job = jobs.get(query.jobId ?? "");
        if (!job) return refusal(400, "InvalidRequest", "Job not found");
        job.left -= 1;
        return json({ jobStatus: statusOf(job) });
      }
      throw new Error(`${method} ${url.pathname} is not expected`);
    },
  };
}
