import { describe, expect, it, onTestFinished } from "vitest";
import { createInstagramMetrics } from "../../../server/adapters/live/instagram/metrics";
import { createInstagramPublisher } from "../../../server/adapters/live/instagram/publisher";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { instagramErrors, startInstagram, zima } from "../../peers/instagram/peer";
import { type FetchedImage, startFiles } from "../../peers/meta/files";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import { createTries } from "../../peers/meta/tries";
import { createTime, liveOf, publicationOf } from "../../peers/support/publishing";

const signal = new AbortController().signal;

async function start() {
  const time = createTime();
  const instagram = await startInstagram(time);
  const files = await startFiles();
  onTestFinished(async () => {
    await files.close();
    await instagram.peer.close();
  });
  const live = { ...liveOf(time, instagram.peer.origin), media: files.media };
  const pauses: number[] = [];
  const create = (own = live) =>
    createInstagramPublisher(own, instagram.addresses, async (ms) => pauses.push(ms));
  return {
    ...{ ...instagram, time, files, live, pauses, create, publisher: create() },
    metrics: createInstagramMetrics(live, instagram.addresses),
  };
}

const accountWith = (access_token: string, instagram_user_id = zima.id): PlatformAccount => ({
  ...{ id: 3, platform: "instagram", username: "zima.shop", proxy: null },
  credentials: { instagram_user_id, access_token },
});
const byInstagram = accountWith(zima.instagramToken);
const byFacebook = accountWith(zima.facebookToken);

const picture = (more: Partial<Publication["post"]> = {}, account = byInstagram) =>
  publicationOf(account, { imageUrl: "https://shop.example.com/400x400.png", ...more });
const reel = (account = byInstagram) =>
  publicationOf(account, { videoUrl: "https://shop.example.com/a.mp4" });

const media = `/instagram/v26.0/${zima.id}/media`;
const publish = `${media}_publish`;
const limit = `/instagram/v26.0/${zima.id}/content_publishing_limit`;
const firstContainer = "/instagram/v26.0/17900000000000001";
const firstPost = "/instagram/v26.0/18000000000000001";

describe("A picture on Instagram", () => {
  it("is published with its caption and its description", async () => {
    const { publisher, state, time, peer } = await start();
    const post = picture({ text: "Žuta jakna 🧥\n100% #zima & «sneg»", altText: "Jakna" });
    expect(await createTries(time, post).once(publisher)).toEqual({
      ok: true,
      externalId: "18000000000000001",
      url: "https://www.instagram.com/p/C18000000000000001/",
    });
    expect(state.posts).toMatchObject([
      { text: "Žuta jakna 🧥\n100% #zima & «sneg»", fields: { alt_text: "Jakna" } },
    ]);
    expect(peer.calls).toEqual([
      "GET /instagram/v26.0/me",
      `GET ${limit}`,
      `POST ${media}`,
      `GET ${firstContainer}`,
      `POST ${publish}`,
      `GET ${firstPost}`,
    ]);
  });

  it.each(["3000x1000", "600x3000", "100x100", "1440x1800"])(
    "of %s pixels becomes a JPEG that Instagram takes",
    async (size) => {
      const { publisher, state, time } = await start();
      const post = picture({ imageUrl: `/media/sandbox/${size}.png` });
      expect(await createTries(time, post).once(publisher)).toMatchObject({ ok: true });
      const image = state.posts[0]?.fields.image as FetchedImage | undefined;
      expect(image?.width).toBeLessThanOrEqual(1440);
    },
  );

  it("needs a public address of this server, and without one no call is made", async () => {
    const { publisher, files, time, peer } = await start();
    files.trouble.isPrivate = true;
    expect(await createTries(time, picture()).once(publisher)).toEqual({
      ok: false,
      error: "Instagram fetches pictures from the internet.",
    });
    expect(peer.calls).toEqual([]);
  });

  it("has a caption of at most 2200 characters, counted before any call", async () => {
    const { publisher, time, peer } = await start();
    const long = picture({ text: "č".repeat(2201) });
    expect(await createTries(time, long).once(publisher)).toEqual({
      ok: false,
      error: "The text has 2201 characters; Instagram allows 2200: shorten it by 1.",
    });
    expect(peer.calls).toEqual([]);
    const whole = picture({ text: "🧥".repeat(2200) });
    expect(await createTries(time, whole).once(publisher)).toMatchObject({ ok: true });
  });

  it.each([null, ""])("must be there, and not be %j", async (imageUrl) => {
    const { publisher, time, peer } = await start();
    expect(await createTries(time, picture({ imageUrl })).once(publisher)).toEqual({
      ok: false,
      error: "Instagram needs an image or video.",
    });
    expect(peer.calls).toEqual([]);
  });

  it("with too many hashtags is refused in Instagram's own words", async () => {
    const { publisher, state, time } = await start();
    const post = picture({ text: "#zima ".repeat(31) });
    expect(await createTries(time, post).once(publisher)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^The submitted image's caption was too long/),
    });
    expect(state.posts).toEqual([]);
  });

  it("that is still processed is asked for again, more and more rarely", async () => {
    const { publisher, state, time } = await start();
    state.processing.reads = 5;
    const started = time.now().getTime();
    const waits: string[] = [];
    expect(await createTries(time, picture()).settle(publisher, waits)).toMatchObject({ ok: true });
    expect(waits).toEqual(Array(5).fill("Instagram is processing the image."));
    // 2 s, then 5, 5, 10 and 10.
    expect(time.now().getTime() - started).toBe(32_000);
    expect(state.creatingCalls).toBe(1);
    expect(state.containers.size).toBe(1);
  });

  it("goes on with another container if the first one has expired", async () => {
    const { publisher, state, time } = await start();
    state.processing.reads = 1;
    const tries = createTries(time, picture());
    expect(await tries.once(publisher)).toMatchObject({ ok: "waiting" });
    time.pass(25 * 3600);
    state.processing.reads = 0;
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(2);
  });

  it("that was edited since gets another container", async () => {
    const { publisher, state, time } = await start();
    state.processing.reads = 1;
    const tries = createTries(time, picture());
    await tries.once(publisher);
    const edited = createTries(time, picture({ text: "Nova cena." }));
    const outcome = await publisher.publish(
      picture({ text: "Nova cena." }),
      { trace: tries.trace, prepared: async () => {}, committing: async () => {} },
      signal,
    );
    expect(outcome).toMatchObject({ ok: "waiting" });
    expect(await edited.settle(publisher)).toMatchObject({ ok: true });
    expect(state.posts).toMatchObject([{ text: "Nova cena." }]);
  });

  it("is out even if its address cannot be read", async () => {
    const { publisher, peer, time, pauses } = await start();
    peer.disturb(`GET ${firstPost}`, { answer: noSuchObject("18000000000000001") });
    peer.disturb(`GET ${firstPost}`, { cut: "before" });
    expect(await createTries(time, picture()).once(publisher)).toEqual({
      ok: true,
      externalId: "18000000000000001",
      url: "https://www.instagram.com/zima.shop/",
    });
    expect(pauses).toEqual([1000]);
  });

  it("waits where Instagram does not yet know the container that it has made", async () => {
    const { publisher, peer, state, time } = await start();
    peer.disturb(`GET ${firstContainer}`, { answer: noSuchObject("17900000000000001") });
    const tries = createTries(time, picture());
    expect(await tries.once(publisher)).toMatchObject({ ok: "waiting" });
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(1);
  });
});

describe("A video on Instagram", () => {
  it("is a Reel, which Instagram fetches with a token of its own login", async () => {
    const { publisher, state, time, files } = await start();
    expect(await createTries(time, reel()).settle(publisher)).toMatchObject({ ok: true });
    expect(state.posts[0]?.fields).toEqual({ media_type: "REELS", video: files.video.length });
  });

  it("is uploaded with a token of Facebook's login, and needs no public address", async () => {
    const { publisher, state, time, files } = await start();
    files.trouble.isPrivate = true;
    state.processing.reads = 2;
    const tries = createTries(time, reel(byFacebook));
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(files.downloads).toBe(0);
    expect(state.posts[0]?.fields).toEqual({ media_type: "REELS" });
  });

  it("without a public address is refused with a token of Instagram's login", async () => {
    const { publisher, state, time, files } = await start();
    files.trouble.isPrivate = true;
    expect(await createTries(time, reel()).once(publisher)).toMatchObject({ ok: false });
    expect(state.containers.size).toBe(0);
  });

  it.each([2, 901])("of %i seconds is refused before any call", async (seconds) => {
    const { publisher, time, files, peer } = await start();
    files.trouble.seconds = seconds;
    expect(await createTries(time, reel()).once(publisher)).toMatchObject({ ok: false });
    expect(peer.calls).toEqual([]);
  });

  it("that Instagram could not process for its own fault gets one more container", async () => {
    const { publisher, state, time } = await start();
    state.processing.error = "Error: Media upload has failed with error code 2207053";
    state.processing.reads = 1;
    const tries = createTries(time, reel());
    expect(await tries.settle(publisher)).toEqual({
      ok: false,
      error: "Error: Media upload has failed with error code 2207053",
    });
    expect(state.containers.size).toBe(2);
    delete state.processing.error;
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(3);
  });

  it("of a wrong format is refused at once", async () => {
    const { publisher, state, time } = await start();
    state.processing.error = "Error: Media upload has failed with error code 2207026";
    expect(await createTries(time, reel()).settle(publisher)).toMatchObject({
      ok: false,
      error: expect.stringContaining("2207026"),
    });
    expect(state.containers.size).toBe(1);
  });

  it("whose upload fails is begun again later", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb("POST /upload/ig-api-upload/v26.0/17900000000000001", {
      answer: { status: 502, text: "" },
    });
    const tries = createTries(time, reel(byFacebook));
    expect(await tries.once(publisher)).toMatchObject({ ok: false, why: "later" });
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(2);
    expect(state.posts).toHaveLength(1);
  });
});

describe("Instagram's refusal", () => {
  it("to fetch a file names the host, after a second try", async () => {
    const { publisher, state, files, time, peer } = await start();
    files.trouble.status = 403;
    const tries = createTries(time, picture());
    expect(await tries.once(publisher)).toMatchObject({
      ok: false,
      error: expect.stringMatching(
        /^Instagram could not fetch the file from 127\.0\.0\.1: The media/,
      ),
    });
    expect(peer.calls.filter((call) => call === `POST ${media}`)).toHaveLength(2);
    delete files.trouble.status;
    expect(await tries.once(publisher)).toMatchObject({ ok: true });
    expect(state.posts).toHaveLength(1);
  });

  it.each([
    ["size", instagramErrors.size, "It should be less than 8 MiB."],
    ["format", instagramErrors.format, "Supported formats are: JPG."],
    ["aspect", instagramErrors.aspect, "with a valid aspect ratio."],
  ])("of the %s is final and in its words", async (_name, answer, words) => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${media}`, { answer });
    const outcome = await createTries(time, picture()).once(publisher);
    expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining(words) });
    expect(outcome).not.toHaveProperty("why");
    expect(state.containers.size).toBe(0);
  });

  it("to make a container is tried once more at once", async () => {
    const { publisher, peer, time } = await start();
    peer.disturb(`POST ${media}`, { answer: instagramErrors.create });
    expect(await createTries(time, picture()).once(publisher)).toMatchObject({ ok: true });
  });

  it.each([
    ["spam", instagramErrors.spam],
    ["restricted account", instagramErrors.restricted],
  ])("because of %s is final and certain", async (_name, answer) => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${publish}`, { answer });
    const outcome = await createTries(time, picture()).once(publisher);
    expect(outcome).toMatchObject({ ok: false });
    expect(outcome).not.toHaveProperty("why");
    expect(state.posts).toEqual([]);
  });

  it("because of the quota, however often, is no fault of the container", async () => {
    const { publisher, peer, state, time } = await start();
    const tries = createTries(time, picture());
    for (let look = 0; look < 3; look++) {
      peer.disturb(`POST ${publish}`, { answer: instagramErrors.quota });
      expect(await tries.once(publisher)).toMatchObject({ why: "later", isQuota: true });
      time.pass(6 * 60 * 60);
    }
    expect(await tries.once(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(1);
  });

  it("because of the quota waits for six hours, with the same container", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${publish}`, { answer: instagramErrors.quota });
    const tries = createTries(time, picture());
    expect(await tries.once(publisher)).toMatchObject({
      ...{ ok: false, why: "later", retryAt: new Date("2026-11-27T16:00:00Z"), isQuota: true },
    });
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(1);
  });

  it.each([50, 100])("of the post after %i is known before anything is made", async (total) => {
    const { publisher, state, quota, time } = await start();
    Object.assign(quota, { total, usage: total });
    const tries = createTries(time, picture());
    expect(await tries.once(publisher)).toEqual({
      ok: false,
      why: "later",
      error: `Instagram takes ${total} posts of this account in 24 hours. That limit is reached.`,
      retryAt: new Date("2026-11-27T16:00:00Z"),
      isQuota: true,
    });
    expect(state.containers.size).toBe(0);
    quota.usage -= 1;
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
  });

  it.each([
    ["is lost", { cut: "before" } as const],
    ["cannot be read", { answer: { status: 200, json: { data: [] } } }],
    ["is an error", { answer: { status: 500, text: "" } }],
  ])("does not follow from a limit whose answer %s", async (_, trouble) => {
    const { publisher, peer, time } = await start();
    peer.disturb(`GET ${limit}`, trouble);
    expect(await createTries(time, picture()).once(publisher)).toMatchObject({ ok: true });
  });

  it("because of a limit waits for as many minutes as its header says", async () => {
    const { publisher, peer, time } = await start();
    peer.disturb(`POST ${media}`, { answer: busy(17) });
    expect(await createTries(time, picture()).once(publisher)).toMatchObject({
      ...{ ok: false, why: "later", retryAt: new Date("2026-11-27T10:17:00Z") },
    });
  });

  it("to publish a container too early is followed by the same container, then by another", async () => {
    const { publisher, state, peer, time } = await start();
    for (const answer of [instagramErrors.notReady, instagramErrors.gone, instagramErrors.gone]) {
      peer.disturb(`POST ${publish}`, { answer });
    }
    const tries = createTries(time, picture());
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(2);
    expect(state.posts).toHaveLength(1);
  });

  it("of every container ends, and a retry by the operator begins again", async () => {
    const { publisher, state, peer, time } = await start();
    for (let count = 0; count < 4; count += 1) {
      peer.disturb(`POST ${publish}`, { answer: instagramErrors.gone });
    }
    const tries = createTries(time, picture());
    const outcome = await tries.settle(publisher);
    expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(/does not exist/) });
    expect(tries.trace).toEqual({});
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.posts).toHaveLength(1);
  });

  it("of a dead token while publishing is certain", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${publish}`, { answer: expiredToken });
    peer.disturb(`GET ${firstContainer}`, {
      answer: { status: 200, json: { id: "17900000000000001", status_code: "FINISHED" } },
    });
    peer.disturb(`GET ${firstContainer}`, { answer: expiredToken });
    expect(await createTries(time, picture()).once(publisher)).toMatchObject({
      ...{ ok: false, why: "credentials" },
    });
    expect(state.posts).toEqual([]);
  });

  it("with status 500 is never taken for a dead token", async () => {
    const { publisher, peer, time } = await start();
    const answer = graphError({ status: 500, message: "No.", code: 190 });
    peer.disturb(`POST ${media}`, { answer });
    expect(await createTries(time, picture()).once(publisher)).toMatchObject({
      ...{ ok: false, why: "later" },
    });
  });
});
