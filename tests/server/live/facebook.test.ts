import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFacebookMetrics } from "../../../server/adapters/live/facebook/metrics";
import { createFacebookPublisher } from "../../../server/adapters/live/facebook/publisher";
import type { Live } from "../../../server/adapters/live/live";
import { NotSentError } from "../../../server/ports/outcome";
import type { PlatformAccount, Publication, Publisher } from "../../../server/ports/publisher";
import { facebookErrors, startFacebook, zima } from "../../peers/facebook/peer";
import { startFiles } from "../../peers/meta/files";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import type { Disturbance } from "../../peers/support/peer";
import { createTime, liveOf, publicationOf } from "../../peers/support/publishing";
import { createTries, silent, watched } from "../../peers/support/tries";

const signal = new AbortController().signal;

let time: ReturnType<typeof createTime>;
let facebook: Awaited<ReturnType<typeof startFacebook>>;
let files: Awaited<ReturnType<typeof startFiles>>;
let live: Live;
let publisher: Publisher;

beforeEach(async () => {
  time = createTime();
  facebook = await startFacebook(time);
  files = await startFiles();
  // Nothing needs a public address: Facebook is sent its media.
  files.trouble.isPrivate = true;
  live = { ...liveOf(time, facebook.peer.origin), media: files.media };
  publisher = publisherOf(live);
});
afterEach(async () => {
  await files.close();
  await facebook.peer.close();
});

const publisherOf = (own: Live) => createFacebookPublisher(own, facebook.addresses, async () => {});
const accountWith = (page_access_token: string, page_id = zima.id): PlatformAccount => ({
  ...{ id: 5, platform: "facebook_page", username: "zima", proxy: null },
  credentials: { page_id, page_access_token },
});
const account = accountWith(zima.token);
const byPerson = accountWith(zima.userToken);
const text = { text: "Zima je stigla." };
const picture = { imageUrl: "https://shop.example.com/400x300.png" };
const video = { videoUrl: "https://shop.example.com/a.mp4" };
const tries = (post: Partial<Publication["post"]> = text, owner = account) =>
  createTries(time, publicationOf(owner, post), publisher);

const page = `/graph/v26.0/${zima.id}`;
const feed = `POST ${page}/feed`;
const list = `GET ${page}/published_posts`;
const uploads = `POST /video/v26.0/${zima.id}/videos`;
const firstVideo = "GET /graph/v26.0/50000000001";
const firstId = `${zima.id}_122000000001`;
const out = { ok: true };
const credentials = { ok: false, why: "credentials" };
/** Loses the answer to the call that publishes. */
async function lost(post: Partial<Publication["post"]>, disturbance: Disturbance) {
  facebook.peer.disturb(feed, disturbance);
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

  it("is out even if its address cannot be read", async () => {
    const read = `GET /graph/v26.0/${firstId}`;
    facebook.peer.disturb(read, { answer: noSuchObject(firstId) });
    facebook.peer.disturb(read, { answer: noSuchObject(firstId) });
    expect(await tries().once()).toEqual({
      ...{ ok: true, externalId: firstId, url: `https://www.facebook.com/${firstId}` },
    });
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
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(files.video));
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
        ...live,
        httpOf: (owner) => (call) => {
          if (call.form?.upload_phase === "finish") facebook.peer.disturb(uploads, { cut });
          return live.httpOf(owner)(call);
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
      time.pass(120);
      facebook.peer.disturb(firstVideo, { answer: noSuchObject("50000000001") });
      expect(await post.once()).toEqual(toOperator);
    });
  });
});

describe("Facebook's refusal", () => {
  it("of a token of a person says that a permission is missing", async () => {
    expect(await tries(text, byPerson).once()).toEqual({
      ...credentials,
      error:
        "The token lacks a permission: (#200) Unpublished posts must be posted to a page as the page itself.",
    });
    expect(facebook.posts).toEqual([]);
  });

  it.each([
    ["a limit", busy(12), "2026-11-27T10:12:00Z"],
    ["its rules", facebookErrors.policy, "2026-11-28T10:00:00Z"],
  ])("because of %s waits, and nothing is out", async (_name, answer, until) => {
    facebook.peer.disturb(feed, { answer });
    const retryAt = new Date(until);
    expect(await tries(picture).once()).toMatchObject({ ok: false, why: "later", retryAt });
    expect(facebook.posts).toEqual([]);
  });

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
    const post = await lost(text, { cut: "after" });
    // The list is late by more than a minute: the post seems to be absent.
    facebook.lag.reads = 1;
    time.pass(61);
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
    time.pass(hours * 3600);
    expect(await post.settle()).toMatchObject(out);
    expect(facebook.photos.size).toBe(photos);
  });

  it("of a deletion is in its words: of what is not there, and with a person's token", async () => {
    expect(await publisher.remove?.(account, firstId, signal)).toMatchObject({
      ok: false,
      error: expect.stringContaining(`Object with ID '${firstId}' does not exist`),
    });
    expect(await publisher.remove?.(byPerson, firstId, signal)).toMatchObject(credentials);
  });
});

describe("A lost answer of Facebook", () => {
  it("before the call arrived: the post is absent after a minute, and is sent", async () => {
    const post = await lost(picture, { cut: "before" });
    const askAt = new Date("2026-11-27T10:01:00Z");
    expect(await post.once()).toMatchObject({ ok: "waiting", askAt });
    expect(await post.settle()).toMatchObject(out);
    expect(facebook.posts).toHaveLength(1);
    expect(facebook.photos.size).toBe(1);
  });

  it.each<[string, Disturbance]>([
    ["cut off", { cut: "after" }],
    ["with status 500", { answer: { status: 500, text: "" }, effect: true }],
    ["transient", { answer: graphError({ message: "No.", code: 2 }), effect: true }],
    ["without an id", { answer: { status: 200, json: {} }, effect: true }],
  ])("(%s) after the call took effect: the post is found", async (_name, disturbance) => {
    facebook.add("Zima je stigla.");
    time.pass(3600);
    facebook.add("Nešto drugo.");
    expect(await (await lost(text, disturbance)).once()).toEqual({
      ok: true,
      externalId: `${zima.id}_122000000003`,
      url: "https://www.facebook.com/zima/posts/pfbid122000000003",
    });
    expect(facebook.creatingCalls).toBe(1);
  });

  it("is found on a page with many posts since", async () => {
    const post = await lost(text, { cut: "after" });
    for (let count = 0; count < 250; count += 1) facebook.add(`Objava ${count}`);
    expect(await post.once()).toMatchObject({ ok: true, externalId: firstId });
    expect(facebook.peer.calls.filter((call) => call === list)).toHaveLength(3);
  });

  it.each([
    ["is found behind a part of the list that is empty", { after: "0" }, { externalId: firstId }],
    ["is left to the operator where the rest of the list cannot be asked for", {}, toOperator],
  ])("%s", async (_, cursors, outcome) => {
    const post = await lost(text, { cut: "after" });
    time.pass(120);
    const paging = { cursors, next: "https://graph.facebook.com/canary" };
    facebook.peer.disturb(list, { answer: { status: 200, json: { data: [], paging } } });
    expect(await post.once()).toMatchObject(outcome);
    expect(facebook.creatingCalls).toBe(1);
  });

  it("is left to the operator on a page with very many posts since", async () => {
    const post = await lost(text, { cut: "before" });
    for (let count = 0; count < 501; count += 1) facebook.add(`Objava ${count}`);
    time.pass(120);
    facebook.add("Poslednja");
    expect(await post.once()).toEqual(toOperator);
  });

  it("is not cleared up while Facebook is out of order, or with a dead token", async () => {
    const post = await lost(text, { cut: "after" });
    facebook.peer.disturb(list, { answer: { status: 503, text: "" } });
    await expect(post.once()).rejects.toThrow("Facebook answered with status 503.");
    facebook.peer.disturb(list, { answer: expiredToken });
    expect(await post.once()).toMatchObject(credentials);
    expect(await post.once()).toMatchObject(out);
    expect(facebook.creatingCalls).toBe(1);
  });

  it("is not taken for a certain failure where the network ends right after the call", async () => {
    let isGone = false;
    const ending = publisherOf({
      ...live,
      httpOf: (owner) => async (call) => {
        if (isGone) throw new NotSentError("graph.facebook.com could not be reached.");
        const answer = await live.httpOf(owner)(call);
        isGone = call.url.endsWith("/feed");
        return answer;
      },
    });
    expect(await tries().once(ending)).toEqual({
      ...{ ok: true, externalId: firstId, url: `https://www.facebook.com/${firstId}` },
    });
    expect(facebook.creatingCalls).toBe(1);
  });
});

describe("The test of a Facebook page", () => {
  const me = "GET /graph/v26.0/me";
  const test = (of = account) => watched(publisher).test(of, signal);

  it("says the page's name, and finds nothing to refresh", async () => {
    expect(await test()).toEqual({ ok: true, owner: "Zima Shop" });
    expect(await publisher.refresh(account, signal)).toBeNull();
  });

  it("refuses the token of a person, of another page, an expired one, and none", async () => {
    expect(await test(byPerson)).toEqual({
      ...credentials,
      error: `This token belongs to Ana Anić (999), not to the page ${zima.id}. Enter a page access token.`,
    });
    expect(await test(accountWith(zima.token, "1000000000000009"))).toMatchObject(credentials);
    expect(await test(accountWith(""))).toMatchObject(credentials);
    facebook.expired.add(zima.token);
    expect(await test()).toMatchObject(credentials);
  });

  it("says of a token that lost its permission that it lacks it", async () => {
    facebook.peer.disturb(me, { answer: facebookErrors.impersonating });
    const error = expect.stringMatching(/^The token lacks a permission/);
    expect(await test()).toMatchObject({ ...credentials, error });
  });
});

describe("The figures of a Facebook page", () => {
  const post = (id: number, externalId: string, isVideo = false) => ({
    ...{ id, externalId, video: isVideo, publishedAt: new Date("2026-11-20T10:00:00Z") },
  });
  const read = async (...posts: ReturnType<typeof post>[]) => {
    const metrics = createFacebookMetrics(live, facebook.addresses);
    return Object.fromEntries(await silent(metrics.read(account, posts, signal)));
  };

  it("are read of posts; views may be split by paid and organic", async () => {
    const views = { paid: 100, organic: 800 };
    facebook.figures.set("1", { post_media_view: views, reactions: 40, comments: 3, shares: 2 });
    facebook.figures.set("2", { post_media_view: 7, reactions: 0, comments: 0 });
    expect(await read(post(11, "1"), post(12, "2"))).toEqual({
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
    expect(await read(post(11, "50000000001", true))).toEqual({
      11: { impressions: 500, video_views: 300, likes: 9, comments: 2, shares: 1 },
    });
  });

  it("have no impressions on a page without insights", async () => {
    facebook.figures.set("1", { post_media_view: 1, reactions: 4, comments: 0 });
    const answer = graphError({ message: "(#100) The value must be valid", code: 100 });
    facebook.peer.disturb("GET /graph/v26.0/1/insights", { answer });
    expect(await read(post(11, "1"))).toEqual({
      11: { impressions: null, video_views: null, likes: 4, comments: 0, shares: 0 },
    });
  });
});
