import { beforeEach, describe, expect, it } from "vitest";
import { createBlueskyMetrics } from "../../../server/adapters/live/bluesky/metrics";
import { NoAnswerError } from "../../../server/adapters/live/http";
import { appView, type Counts } from "../../peers/bluesky/app-view";
import { dropBefore, json, startFront } from "../../peers/bluesky/front";
import { accountOf, addressesOf, outcomeOf, signal, testLive } from "./bluesky-support";

const path = "/xrpc/app.bsky.feed.getPosts";
const counts = new Map<string, Counts>();
const front = await startFront(appView(counts));
const metrics = createBlueskyMetrics(
  testLive({ origins: [front.origin] }),
  addressesOf({ appView: front.origin }),
);
const account = accountOf("zima.example.com", "canary-password");
const uriOf = (id: number) =>
  `at://did:plc:abcdefghijklmnopqrstuvwx/app.bsky.feed.post/3m6meddyyc${String(id + 222)}`;
const postOf = (id: number) => ({
  id,
  externalId: uriOf(id),
  publishedAt: new Date("2026-11-20T08:00:00Z"),
  video: false,
});
const read = (ids: readonly number[]) => outcomeOf(metrics.read(account, ids.map(postOf), signal));

beforeEach(() => {
  counts.clear();
  front.reset();
});

describe("Figures of posts on Bluesky", () => {
  it("count reposts and quotes as shares, and are null where Bluesky does not say", async () => {
    counts.set(uriOf(1), { likeCount: 7, replyCount: 3, repostCount: 2, quoteCount: 1 });
    counts.set(uriOf(2), { likeCount: 0, replyCount: 0, repostCount: 0, quoteCount: 0 });
    counts.set(uriOf(3), {});
    counts.set(uriOf(4), { quoteCount: 4 });
    const none = { impressions: null, video_views: null };
    expect(await read([1, 2, 3, 4])).toEqual(
      new Map([
        [1, { ...none, likes: 7, comments: 3, shares: 3 }],
        [2, { ...none, likes: 0, comments: 0, shares: 0 }],
        [3, { ...none, likes: null, comments: null, shares: null }],
        [4, { ...none, likes: null, comments: null, shares: 4 }],
      ]),
    );
  });

  it.each(["many", 1.5, 1e300, -1])(
    "that count nothing are not reported: %s",
    async (likeCount) => {
      const posts = [{ uri: uriOf(1), likeCount, replyCount: 3, quoteCount: null }];
      front.next(path, () => json({ posts }));
      const none = { impressions: null, video_views: null, likes: null, shares: null };
      expect(await read([1])).toEqual(new Map([[1, { ...none, comments: 3 }]]));
    },
  );

  it("leave out posts that are not there any more", async () => {
    counts.set(uriOf(2), { likeCount: 1 });
    const figures = await read([1, 2]);
    expect(figures).toBeInstanceOf(Map);
    expect([...(figures instanceof Map ? figures.keys() : [])]).toEqual([2]);
    expect(await read([3])).toEqual(new Map());
  });

  it("are read 25 at a time, because Bluesky refuses more", async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1);
    for (const id of ids) counts.set(uriOf(id), { likeCount: id });
    const figures = await read(ids);
    expect(figures instanceof Map && figures.size).toBe(51);
    expect(front.timesOf(path)).toBe(3);
  });

  it("that were read are kept when a later part fails", async () => {
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    for (const id of ids) counts.set(uriOf(id), { likeCount: id });
    front.next(path, (asked, handler) => handler(asked));
    front.next(path, dropBefore);
    const figures = await read(ids);
    expect(figures instanceof Map && figures.size).toBe(25);
  });

  it("fail as a whole when none can be read", async () => {
    front.next(path, dropBefore);
    expect(await read([1])).toBeInstanceOf(NoAnswerError);
    front.next(path, () => ({ status: 502, body: "<h1>502</h1>" }));
    expect(await read([1])).toEqual(new Error("Bluesky answered with status 502."));
    front.next(path, () => ({ status: 200, body: '{"posts":7}' }));
    expect(await read([1])).toBeInstanceOf(Error);
  });
});
