import { describe, expect, it, onTestFinished } from "vitest";
import { createInstagramMetrics } from "../../../server/adapters/live/instagram/metrics";
import { createInstagramPublisher } from "../../../server/adapters/live/instagram/publisher";
import type { Figures } from "../../../server/ports/metrics-source";
import { NotSentError } from "../../../server/ports/outcome";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { startInstagram, zima } from "../../peers/instagram/peer";
import { startFiles } from "../../peers/meta/files";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import { createTries, silent, watched } from "../../peers/meta/tries";
import { attemptOf, createTime, liveOf, publicationOf } from "../../peers/support/publishing";

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
const firstContainer = "/instagram/v26.0/17900000000000001";

describe("A lost answer of Instagram", () => {
  it("before the call arrived: the post is absent, and the same container is published", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${publish}`, { cut: "before" });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow("did not answer");
    expect(tries.isCommitting).toBe(true);
    expect(await tries.once(publisher)).toMatchObject({
      ...{ ok: "waiting", askAt: new Date("2026-11-27T10:01:00Z") },
    });
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.posts).toHaveLength(1);
    expect(state.containers.size).toBe(1);
  });

  it("after the call took effect: the post is found, and nothing is made again", async () => {
    const { publisher, state, peer, time } = await start();
    state.post("Zima je stigla.", new Date("2026-11-20T10:00:00Z"));
    peer.disturb(`POST ${publish}`, { cut: "after" });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow("did not answer");
    state.post("Nešto drugo.");
    expect(await tries.once(publisher)).toMatchObject({
      ok: true,
      externalId: "18000000000000002",
    });
    expect(state.creatingCalls).toBe(1);
  });

  it("with status 500 though the post is out: it is found at once", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${publish}`, { answer: { status: 500, text: "" }, effect: true });
    expect(await createTries(time, picture()).once(publisher)).toEqual({
      ok: true,
      externalId: "18000000000000001",
      url: "https://www.instagram.com/p/C18000000000000001/",
    });
    expect(state.creatingCalls).toBe(1);
  });

  it("with status 500 though the post is not out stays unknown at first", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${publish}`, { answer: { status: 500, text: "" } });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow("Instagram gave no certain answer.");
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.posts).toHaveLength(1);
  });

  it("that cannot be read is not certain, though its status is 200", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(`POST ${publish}`, { answer: { status: 200, text: "<html>" }, effect: true });
    expect(await createTries(time, picture()).once(publisher)).toMatchObject({ ok: true });
    expect(state.creatingCalls).toBe(1);
  });

  it("stays uncertain if the container cannot be reached either", async () => {
    const { live, create, peer, state, time } = await start();
    peer.disturb(`POST ${publish}`, { answer: { status: 500, text: "" }, effect: true });
    let isGone = false;
    // The network ends right after the creating call.
    const publisher = create({
      ...live,
      httpOf: (account) => async (call) => {
        if (isGone) throw new NotSentError("graph.instagram.com could not be reached.");
        const answer = await live.httpOf(account)(call);
        isGone = call.url.endsWith("media_publish");
        return answer;
      },
    });
    const tries = createTries(time, picture());
    const error = await tries.once(publisher).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSentError);
    isGone = false;
    expect(await tries.settle(create())).toMatchObject({ ok: true });
    expect(state.creatingCalls).toBe(1);
  });

  it("is cleared up though the list of posts is late", async () => {
    const { publisher, state, peer, time } = await start();
    state.lag.reads = 2;
    peer.disturb(`POST ${publish}`, { cut: "after" });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow();
    const waits: string[] = [];
    expect(await tries.settle(publisher, waits)).toMatchObject({ externalId: "18000000000000001" });
    expect(waits).toEqual(
      Array(2).fill("Instagram has published the post and does not list it yet."),
    );
  });

  describe("whose container Instagram has forgotten", () => {
    /** The answer to the creating call was lost, and the container is gone hours later. */
    async function forgotten(cut: "before" | "after", post = picture()) {
      const started = await start();
      const { publisher, peer, time } = started;
      peer.disturb(`POST ${publish}`, { cut });
      const tries = createTries(time, post);
      await expect(tries.once(publisher)).rejects.toThrow();
      time.pass(7200);
      peer.disturb(`GET ${firstContainer}`, { answer: noSuchObject("17900000000000001") });
      return { ...started, search: () => tries.once(publisher) };
    }
    const unsure = { ok: "unsure", advice: "Look at the profile on Instagram." };

    it("is found on the account, also behind a hundred newer posts", async () => {
      const { search, state, peer } = await forgotten("after");
      for (let count = 0; count < 100; count += 1) state.post(`Novo ${count}`);
      expect(await search()).toEqual({
        ok: true,
        externalId: "18000000000000001",
        url: "https://www.instagram.com/p/C18000000000000001/",
      });
      const lists = peer.requests.filter(({ path }) => path === media).slice(1);
      expect(lists.map(({ query }) => query.get("after"))).toEqual([null, "NTA=", "MTAw"]);
    });

    it("is left to the operator if the account does not have it", async () => {
      const { search, state, peer } = await forgotten("before");
      // The same text, of an earlier week; what is older is not asked for.
      state.post("Zima je stigla.", new Date("2026-11-20T10:00:00Z"));
      for (let count = 0; count < 60; count += 1) {
        state.posts.push({ ...state.posts[0], id: String(count), text: "Staro" } as never);
      }
      expect(await search()).toEqual(unsure);
      expect(peer.calls.filter((call) => call === `GET ${media}`)).toHaveLength(1);
    });

    it("is left to the operator if it has no text to be known by", async () => {
      const { search, peer } = await forgotten("after", picture({ text: " " }));
      expect(await search()).toEqual(unsure);
      expect(peer.calls).not.toContain(`GET ${media}`);
    });

    it("stays as it is while the account's list cannot be read", async () => {
      const { search, peer } = await forgotten("after");
      peer.disturb(`GET ${media}`, { answer: busy(5) });
      await expect(search()).rejects.toThrow("too many calls");
    });
  });

  it("is not sent again because its container has expired, if the account has the post", async () => {
    for (const cut of ["before", "after"] as const) {
      const { publisher, peer, time, live } = await start();
      peer.disturb(`POST ${publish}`, { cut });
      const post = picture();
      const { attempt, stored } = attemptOf();
      await expect(publisher.publish(post, attempt, signal)).rejects.toThrow();
      const since = live.clock.now();
      time.pass(25 * 3600);
      const answer = { status: 200, json: { status_code: "EXPIRED" } };
      peer.disturb(`GET ${firstContainer}`, { answer });
      expect(await watched(publisher).locate(post, stored.trace, since, signal)).toMatchObject(
        cut === "after" ? { ok: true, externalId: "18000000000000001" } : { ok: "absent" },
      );
    }
  });

  it("counts as published if the list never has the post", async () => {
    const { publisher, state, peer, time } = await start();
    state.lag.reads = 100;
    peer.disturb(`POST ${publish}`, { cut: "after" });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow();
    expect(await tries.settle(publisher)).toEqual({
      ok: true,
      externalId: "17900000000000001",
      url: "https://www.instagram.com/zima.shop/",
    });
    expect(state.creatingCalls).toBe(1);
  });

  it("is not cleared up while Instagram is out of order, even by a server that was restarted", async () => {
    const { publisher, create, peer, time, state } = await start();
    peer.disturb(`POST ${publish}`, { cut: "after" });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow();
    peer.disturb(`GET ${firstContainer}`, { answer: { status: 503, text: "" } });
    await expect(tries.once(publisher)).rejects.toThrow("Instagram answered with status 503.");
    peer.disturb("GET /instagram/v26.0/me", { answer: { status: 503, text: "" } });
    await expect(tries.once(create())).rejects.toThrow("Instagram answered with status 503.");
    expect(await tries.once(create())).toMatchObject({ ok: true });
    expect(state.creatingCalls).toBe(1);
  });

  it("is not cleared up by a dead token", async () => {
    const { publisher, peer, time, expired } = await start();
    peer.disturb(`POST ${publish}`, { cut: "after" });
    const tries = createTries(time, picture());
    await expect(tries.once(publisher)).rejects.toThrow();
    expired.add(zima.instagramToken);
    expect(await tries.once(publisher)).toMatchObject({ ok: false, why: "credentials" });
    expired.clear();
    expect(await tries.once(publisher)).toMatchObject({ ok: true });
  });

  it("of the server itself, killed at any step, doubles and loses nothing", async () => {
    for (const publication of [picture(), reel(byFacebook)]) {
      let steps = 1;
      for (let dieAt = 0; dieAt < steps; dieAt += 1) {
        const { live, create, state, time } = await start();
        const tries = createTries(time, publication, dieAt);
        const first = await tries.settle(create(tries.mortal(live))).catch(tries.wasKilled);
        const outcome = first === true ? await tries.settle(create(tries.mortal(live))) : first;
        expect(outcome, `killed at ${dieAt}`).toMatchObject({ externalId: "18000000000000001" });
        expect(state.posts, `killed at ${dieAt}`).toHaveLength(1);
        if (dieAt === 0) steps = tries.steps;
      }
      expect(steps).toBeGreaterThan(6);
    }
  });
});

describe("The test of an Instagram account", () => {
  it("says whose token it is, of either login", async () => {
    const { publisher, peer } = await start();
    const test = watched(publisher).test;
    expect(await test(byInstagram, signal)).toEqual({ ok: true, owner: "@zima.shop" });
    expect(await test(byFacebook, signal)).toEqual({ ok: true, owner: "@zima.shop" });
    expect(peer.calls).toEqual(["GET /instagram/v26.0/me", `GET /facebook/v26.0/${zima.id}`]);
  });

  it("finds the login of a token with an unusual beginning, and remembers it", async () => {
    const { publisher, tokens, peer, time, state } = await start();
    tokens.facebook.add("canary-system-user");
    const account = accountWith("canary-system-user");
    expect(await watched(publisher).test(account, signal)).toMatchObject({ ok: true });
    await createTries(time, picture({}, account)).settle(publisher);
    await createTries(time, picture({ text: "Drugi." }, account)).settle(publisher);
    expect(state.posts).toHaveLength(2);
    expect(peer.calls.filter((call) => call.endsWith("/me"))).toHaveLength(1);
  });

  it("refuses the token of another account, and says the right id", async () => {
    const { publisher } = await start();
    const account = accountWith(zima.instagramToken, zima.scopedId);
    expect(await watched(publisher).test(account, signal)).toEqual({
      ok: false,
      why: "credentials",
      error: `This token belongs to @zima.shop, whose Instagram user ID is ${zima.id}, not ${zima.scopedId}.`,
    });
  });

  it("is made again for another id with the same token", async () => {
    const { publisher, time, state } = await start();
    expect(await publisher.test(byInstagram, signal)).toMatchObject({ ok: true });
    const account = accountWith(zima.instagramToken, "17841400000000009");
    expect(await createTries(time, picture({}, account)).once(publisher)).toMatchObject({
      ...{ ok: false, why: "credentials" },
    });
    expect(state.containers.size).toBe(0);
  });

  it("refuses a token of Facebook's login that does not reach the account", async () => {
    const { publisher } = await start();
    const account = accountWith(zima.facebookToken, "17841400000000009");
    expect(await watched(publisher).test(account, signal)).toEqual({
      ok: false,
      why: "credentials",
      error: "The token does not reach the Instagram user 17841400000000009.",
    });
  });

  it("refuses a token that neither login knows", async () => {
    const { publisher, peer } = await start();
    expect(await watched(publisher).test(accountWith("canary-unknown"), signal)).toEqual({
      ok: false,
      why: "credentials",
      error: "Invalid OAuth access token - Cannot parse access token (190)",
    });
    expect(peer.calls).toHaveLength(2);
  });

  it("says of an expired token of Facebook's login which one lasts", async () => {
    const { publisher, expired, tokens } = await start();
    tokens.facebook.add("canary-old");
    expired.add(zima.facebookToken);
    expect(await watched(publisher).test(byFacebook, signal)).toMatchObject({
      ...{ ok: false, why: "credentials" },
      error: expect.stringMatching(/expired.*Use a System User token, which does not expire\.$/),
    });
  });

  it("does not blame the token for a broken server", async () => {
    const { publisher, peer } = await start();
    peer.disturb("GET /instagram/v26.0/me", { answer: { status: 503, text: "" } });
    peer.disturb("GET /instagram/v26.0/me", { cut: "before" });
    const test = () => watched(publisher).test(byInstagram, signal);
    expect(await test()).toMatchObject({ ok: false, why: "later" });
    await expect(test()).rejects.toThrow("did not answer");
  });

  it("needs both fields", async () => {
    const { publisher, peer } = await start();
    const test = watched(publisher).test;
    expect(await test(accountWith("", zima.id), signal)).toMatchObject({ why: "credentials" });
    expect(await test(accountWith("IGcanary", ""), signal)).toMatchObject({ why: "credentials" });
    expect(peer.calls).toEqual([]);
  });
});

describe("The refresh of an Instagram token", () => {
  it("replaces a token of Instagram's login", async () => {
    const { publisher } = await start();
    const fresh = await publisher.refresh(byInstagram, signal);
    expect(fresh).toEqual({
      ok: true,
      credentials: { instagram_user_id: zima.id, access_token: "IGAAcanaryRefreshed1" },
      expiresAt: new Date("2027-01-26T10:00:00Z"),
    });
    const account = accountWith("IGAAcanaryRefreshed1");
    expect(await publisher.test(account, signal)).toMatchObject({ ok: true });
  });

  it("leaves a token of Facebook's login as it is", async () => {
    const { publisher } = await start();
    expect(await publisher.refresh(byFacebook, signal)).toBeNull();
  });

  it("is refused for a dead token only; after anything else it is tried tomorrow", async () => {
    const { publisher, peer } = await start();
    const call = "GET /instagram/refresh_access_token";
    const refresh = () => silent(publisher.refresh(byInstagram, signal));
    const young = graphError({ message: "The token is too young.", code: 10 });
    for (const answer of [
      { status: 502, text: "" },
      young,
      { status: 200, json: { access_token: "", expires_in: 5_184_000 } },
    ]) {
      peer.disturb(call, { answer });
      expect(await refresh()).toMatchObject({
        ...{ ok: false, why: "later", retryAt: new Date("2026-11-28T10:00:00Z") },
      });
    }
    peer.disturb(call, { answer: expiredToken });
    expect(await refresh()).toMatchObject({ ok: false, why: "credentials" });
  });
});

describe("The figures of Instagram", () => {
  const post = (id: number, externalId: string, video = false) => ({
    ...{ id, externalId, video, publishedAt: new Date("2026-11-20T10:00:00Z") },
  });

  it("are read of pictures and Reels; what Instagram leaves out is not measured", async () => {
    const { metrics, figures } = await start();
    figures.set("1", { views: 900, reach: 700, likes: 40, comments: 3, shares: 2, saved: 1 });
    figures.set("2", { views: 5000, likes: 0 });
    figures.set("3", {});
    const posts = [post(11, "1"), post(12, "2", true), post(13, "3")];
    const none = {
      impressions: null,
      video_views: null,
      likes: null,
      comments: null,
      shares: null,
    };
    expect(await silent(metrics.read(byInstagram, posts, signal))).toEqual(
      new Map<number, Figures>([
        [11, { impressions: 900, video_views: null, likes: 40, comments: 3, shares: 2 }],
        [12, { ...none, impressions: 5000, video_views: 5000, likes: 0 }],
        [13, none],
      ]),
    );
  });

  describe("of a kind of media that has not all of them", () => {
    const notTaken = (message: string) => graphError({ message, code: 100 });
    const insights = (id: string) => `GET /instagram/v26.0/${id}/insights`;
    const asked = ({ requests }: { requests: readonly { query: URLSearchParams }[] }) =>
      requests.flatMap(({ query }) => query.get("metric") ?? []);
    const all = "views,likes,comments,shares";

    it.each([
      [
        "lists what it takes",
        "(#100) metric[0] must be one of the following values: reach, likes, comments, shares, saved",
      ],
      [
        "names what it does not take",
        "(#100) The Media Insights API does not support the views metric for this media product type.",
      ],
    ])("are asked for again where Instagram %s, and from then on", async (_case, message) => {
      const { metrics, figures, peer } = await start();
      for (const id of ["1", "2", "3"]) figures.set(id, { views: 9, likes: 4, shares: 2 });
      peer.disturb(insights("1"), { answer: notTaken(message) });
      const posts = [post(11, "1", true), post(12, "2", true), post(13, "3")];
      const read = await silent(metrics.read(byInstagram, posts, signal));
      expect([read.get(11), read.get(12), read.get(13)]).toMatchObject([
        { impressions: null, video_views: null, likes: 4, shares: 2 },
        { impressions: null, video_views: null, likes: 4, shares: 2 },
        // Pictures have them all the same.
        { impressions: 9, likes: 4, shares: 2 },
      ]);
      expect(asked(peer)).toEqual([all, "likes,comments,shares", "likes,comments,shares", all]);
    });

    it.each([
      "(#100) The value must be a valid insights metric",
      "(#100) metric[0] must be one of the following values: reach, saved",
    ])("are left out where no name is left: %s", async (message) => {
      const { metrics, figures, peer } = await start();
      figures.set("2", { views: 9 });
      peer.disturb(insights("1"), { answer: notTaken(message) });
      const read = await metrics.read(byInstagram, [post(11, "1"), post(12, "2")], signal);
      expect([...read.keys()]).toEqual([12]);
      expect(asked(peer)).toEqual([all, all]);
    });
  });

  it("are left out for a deleted post", async () => {
    const { metrics, figures, peer } = await start();
    figures.set("2", { views: 5 });
    peer.disturb("GET /instagram/v26.0/1/insights", { answer: noSuchObject("1") });
    const read = await metrics.read(byInstagram, [post(11, "1"), post(12, "2")], signal);
    expect([...read.keys()]).toEqual([12]);
  });

  it("end with what was read where a limit is reached", async () => {
    const { metrics, peer } = await start();
    peer.disturb("GET /instagram/v26.0/2/insights", { answer: busy(5) });
    const posts = [post(11, "1"), post(12, "2"), post(13, "3")];
    expect([...(await metrics.read(byInstagram, posts, signal)).keys()]).toEqual([11]);
    expect(peer.calls).toHaveLength(3);
  });

  it("end with what was read where an answer is lost", async () => {
    const { metrics, peer } = await start();
    peer.disturb("GET /instagram/v26.0/2/insights", { cut: "after" });
    const posts = [post(11, "1"), post(12, "2"), post(13, "3")];
    expect([...(await metrics.read(byInstagram, posts, signal)).keys()]).toEqual([11]);
  });

  it("cannot be read with a dead token", async () => {
    const { metrics, expired } = await start();
    expired.add(zima.instagramToken);
    await expect(silent(metrics.read(byInstagram, [post(11, "1")], signal))).rejects.toThrow(
      "Session has expired",
    );
  });
});
