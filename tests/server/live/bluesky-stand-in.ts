import { beforeEach } from "vitest";
import { createBlueskyPublisher } from "../../../server/adapters/live/bluesky/publisher";
import type { Publication } from "../../../server/ports/publisher";
import { type Handler, startFront } from "../../peers/bluesky/front";
import { standInPds } from "../../peers/bluesky/pds-stand-in";
import { videoService } from "../../peers/bluesky/video-service";
import { attemptOf, publicationOf } from "../../peers/support/publishing";
import { accountOf, addressesOf, outcomeOf, signal, testLive } from "./bluesky-support";

export const did = "did:plc:abcdefghijklmnopqrstuvwx";
export const member = {
  handle: "zima.example.com",
  did,
  email: "zima@example.com",
  password: "canary-app-password",
};
export const account = accountOf(member.handle, member.password);
export const createSession = "/xrpc/com.atproto.server.createSession";
export const refreshSession = "/xrpc/com.atproto.server.refreshSession";
export const putRecord = "/xrpc/com.atproto.repo.putRecord";
export const now = new Date("2026-11-27T08:00:00.000Z");
/** In `ratelimit-reset`: 1 January 2100, later than any clock here. */
export const reset = "4102444800";

/** Starts the stand-ins of Bluesky, which begin each test of the file with nothing. */
export async function startBluesky() {
  /** The pages that links lead to, by path. */
  const pages = new Map<string, ReturnType<Handler>>();
  let origin = "";
  const standIn = standInPds(member, () => origin);
  const front = await startFront(standIn.handler);
  origin = front.origin;
  const video = videoService(() => origin);
  const videoFront = await startFront(video.handler);
  const site = await startFront(
    ({ url }) => pages.get(url.pathname) ?? { status: 404, body: "Not found" },
  );
  /** A server on this machine that counts as what it is: not public. */
  const hidden = await startFront(() => ({ status: 200 }));
  beforeEach(() => {
    for (const peer of [front, videoFront, site, hidden]) peer.reset();
    pages.clear();
    standIn.clear();
    video.clear();
  });

  const origins = [front.origin, videoFront.origin, site.origin];
  /** This server, just started. */
  const start = (at = now) => {
    const live = testLive({ origins, now: () => at });
    const addresses = addressesOf({
      ...{ entryway: front.origin, plc: front.origin, video: videoFront.origin },
    });
    return { ...createBlueskyPublisher(live, addresses), asked: live.media.asked };
  };
  const post = (given: Partial<Publication["post"]>) => publicationOf(account, given);
  return {
    ...{ pages, standIn, front, video, videoFront, site, hidden, start, post },
    /** Publishes on a server that has just started. */
    publish: (
      given: Partial<Publication["post"]>,
      { attempt = attemptOf(), on = start(), by = account } = {},
    ) => outcomeOf(on.publish(publicationOf(by, given), attempt.attempt, signal)),
    /** The records of the posts that are out. */
    posts: () => [...standIn.posts.values()].map(({ record }) => record),
  };
}
