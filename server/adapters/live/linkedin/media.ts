import type { Clock } from "../../../ports/clock.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { Attempt, Publication, Trace, Waiting } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import type { LinkedIn } from "./call.ts";
import { stateOf, upload } from "./upload.ts";

const second = 1000;
const day = 86_400 * second;

/**
 * Uploads the post's media, and stores their URN. What an earlier try uploaded on the same day is used
 * again if the post's media are still the same.
 */
export async function mediaOf(
  live: Live,
  linkedin: LinkedIn,
  publication: Publication,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly trace: Trace } | Waiting | Refused> {
  const { post } = publication;
  const source = post.videoUrl ?? post.imageUrl ?? "";
  let trace = attempt.trace;
  if (!trace.mediaUrn || trace.source !== source || !isFromToday(trace, live.clock)) {
    const uploaded = await upload(linkedin, live.media, publication, signal);
    if (!uploaded.ok) return uploaded;
    const uploadedAt = live.clock.now().toISOString();
    trace = { source, mediaUrn: uploaded.urn, uploadedAt };
    await attempt.prepared(trace);
  }
  const obstacle = await obstacleOf(live, linkedin, trace, signal);
  // LinkedIn never processes the same upload again: the next try needs another one.
  if (obstacle?.ok === false && obstacle.why === undefined) await attempt.prepared({});
  return obstacle ?? { ok: true, trace };
}

/** Returns whether what an earlier try has prepared may be used again. */
export const isFromToday = ({ uploadedAt = "" }: Trace, clock: Clock) =>
  clock.now().getTime() - Date.parse(uploadedAt) < day;

/** Returns why the media cannot be used in a post now; undefined if they can. */
export async function obstacleOf(
  live: Live,
  linkedin: LinkedIn,
  { mediaUrn = "", uploadedAt = "" }: Trace,
  signal: AbortSignal,
): Promise<Waiting | Refused | undefined> {
  const isVideo = mediaUrn.startsWith("urn:li:video:");
  const note = `LinkedIn is processing the ${isVideo ? "video" : "image"}.`;
  const now = live.clock.now().getTime();
  const state = await stateOf(linkedin, mediaUrn, signal);
  if (state.ok === "forbidden" || (!state.ok && state.why === undefined)) {
    // A member's token may not read images, and a new upload may not be found yet. Most are ready after
    // a few seconds.
    const ready = Date.parse(uploadedAt) + (isVideo ? 60 : 10) * second;
    return now < ready ? { ok: "waiting", note, askAt: new Date(ready) } : undefined;
  }
  if (!state.ok) return state;
  const { status } = state.answer;
  if (status === "AVAILABLE") return undefined;
  if (status === "PROCESSING_FAILED") {
    return { ok: false, error: `LinkedIn could not process the ${isVideo ? "video" : "image"}.` };
  }
  return { ok: "waiting", note, askAt: new Date(now + (isVideo ? 15 : 5) * second) };
}
