import { afterEach, beforeEach } from "vitest";
import { createRedditPublisher } from "../../../server/adapters/live/reddit/publisher";
import { createRedditApi } from "../../../server/adapters/live/reddit/tokens";
import type { PlatformAccount, Trace } from "../../../server/ports/publisher";
import { redditApp, refreshToken, startReddit } from "../../peers/reddit/peer";
import { attemptOf, createTime, liveOf, publicationOf } from "../../peers/support/publishing";

export const { signal } = new AbortController();
export const submitCall = "POST /api/submit";
export const account: PlatformAccount = {
  ...{ id: 1, platform: "reddit", username: "zima_rs", proxy: null },
  credentials: { refresh_token: refreshToken },
};

export type Post = Parameters<typeof publicationOf>[1];
const postOf = (post: Post = {}) => publicationOf(account, { title: "Zima", ...post });

type Saved = { used: object; fresh: object; expiresAt: Date | null; calls: number };

/** Gives each test a Reddit, and a clock. */
export function setUpReddit() {
  let time: ReturnType<typeof createTime>;
  let peer: Awaited<ReturnType<typeof startReddit>>;
  let saved: Saved[];
  beforeEach(async () => {
    time = createTime();
    peer = await startReddit(time);
    saved = [];
  });
  afterEach(() => peer.close());

  function apiOf(origin = peer.origin, app = redditApp) {
    const live = {
      ...liveOf(time, origin),
      saveCredentials: async (changed: PlatformAccount, fresh: object, expiresAt: Date | null) => {
        saved.push({ used: changed.credentials, fresh, expiresAt, calls: peer.calls.length });
      },
    };
    return createRedditApi(live, app, { www: origin, api: origin, uploadHosts: ["127.0.0.1"] });
  }
  return {
    reddit: () => peer,
    time: () => time,
    /** The credentials that were stored. */
    saved: () => saved,
    apiOf,
    /** Publishes with a server that has just started. */
    publish: (post: Post = {}, { attempt } = attemptOf(), api = apiOf()) =>
      createRedditPublisher(api).publish(postOf(post), attempt, signal),
    locate: (post: Post, trace: Trace, since = time.now()) =>
      createRedditPublisher(apiOf()).locate(postOf(post), trace, since, signal),
    idAt: (index: number) => peer.submissions[index]?.name,
  };
}
