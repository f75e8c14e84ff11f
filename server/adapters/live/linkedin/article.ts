import { linksOnX } from "@/entities/account/links-on-x";
import type { Attempt, Publication, Trace, Waiting } from "../../../ports/publisher.ts";
import { type Card, cardOf } from "../link-card.ts";
import type { Live } from "../live.ts";
import type { LinkedIn } from "./call.ts";
import { isFromToday, obstacleOf } from "./media.ts";
import { imageProfile, uploadImage } from "./upload.ts";

/** The longest time that a post waits for the picture of its card, in ms. */
const longestWait = 60_000;

/**
 * Returns in the trace what the card of the text's first link shows, because LinkedIn does not look at
 * links: what its page says about itself, with its picture. The trace is empty if there is no link, or if
 * its page cannot be read. The card never decides a post, and its picture never decides the card.
 */
export async function articleOf(
  live: Live,
  linkedin: LinkedIn,
  { account, post }: Publication,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly trace: Trace } | Waiting> {
  const source = firstLink(post.text);
  if (source === undefined) return { ok: true, trace: {} };
  let trace = attempt.trace;
  if (!trace.title || trace.source !== source || !isFromToday(trace, live.clock)) {
    const http = live.httpOf(account);
    const reach = { account, http, media: live.media, picture: imageProfile, signal };
    const card = await cardOf(source, reach);
    if (!card) return { ok: true, trace: {} };
    const { title, description } = card;
    const uploadedAt = live.clock.now().toISOString();
    const mediaUrn = await thumbnailOf(linkedin, card, signal);
    trace = {
      ...{ source, title, uploadedAt },
      ...(description && { description }),
      ...(mediaUrn && { mediaUrn }),
    };
    await attempt.prepared(trace);
  }
  if (!trace.mediaUrn) return { ok: true, trace };
  const obstacle = await orRefused(obstacleOf(live, linkedin, trace, signal), signal);
  if (!obstacle) return { ok: true, trace };
  const age = live.clock.now().getTime() - Date.parse(trace.uploadedAt ?? "");
  if (obstacle.ok === "waiting" && age < longestWait) return obstacle;
  const { mediaUrn: _, ...withoutPicture } = trace;
  return { ok: true, trace: withoutPicture };
}

/** Returns the first link of a text. The links are those that the preview in the console shows. */
function firstLink(text: string): string | undefined {
  const [place] = linksOnX(text);
  const link = place && text.slice(place.start, place.end);
  return link === undefined || /^https?:\/\//i.test(link) ? link : `https://${link}`;
}

/** Uploads the picture; undefined if there is none, or if LinkedIn does not take it. */
async function thumbnailOf(linkedin: LinkedIn, { image }: Card, signal: AbortSignal) {
  const uploaded = image && (await orRefused(uploadImage(linkedin, image, signal), signal));
  return uploaded?.ok ? uploaded.urn : undefined;
}

/** Returns the result of a call, or a refusal if it fails for another reason than the end of the try. */
async function orRefused<Result>(call: Promise<Result>, signal: AbortSignal) {
  try {
    return await call;
  } catch {
    signal.throwIfAborted();
    return { ok: false } as const;
  }
}
