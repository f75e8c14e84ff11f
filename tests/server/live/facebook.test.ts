import { describe, expect, it, onTestFinished } from "vitest";
import { createFacebookMetrics } from "../../../server/adapters/live/facebook/metrics";
import { createFacebookPublisher } from "../../../server/adapters/live/facebook/publisher";
import type { Figures } from "../../../server/ports/metrics-source";
import { NotSentError } from "../../../server/ports/outcome";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { facebookErrors, startFacebook, zima } from "../../peers/facebook/peer";
import { startFiles } from "../../peers/meta/files";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import { createTries, silent, watched } from "../../peers/meta/tries";
import { createTime, liveOf, publicationOf } from "../../peers/support/publishing";
import { fc } from "../../support/random-seed";

const signal = new AbortController().signal;

async function start() {
  const time = createTime();
  const facebook = await startFacebook(time);
  const files = await startFiles();
  onTestFinished(async () => {
    await files.close();
    await facebook.peer.close();
  });
  // Nothing needs a public address: Facebook is sent its media.
  files.trouble.isPrivate = true;
  const live = { ...liveOf(time, facebook.peer.origin), media: files.media };
  const create = (own = live) => createFacebookPublisher(own, facebook.addresses, async () => {});
  return {
    ...{ facebook, peer: facebook.peer, posts: facebook.posts, videos: facebook.videos },
    ...{ time, files, live, create, publisher: create() },
    metrics: createFacebookMetrics(live, facebook.addresses),
  };
}

const accountWith = (page_access_token: string, page_id = zima.id): PlatformAccount => ({
  ...{ id: 5, platform: "facebook_page", username: "zima", proxy: null },
  credentials: { page_id, page_access_token },
});
const account = accountWith(zima.token);
const text = (words: string) => publicationOf(account, { text: words });
const picture = (more: Partial<Publication["post"]> = {}) =>
  publicationOf(account, { imageUrl: "https://shop.example.com/400x300.png", ...more });
const video = publicationOf(account, { videoUrl: "https://shop.example.com/a.mp4" });

const page = `/graph/v26.0/${zima.id}`;
const feed = `POST ${page}/feed`;
const list = `GET ${page}/published_posts`;
const uploads = `POST /video/v26.0/${zima.id}/videos`;
const firstVideo = "GET /graph/v26.0/50000000001";
const firstId = `${zima.id}_122000000001`;

describe("A post on a Facebook page", () => {
  it("of text is published by one call", async () => {
    const { publisher, posts, time, peer } = await start();
    const words = "Žuta jakna 🧥 100% & «sneg»\nhttps://zima.example.com/?a=1&b=č";
    expect(await createTries(time, text(words)).once(publisher)).toEqual({
      ok: true,
      externalId: firstId,
      url: "https://www.facebook.com/zima/posts/pfbid122000000001",
    });
    expect(posts).toMatchObject([{ message: words, photo: undefined }]);
    expect(peer.calls).toEqual([feed, `GET /graph/v26.0/${firstId}`]);
  });

  it("with a picture shows the photo that was uploaded unseen", async () => {
    const { publisher, facebook, posts, time, peer } = await start();
    const post = picture({ altText: "Jakna" });
    expect(await createTries(time, post).once(publisher)).toMatchObject({ ok: true });
    expect(posts).toMatchObject([{ message: "Zima je stigla.", photo: "30000000001" }]);
    expect(facebook.photos.get("30000000001")).toEqual({ format: "jpeg", alt: "Jakna" });
    expect(peer.requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data/);
  });

  it("may have a picture and no text", async () => {
    const { publisher, posts, time } = await start();
    expect(await createTries(time, picture({ text: "" })).once(publisher)).toMatchObject({
      ok: true,
    });
    expect(posts).toMatchObject([{ message: "", photo: "30000000001" }]);
  });

  it("needs a text, an image or a video", async () => {
    const { publisher, time, peer } = await start();
    expect(await createTries(time, text(" ")).once(publisher)).toEqual({
      ok: false,
      error: "Facebook needs a text, an image or a video.",
    });
    expect(peer.calls).toEqual([]);
  });

  it("has at most 63,206 characters, counted before any call", async () => {
    const { publisher, time, peer } = await start();
    expect(await createTries(time, text("č".repeat(63_207))).once(publisher)).toEqual({
      ok: false,
      error: "The text has 63207 characters; Facebook Page allows 63206: shorten it by 1.",
    });
    expect(peer.calls).toEqual([]);
  });

  it("is out even if its address cannot be read", async () => {
    const { publisher, time, peer } = await start();
    const read = `GET /graph/v26.0/${firstId}`;
    peer.disturb(read, { answer: noSuchObject(firstId) });
    peer.disturb(read, { answer: noSuchObject(firstId) });
    expect(await createTries(time, text("Zima")).once(publisher)).toEqual({
      ok: true,
      externalId: firstId,
      url: `https://www.facebook.com/${firstId}`,
    });
  });

  it("of any text arrives as it was written", async () => {
    const { publisher, posts, time } = await start();
    const written = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
      .filter((words) => words.trim() !== "");
    await fc.assert(
      fc.asyncProperty(written, async (words) => {
        posts.length = 0;
        const outcome = await createTries(time, text(words)).once(publisher);
        expect(outcome).toMatchObject({ ok: true });
        expect(posts[0]?.message).toBe(words);
      }),
      { numRuns: 30 },
    );
  });
});

describe("A video on a Facebook page", () => {
  it("is uploaded in parts, and published once it is processed", async () => {
    const { publisher, facebook, videos, time, files, peer } = await start();
    facebook.processing.reads = 3;
    const waits: string[] = [];
    expect(await createTries(time, video).settle(publisher, waits)).toEqual({
      ok: true,
      externalId: "50000000001",
      url: `https://www.facebook.com/${zima.id}/videos/50000000001/`,
    });
    expect(waits).toEqual(Array(3).fill("Facebook is processing the video."));
    expect(videos).toMatchObject([{ description: "Zima je stigla." }]);
    expect(Buffer.concat(videos[0]?.chunks ?? [])).toEqual(Buffer.from(files.video));
    expect(videos[0]?.chunks.length).toBeGreaterThan(1);
    // One start, the parts, and one finish.
    expect(peer.calls.filter((call) => call === uploads)).toHaveLength(
      (videos[0]?.chunks.length ?? 0) + 2,
    );
    expect(facebook.creatingCalls).toBe(1);
  });

  it("that Facebook cannot process has failed", async () => {
    const { publisher, facebook, time } = await start();
    facebook.processing.end = "error";
    expect(await createTries(time, video).settle(publisher)).toEqual({
      ok: false,
      error: "Facebook could not process the video.",
    });
  });

  it("whose upload breaks off is begun again later, and nothing is out", async () => {
    const { publisher, facebook, videos, time, peer } = await start();
    peer.disturb(uploads, { answer: { status: 502, text: "" } });
    const tries = createTries(time, video);
    expect(await tries.once(publisher)).toMatchObject({ ok: false, why: "later" });
    expect(facebook.creatingCalls).toBe(0);
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(videos.filter(({ description }) => description !== undefined)).toHaveLength(1);
  });

  it("whose upload makes no progress is given up", async () => {
    const { publisher, time, peer } = await start();
    const ids = { video_id: "1", upload_session_id: "2" };
    const offsets = { start_offset: "0", end_offset: "20" };
    for (const json of [{ ...ids, ...offsets }, offsets]) {
      peer.disturb(uploads, { answer: { status: 200, json } });
    }
    expect(await createTries(time, video).once(publisher)).toEqual({
      ok: false,
      error: "Facebook lost a part of the video.",
    });
  });

  it("is not read to have failed where its status cannot be read", async () => {
    const { publisher, time, peer } = await start();
    peer.disturb(firstVideo, { cut: "before" });
    const tries = createTries(time, video);
    expect(await tries.once(publisher)).toMatchObject({ ok: "waiting" });
    expect(await tries.settle(publisher)).toMatchObject({ externalId: "50000000001" });
  });

  describe("whose finishing call had no answer", () => {
    /** Cuts the last of the calls, which publishes. */
    async function lose(cut: "before" | "after") {
      const world = await start();
      const { live, create, time, peer } = world;
      const publisher = create({
        ...live,
        httpOf: (owner) => (call) => {
          if (call.form?.upload_phase === "finish") peer.disturb(uploads, { cut });
          return live.httpOf(owner)(call);
        },
      });
      const tries = createTries(time, video);
      await expect(tries.once(publisher)).rejects.toThrow("did not answer");
      return { ...world, tries };
    }

    it("though it arrived: it is found by its id", async () => {
      const { publisher, tries, facebook } = await lose("after");
      expect(await tries.once(publisher)).toMatchObject({ externalId: "50000000001" });
      expect(facebook.creatingCalls).toBe(1);
    });

    it("because it did not arrive: the same upload is finished", async () => {
      const { publisher, tries, facebook, videos } = await lose("before");
      const waits: string[] = [];
      expect(await tries.settle(publisher, waits)).toMatchObject({ externalId: "50000000001" });
      expect(waits).toEqual(["Checking whether the post is on Facebook."]);
      expect(facebook.creatingCalls).toBe(1);
      expect(videos).toHaveLength(1);
    });

    it("is left to the operator if Facebook does not know the upload either", async () => {
      const { publisher, tries, time, peer } = await lose("before");
      time.pass(120);
      peer.disturb(firstVideo, { answer: noSuchObject("50000000001") });
      expect(await tries.once(publisher)).toEqual({
        ok: "unsure",
        advice: "Look at the page on Facebook.",
      });
    });
  });
});

describe("Facebook's refusal", () => {
  it("of a token of a person says that a permission is missing", async () => {
    const { publisher, posts, time } = await start();
    const post = publicationOf(accountWith(zima.userToken), { text: "Zima" });
    expect(await createTries(time, post).once(publisher)).toEqual({
      ok: false,
      why: "credentials",
      error:
        "The token lacks a permission: (#200) Unpublished posts must be posted to a page as the page itself.",
    });
    expect(posts).toEqual([]);
  });

  it("of a dead token is certain", async () => {
    const { publisher, facebook, time } = await start();
    facebook.expired.add(zima.token);
    expect(await createTries(time, text("Zima")).once(publisher)).toMatchObject({
      ...{ ok: false, why: "credentials" },
    });
  });

  it.each([
    ["a limit", busy(12), "2026-11-27T10:12:00Z"],
    ["its rules", facebookErrors.policy, "2026-11-28T10:00:00Z"],
  ])("because of %s waits, and nothing is out", async (_name, answer, until) => {
    const { publisher, posts, time, peer } = await start();
    peer.disturb(feed, { answer });
    const tries = createTries(time, picture());
    expect(await tries.once(publisher)).toMatchObject({
      ...{ ok: false, why: "later", retryAt: new Date(until) },
    });
    expect(posts).toEqual([]);
  });

  it("of a duplicate is final", async () => {
    const { publisher, facebook, posts, time } = await start();
    facebook.add("Zima je stigla.");
    expect(await createTries(time, text("Zima je stigla.")).once(publisher)).toEqual({
      ok: false,
      error: "Looks like you already posted that. (506/1455006)",
      isDuplicate: true,
    });
    expect(posts).toHaveLength(1);
  });

  it("of a duplicate of the same post's earlier try means that it is out", async () => {
    const { publisher, facebook, posts, time, peer } = await start();
    peer.disturb(feed, { cut: "after" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow("did not answer");
    // The list is late by more than a minute: the post seems to be absent.
    facebook.lag.reads = 1;
    time.pass(61);
    expect(await tries.settle(publisher)).toMatchObject({ ok: true, externalId: firstId });
    expect(posts).toHaveLength(1);
  });

  it("of a photo ends the try before anything is visible", async () => {
    const { publisher, facebook, time, peer } = await start();
    const answer = graphError({ message: "Invalid image", code: 324, error_subcode: 1_366_046 });
    peer.disturb(`POST ${page}/photos`, { answer });
    expect(await createTries(time, picture()).once(publisher)).toEqual({
      ok: false,
      error: "Invalid image (324/1366046)",
    });
    expect(facebook.creatingCalls).toBe(0);
  });

  it("for a while keeps the photo, but not for longer than a day or for an edited post", async () => {
    const { publisher, facebook, time, peer } = await start();
    peer.disturb(feed, { answer: busy(12) });
    const tries = createTries(time, picture());
    await tries.once(publisher);
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(facebook.photos.size).toBe(1);

    facebook.posts.length = 0;
    peer.disturb(feed, { answer: busy(12) });
    const late = createTries(time, picture());
    await late.once(publisher);
    time.pass(25 * 3600);
    expect(await late.settle(publisher)).toMatchObject({ ok: true });
    expect(facebook.photos.size).toBe(3);
  });
});

describe("A lost answer of Facebook", () => {
  it("before the call arrived: the post is absent after a minute, and is sent", async () => {
    const { publisher, facebook, posts, time, peer } = await start();
    peer.disturb(feed, { cut: "before" });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow("did not answer");
    expect(await tries.once(publisher)).toMatchObject({
      ...{ ok: "waiting", askAt: new Date("2026-11-27T10:01:00Z") },
    });
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(posts).toHaveLength(1);
    expect(facebook.photos.size).toBe(1);
  });

  it.each([
    ["cut off", { cut: "after" } as const],
    ["with status 500", { answer: { status: 500, text: "" }, effect: true } as const],
    ["transient", { answer: graphError({ message: "No.", code: 2 }), effect: true } as const],
    ["without an id", { answer: { status: 200, json: {} }, effect: true } as const],
  ])("(%s) after the call took effect: the post is found", async (_name, disturbance) => {
    const { publisher, facebook, time, peer } = await start();
    facebook.add("Zima je stigla.");
    time.pass(3600);
    facebook.add("Nešto drugo.");
    peer.disturb(feed, disturbance);
    const tries = createTries(time, text("Zima je stigla."));
    await expect(tries.once(publisher)).rejects.toThrow();
    expect(await tries.once(publisher)).toEqual({
      ok: true,
      externalId: `${zima.id}_122000000003`,
      url: "https://www.facebook.com/zima/posts/pfbid122000000003",
    });
    expect(facebook.creatingCalls).toBe(1);
  });

  it("is found on a page with many posts since", async () => {
    const { publisher, facebook, time, peer } = await start();
    peer.disturb(feed, { cut: "after" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow();
    for (let count = 0; count < 250; count += 1) facebook.add(`Objava ${count}`);
    expect(await tries.once(publisher)).toMatchObject({ ok: true, externalId: firstId });
    expect(peer.calls.filter((call) => call === list)).toHaveLength(3);
  });

  it("is left to the operator on a page with very many posts since", async () => {
    const { publisher, facebook, time, peer } = await start();
    peer.disturb(feed, { cut: "before" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow();
    for (let count = 0; count < 501; count += 1) facebook.add(`Objava ${count}`);
    time.pass(120);
    facebook.add("Poslednja");
    expect(await tries.once(publisher)).toEqual({
      ok: "unsure",
      advice: "Look at the page on Facebook.",
    });
  });

  it("is not cleared up while Facebook is out of order, or with a dead token", async () => {
    const { publisher, facebook, time, peer } = await start();
    peer.disturb(feed, { cut: "after" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow();
    peer.disturb(list, { answer: { status: 503, text: "" } });
    await expect(tries.once(publisher)).rejects.toThrow("Facebook answered with status 503.");
    peer.disturb(list, { answer: expiredToken });
    expect(await tries.once(publisher)).toMatchObject({ ok: false, why: "credentials" });
    expect(await tries.once(publisher)).toMatchObject({ ok: true });
    expect(facebook.creatingCalls).toBe(1);
  });

  it("is not taken for a certain failure where the network ends right after the call", async () => {
    const { live, create, time, facebook } = await start();
    let isGone = false;
    const publisher = create({
      ...live,
      httpOf: (owner) => async (call) => {
        if (isGone) throw new NotSentError("graph.facebook.com could not be reached.");
        const answer = await live.httpOf(owner)(call);
        isGone = call.url.endsWith("/feed");
        return answer;
      },
    });
    expect(await createTries(time, text("Zima")).once(publisher)).toEqual({
      ok: true,
      externalId: firstId,
      url: `https://www.facebook.com/${firstId}`,
    });
    expect(facebook.creatingCalls).toBe(1);
  });

  it("of the server itself, killed at any step, doubles and loses nothing", async () => {
    for (const publication of [text("Zima"), picture(), video]) {
      let steps = 1;
      for (let dieAt = 0; dieAt < steps; dieAt += 1) {
        const { live, create, posts, videos, time } = await start();
        const tries = createTries(time, publication, dieAt);
        const first = await tries.settle(create(tries.mortal(live))).catch(tries.wasKilled);
        const outcome = first === true ? await tries.settle(create(tries.mortal(live))) : first;
        expect(outcome, `killed at ${dieAt}`).toMatchObject({ ok: true });
        const visible = videos.filter(({ description }) => description !== undefined);
        expect([...posts, ...visible], `killed at ${dieAt}`).toHaveLength(1);
        if (dieAt === 0) steps = tries.steps;
      }
      expect(steps).toBeGreaterThan(2);
    }
  });
});

describe("The test of a Facebook page", () => {
  it("says the page's name", async () => {
    const { publisher } = await start();
    expect(await watched(publisher).test(account, signal)).toEqual({
      ok: true,
      owner: "Zima Shop",
    });
  });

  it("refuses the token of a person, and that of another page", async () => {
    const { publisher } = await start();
    const { test } = watched(publisher);
    expect(await test(accountWith(zima.userToken), signal)).toEqual({
      ok: false,
      why: "credentials",
      error: `This token belongs to Ana Anić (999), not to the page ${zima.id}. Enter a page access token.`,
    });
    expect(await test(accountWith(zima.token, "1000000000000009"), signal)).toMatchObject({
      ...{ ok: false, why: "credentials" },
    });
  });

  it("refuses an expired token, one that lost its permission, and none", async () => {
    const { publisher, facebook, peer } = await start();
    const { test } = watched(publisher);
    peer.disturb("GET /graph/v26.0/me", { answer: facebookErrors.impersonating });
    expect(await test(account, signal)).toMatchObject({
      ...{ why: "credentials", error: expect.stringMatching(/^The token lacks a permission/) },
    });
    facebook.expired.add(zima.token);
    expect(await test(account, signal)).toMatchObject({ why: "credentials" });
    expect(await test(accountWith(""), signal)).toMatchObject({ why: "credentials" });
  });

  it("does not blame the token for a broken server", async () => {
    const { publisher, peer } = await start();
    peer.disturb("GET /graph/v26.0/me", { answer: { status: 502, text: "" } });
    expect(await watched(publisher).test(account, signal)).toMatchObject({ why: "later" });
  });

  it("finds nothing to refresh", async () => {
    const { publisher } = await start();
    expect(await publisher.refresh(account, signal)).toBeNull();
  });
});

describe("The figures of a Facebook page", () => {
  const post = (id: number, externalId: string, isVideo = false) => ({
    ...{ id, externalId, video: isVideo, publishedAt: new Date("2026-11-20T10:00:00Z") },
  });

  it("are read of posts; views may be split by paid and organic", async () => {
    const { metrics, facebook } = await start();
    const views = { paid: 100, organic: 800 };
    facebook.figures.set("1", { post_media_view: views, reactions: 40, comments: 3, shares: 2 });
    facebook.figures.set("2", { post_media_view: 7, reactions: 0, comments: 0 });
    const posts = [post(11, "1"), post(12, "2")];
    expect(await silent(metrics.read(account, posts, signal))).toEqual(
      new Map<number, Figures>([
        [11, { impressions: 900, video_views: null, likes: 40, comments: 3, shares: 2 }],
        [12, { impressions: 7, video_views: null, likes: 0, comments: 0, shares: 0 }],
      ]),
    );
  });

  it("of a video are those of the post that shows it, and its views", async () => {
    const { metrics, facebook, publisher, time } = await start();
    await createTries(time, video).settle(publisher);
    facebook.figures.set("50000000001", { total_video_views: 300 });
    facebook.figures.set(`${zima.id}_70000000001`, {
      ...{ post_media_view: 500, reactions: 9, comments: 2, shares: 1 },
    });
    expect(await metrics.read(account, [post(11, "50000000001", true)], signal)).toEqual(
      new Map<number, Figures>([
        [11, { impressions: 500, video_views: 300, likes: 9, comments: 2, shares: 1 }],
      ]),
    );
  });

  it("have no impressions on a page without insights", async () => {
    const { metrics, facebook, peer } = await start();
    facebook.figures.set("1", { post_media_view: 1, reactions: 4, comments: 0 });
    const answer = graphError({ message: "(#100) The value must be valid", code: 100 });
    peer.disturb("GET /graph/v26.0/1/insights", { answer });
    expect(await metrics.read(account, [post(11, "1")], signal)).toEqual(
      new Map<number, Figures>([
        [11, { impressions: null, video_views: null, likes: 4, comments: 0, shares: 0 }],
      ]),
    );
  });

  it("are left out for a deleted post, and cannot be read with a dead token", async () => {
    const { metrics, facebook } = await start();
    facebook.figures.set("2", { reactions: 4, comments: 0 });
    const posts = [post(11, "1"), post(12, "2")];
    expect([...(await metrics.read(account, posts, signal)).keys()]).toEqual([12]);
    facebook.expired.add(zima.token);
    await expect(silent(metrics.read(account, posts, signal))).rejects.toThrow(
      "Session has expired",
    );
  });
});

describe("The deletion of a post on a Facebook page", () => {
  it("leaves the others", async () => {
    const { publisher, posts, time, peer } = await start();
    await createTries(time, text("Prvi")).once(publisher);
    await createTries(time, text("Drugi")).once(publisher);
    expect(await publisher.remove?.(account, firstId, signal)).toEqual({ ok: true });
    expect(posts).toMatchObject([{ message: "Drugi" }]);
    expect(peer.calls.at(-1)).toBe(`DELETE /graph/v26.0/${firstId}`);
  });

  it("is refused in Facebook's words: of a post that is not there, and with a person's token", async () => {
    const { publisher } = await start();
    expect(await publisher.remove?.(account, firstId, signal)).toMatchObject({
      ok: false,
      error: expect.stringContaining(`Object with ID '${firstId}' does not exist`),
    });
    expect(await publisher.remove?.(accountWith(zima.userToken), firstId, signal)).toMatchObject({
      ...{ ok: false, why: "credentials" },
    });
  });

  it("is uncertain without an answer, or from a broken server", async () => {
    const { publisher, time, peer } = await start();
    await createTries(time, text("Prvi")).once(publisher);
    const call = `DELETE /graph/v26.0/${firstId}`;
    peer.disturb(call, { answer: { status: 502, text: "" } });
    await expect(publisher.remove?.(account, firstId, signal)).rejects.toThrow("status 502");
    peer.disturb(call, { cut: "after" });
    await expect(publisher.remove?.(account, firstId, signal)).rejects.toThrow("did not answer");
  });
});
