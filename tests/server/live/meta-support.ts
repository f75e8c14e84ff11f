import type { Live } from "../../../server/adapters/live/live";
import type { Clock } from "../../../server/ports/clock";
import { NotSentError } from "../../../server/ports/outcome";
import { startFiles } from "../../peers/meta/files";
import type { Disturbance, Peer } from "../../peers/support/peer";
import { createTime, liveOf } from "../../peers/support/publishing";

export const { signal } = new AbortController();
export const out = { ok: true };
export const credentials = { ok: false, why: "credentials" };
export const picture = { imageUrl: "https://shop.example.com/400x400.png" };
export const video = { videoUrl: "https://shop.example.com/a.mp4" };

/** Starts a platform of Meta, the files of posts, and what its adapter gets from the server. */
export async function startOnMeta<Platform extends { readonly peer: Peer }>(
  start: (clock: Clock) => Promise<Platform>,
) {
  const time = createTime();
  const platform = await start(time);
  const files = await startFiles();
  const live: Live = { ...liveOf(time, platform.peer.origin), media: files.media };
  const close = async () => {
    await files.close();
    await platform.peer.close();
  };
  return { time, platform, files, live, close };
}

/** The network ends right after the call to an address with this end. */
export function cutOffAfter(end: string, live: Live): Live {
  let isGone = false;
  return {
    ...live,
    httpOf: (account) => async (call) => {
      if (isGone) throw new NotSentError("The platform could not be reached.");
      const answer = await live.httpOf(account)(call);
      isGone = call.url.endsWith(end);
      return answer;
    },
  };
}

/** An empty page of a list that others follow. */
export const emptyPage = (cursors: { readonly after?: string }): Disturbance => {
  const paging = { cursors, next: "https://graph.facebook.com/canary" };
  return { answer: { status: 200, json: { data: [], paging } } };
};

/** A post that is measured; it was published a week ago. */
export const measured = (id: number, externalId: string, isVideo = false) => ({
  ...{ id, externalId, video: isVideo, publishedAt: new Date("2026-11-20T10:00:00Z") },
});
