import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFacebookMetrics } from "../../../server/adapters/live/facebook/metrics";
import { createFacebookPublisher } from "../../../server/adapters/live/facebook/publisher";
import type { Live } from "../../../server/adapters/live/live";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { startFacebook, zima } from "../../peers/facebook/peer";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import type { Disturbance } from "../../peers/support/peer";
import { publicationOf } from "../../peers/support/publishing";
import { createTries, silent, watched } from "../../peers/support/tries";
import {
  credentials,
  cutOffAfter,
  emptyPage,
  measured,
  out,
  picture,
  signal,
  startOnMeta,
  video,
} from "./meta-support";

const start = () => startOnMeta(startFacebook);
let on: Awaited<ReturnType<typeof start>>;
let facebook: typeof on.platform;

beforeEach(async () => {
  on = await start();
  facebook = on.platform;
  // Nothing needs a public address: Facebook is sent its media.
  on.files.trouble.isPrivate = true;
});
afterEach(() => on.close());

const publisherOf = (live: Live = on.live) =>
  createFacebookPublisher(live, facebook.addresses, async () => {});
const accountWith = (page_access_token: string): PlatformAccount => ({
  ...{ id: 5, platform: "facebook_page", username: "zima", proxy: null },
  credentials: { page_id: zima.id, page_access_token },
});
const account = accountWith(zima.token);
const text = { text: "Zima je stigla." };
const tries = (post: Partial<Publication["post"]> = text) =>
  createTries(on.time, publicationOf(account, post), publisherOf());

const page = `/graph/v26.0/${zima.id}`;
const feed = `POST ${page}/feed`;
const list = `GET ${page}/published_posts`;
const uploads = `POST /video/v26.0/${zima.id}/videos`;
const firstVideo = "GET /graph/v26.0/50000000001";
const firstId = `${zima.id}_122000000001`;
/** Loses the answer to the call that publishes. */
async function lost(post: Partial<Publication["post"]>, cut: "before" | "after") {
  facebook.peer.disturb(feed, { cut });
  const attempt = tries(post);
  await expect(attempt.once()).rejects.toThrow();
  return attempt;
}
const toOperator = { ok: "unsure", advice: "Look at the page on Facebook." };

describe("A post on a Facebook page", () => {
  it("of text is published by one call", async () => {
    const words = "Žuta jakna 🧥 100% & «sneg»\nhttps://zima.example.com/?a=1&b=č";
    expect(await tries({ text: words }).once()).toEqual({
      ok: true,
      externalId: firstId,
      url: "https://www.facebook.com/zima/posts/pfbid122000000001",
    });
    expect(facebook.posts).toMatchObject([{ message: words, photo: undefined }]);
    expect(facebook.peer.calls).toEqual([feed, `GET /graph/v26.0/${firstId}`]);
  });

  it.each(["Zima je stigla.", ""])(
    "with a picture and the text '%s' shows the photo that was uploaded unseen",
    async (message) => {
      const post = { ...picture, text: message, altText: "Jakna" };
      expect(await tries(post).once()).toMatchObject(out);
      expect(facebook.posts).toMatchObject([{ message, photo: "30000000001" }]);
      expect(facebook.photos.get("30000000001")).toEqual({ format: "jpeg", alt: "Jakna" });
      expect(facebook.peer.requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data/);
    },
  );

  it.each([
    ["without a text, an image or a video", " ", "Facebook needs a text, an image or a video."],
    [
      "of more than 63,206 characters",
      "č".repeat(63_207),
      "The text has 63207 characters; Facebook Page allows 63206: shorten it by 1.",
    ],
  ])("%s is refused before any call", async (_, words, error) => {
    expect(await tries({ text: words }).once()).toEqual({ ok: false, error });
    expect(facebook.peer.calls).toEqual([]);
  });
});

describe("A video on a Facebook page", () => {
  const found = { externalId: "50000000001" };

  it("is uploaded in parts, and published once it is processed", async () => {
    facebook.processing.reads = 3;
    const waits: string[] = [];
    expect(await tries(video).settle(waits)).toEqual({
      ok: true,
      externalId: "50000000001",
      url: `https://www.facebook.com/${zima.id}/videos/50000000001/`,
    });
    expect(waits).toEqual(Array(3).fill("Facebook is processing the video."));
    expect(facebook.videos).toMatchObject([{ description: "Zima je stigla." }]);
    const { chunks = [] } = facebook.videos[0] ?? {};
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(on.files.video));
    expect(chunks.length).toBeGreaterThan(1);
    // One start, the parts, and one finish.
    const sent = facebook.peer.calls.filter((call) => call === uploads);
    expect(sent).toHaveLength(chunks.length + 2);
    expect(facebook.creatingCalls).toBe(1);
  });

  it("that Facebook cannot process has failed", async () => {
    facebook.processing.end = "error";
    const error = "Facebook could not process the video.";
    expect(await tries(video).settle()).toEqual({ ok: false, error });
  });

  it("whose upload breaks off is begun again later, and nothing is out", async () => {
    facebook.peer.disturb(uploads, { answer: { status: 502, text: "" } });
    const post = tries(video);
    expect(await post.once()).toMatchObject({ ok: false, why: "later" });
    expect(facebook.creatingCalls).toBe(0);
    expect(await post.settle()).toMatchObject(out);
    const visible = facebook.videos.filter(({ description }) => description !== undefined);
    expect(visible).toHaveLength(1);
  });

  it("whose upload makes no progress is given up", async () => {
    const ids = { video_id: "1", upload_session_id: "2" };
    const offsets = { start_offset: "0", end_offset: "20" };
    for (const json of [{ ...ids, ...offsets }, offsets]) {
      facebook.peer.disturb(uploads, { answer: { status: 200, json } });
    }
    const error = "Facebook lost a part of the video.";
    expect(await tries(video).once()).toEqual({ ok: false, error });
  });

  it("is not read to have failed where its status cannot be read", async () => {
    facebook.peer.disturb(firstVideo, { cut: "before" });
    const post = tries(video);
    expect(await post.once()).toMatchObject({ ok: "waiting" });
    expect(await post.settle()).toMatchObject(found);
  });

  describe("whose finishing call had no answer", () => {
    /** Cuts the last of the calls, which publishes. */
    async function lose(cut: "before" | "after") {
      const post = tries(video);
      const losing = publisherOf({
        ...on.live,
        httpOf: (owner) => (call) => {
          if (call.form?.upload_phase === "finish") facebook.peer.disturb(uploads, { cut });
          return on.live.httpOf(owner)(call);
        },
      });
      await expect(post.once(losing)).rejects.toThrow("did not answer");
      return post;
    }

    it("though it arrived: it is found by its id", async () => {
      expect(await (await lose("after")).once()).toMatchObject(found);
      expect(facebook.creatingCalls).toBe(1);
    });

    it("because it did not arrive: the same upload is finished", async () => {
      const waits: string[] = [];
      expect(await (await lose("before")).settle(waits)).toMatchObject(found);
      expect(waits).toEqual(["Checking whether the post is on Facebook."]);
      expect(facebook.creatingCalls).toBe(1);
      expect(facebook.videos).toHaveLength(1);
    });

    it("is left to the operator if Facebook does not know the upload either", async () => {
      const post = await lose("before");
      on.time.pass(120);
      facebook.peer.disturb(firstVideo, { answer: noSuchObject("50000000001") });
      expect(await post.once()).toEqual(toOperator);
    });
  });
});

describe("Facebook's refusal", () => {
  it("of a duplicate is final", async () => {
    facebook.add("Zima je stigla.");
    expect(await tries().once()).toEqual({
      ok: false,
      error: "Looks like you already posted that. (506/1455006)",
      isDuplicate: true,
    });
    expect(facebook.posts).toHaveLength(1);
  });

  it("of a duplicate of the same post's earlier try means that it is out", async () => {
    const post = await lost(text, "after");
    // The list is late by more than a minute: the post seems to be absent.
    facebook.lag.reads = 1;
    on.time.pass(61);
    expect(await post.settle()).toMatchObject({ ok: true, externalId: firstId });
    expect(facebook.posts).toHaveLength(1);
  });

  it("of a photo ends the try before anything is visible", async () => {
    const answer = graphError({ message: "Invalid image", code: 324, error_subcode: 1_366_046 });
    facebook.peer.disturb(`POST ${page}/photos`, { answer });
    const error = "Invalid image (324/1366046)";
    expect(await tries(picture).once()).toEqual({ ok: false, error });
    expect(facebook.creatingCalls).toBe(0);
  });

  it.each([
    ["for a while keeps the photo", 0, 1],
    ["for longer than a day loses the photo", 25, 2],
  ])("%s", async (_, hours, photos) => {
    facebook.peer.disturb(feed, { answer: busy(12) });
    const post = tries(picture);
    await post.once();
    on.time.pass(hours * 3600);
    expect(await post.settle()).toMatchObject(out);
    expect(facebook.photos.size).toBe(photos);
  });
});

describe("A lost answer of Facebook", () => {
  it("before the call arrived: the post is absent after a minute, and is sent", async () => {
    const post = await lost(picture, "before");
    const askAt = new Date("2026-11-27T10:01:00Z");
    expect(await post.once()).toMatchObject({ ok: "waiting", askAt });
    expect(await post.settle()).toMatchObject(out);
    expect(facebook.posts).toHaveLength(1);
    expect(facebook.photos.size).toBe(1);
  });

  it("after the call took effect: the post is found", async () => {
    facebook.add("Zima je stigla.");
    on.time.pass(3600);
    facebook.add("Nešto drugo.");
    expect(await (await lost(text, "after")).once()).toEqual({
      ok: true,
      externalId: `${zima.id}_122000000003`,
      url: "https://www.facebook.com/zima/posts/pfbid122000000003",
    });
    expect(facebook.creatingCalls).toBe(1);
  });

  const found = { externalId: firstId };
  it.each<[string, "before" | "after", number, Disturbance | undefined, object, number]>([
    ["is found behind 250 newer posts", "after", 250, undefined, found, 3],
    ["is left to the operator behind 500 newer posts", "before", 501, undefined, toOperator, 5],
    ["is found behind an empty part of the list", "after", 0, emptyPage({ after: "0" }), found, 2],
    ["is left to the operator where the list breaks off", "after", 0, emptyPage({}), toOperator, 1],
  ])("%s", async (_, cut, newer, disturbance, outcome, reads) => {
    const post = await lost(text, cut);
    on.time.pass(120);
    for (let count = 0; count < newer; count += 1) facebook.add(`Objava ${count}`);
    if (disturbance) facebook.peer.disturb(list, disturbance);
    expect(await post.once()).toMatchObject(outcome);
    expect(facebook.peer.calls.filter((call) => call === list)).toHaveLength(reads);
    expect(facebook.creatingCalls).toBe(cut === "after" ? 1 : 0);
  });

  it("is not cleared up while Facebook is out of order, or with a dead token", async () => {
    const post = await lost(text, "after");
    facebook.peer.disturb(list, { answer: { status: 503, text: "" } });
    await expect(post.once()).rejects.toThrow("Facebook answered with status 503.");
    facebook.peer.disturb(list, { answer: expiredToken });
    expect(await post.once()).toMatchObject(credentials);
    expect(await post.once()).toMatchObject(out);
    expect(facebook.creatingCalls).toBe(1);
  });

  it("is not taken for a certain failure where the network ends right after the call", async () => {
    expect(await tries().once(publisherOf(cutOffAfter("/feed", on.live)))).toEqual({
      ...{ ok: true, externalId: firstId, url: `https://www.facebook.com/${firstId}` },
    });
    expect(facebook.creatingCalls).toBe(1);
  });
});

describe("The test of a Facebook page", () => {
  const test = (token = zima.token) => watched(publisherOf()).test(accountWith(token), signal);

  it("says the page's name, and finds nothing to refresh", async () => {
    expect(await test()).toEqual({ ok: true, owner: "Zima Shop" });
    expect(await publisherOf().refresh(account, signal)).toBeNull();
  });

  it("refuses the token of a person, an expired one, and none", async () => {
    expect(await test(zima.userToken)).toEqual({
      ...credentials,
      error: `This token belongs to Ana Anić (999), not to the page ${zima.id}. Enter a page access token.`,
    });
    expect(await test("")).toMatchObject(credentials);
    facebook.expired.add(zima.token);
    expect(await test()).toMatchObject(credentials);
  });
});

describe("The figures of a Facebook page", () => {
  const read = async (...posts: ReturnType<typeof measured>[]) => {
    const metrics = createFacebookMetrics(on.live, facebook.addresses);
    return Object.fromEntries(await silent(metrics.read(account, posts, signal)));
  };

  it("are read of posts; views may be split by paid and organic", async () => {
    const views = { paid: 100, organic: 800 };
    facebook.figures.set("1", { post_media_view: views, reactions: 40, comments: 3, shares: 2 });
    facebook.figures.set("2", { post_media_view: 7, reactions: 0, comments: 0 });
    expect(await read(measured(11, "1"), measured(12, "2"))).toEqual({
      11: { impressions: 900, video_views: null, likes: 40, comments: 3, shares: 2 },
      12: { impressions: 7, video_views: null, likes: 0, comments: 0, shares: 0 },
    });
  });

  it("of a video are those of the post that shows it, and its views", async () => {
    await tries(video).settle();
    facebook.figures.set("50000000001", { total_video_views: 300 });
    facebook.figures.set(`${zima.id}_70000000001`, {
      ...{ post_media_view: 500, reactions: 9, comments: 2, shares: 1 },
    });
    expect(await read(measured(11, "50000000001", true))).toEqual({
      11: { impressions: 500, video_views: 300, likes: 9, comments: 2, shares: 1 },
    });
  });

  it("have no impressions on a page without insights", async () => {
    facebook.figures.set("1", { post_media_view: 1, reactions: 4, comments: 0 });
    const answer = graphError({ message: "(#100) The value must be valid", code: 100 });
    facebook.peer.disturb("GET /graph/v26.0/1/insights", { answer });
    expect(await read(measured(11, "1"))).toEqual({
      11: { impressions: null, video_views: null, likes: 4, comments: 0, shares: 0 },
    });
  });
});
