import { describe, expect, it } from "vitest";
import { createInstagramMetrics } from "../../../server/adapters/live/instagram/metrics";
import { NotSentError } from "../../../server/ports/outcome";
import { zima } from "../../peers/instagram/peer";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import type { Disturbance } from "../../peers/support/peer";
import { silent, watched } from "../../peers/support/tries";
import {
  accountWith,
  byFacebook,
  byInstagram,
  firstContainer,
  found,
  list,
  me,
  on,
  playInstagram,
  publish,
  tries,
} from "./instagram-support";
import {
  credentials,
  cutOffAfter,
  emptyPage,
  measured,
  out,
  picture,
  signal,
} from "./meta-support";

const broken = { answer: { status: 503, text: "" } };

playInstagram();

describe("A lost answer of Instagram", () => {
  /** Loses the answer to the call that publishes. */
  async function lost(disturbance: Disturbance, post = tries()) {
    on.peer.disturb(publish, disturbance);
    await expect(post.once()).rejects.toThrow(/did not answer|gave no certain answer/);
    expect(post.isCommitting).toBe(true);
    return post;
  }

  it("before the call arrived: the post is absent, and the same container is published", async () => {
    const post = await lost({ cut: "before" });
    const askAt = new Date("2026-11-27T10:01:00Z");
    expect(await post.once()).toMatchObject({ ok: "waiting", askAt });
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.posts).toHaveLength(1);
    expect(on.state.containers.size).toBe(1);
  });

  it("after the call took effect: the post is found, and nothing is made again", async () => {
    on.state.post("Zima je stigla.", new Date("2026-11-20T10:00:00Z"));
    const post = await lost({ cut: "after" });
    on.state.post("Nešto drugo.");
    expect(await post.once()).toMatchObject({ ok: true, externalId: "18000000000000002" });
    expect(on.state.creatingCalls).toBe(1);
  });

  it("with status 500 of a post that is not out stays unknown at first", async () => {
    const post = await lost({ answer: { status: 500, text: "" } });
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.posts).toHaveLength(1);
  });

  it("stays uncertain if the container cannot be reached either", async () => {
    on.peer.disturb(publish, { answer: { status: 500, text: "" }, effect: true });
    const post = tries();
    const ending = on.create(cutOffAfter("media_publish", on.live));
    const error = await post.once(ending).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSentError);
    expect(await post.settle()).toMatchObject(out);
    expect(on.state.creatingCalls).toBe(1);
  });

  const profile = "https://www.instagram.com/zima.shop/";
  it.each([
    ["is late", 2, 2, found],
    ["never has the post", 100, 10, { ...out, externalId: "17900000000000001", url: profile }],
  ])("counts as published though the account's list %s", async (_, reads, times, outcome) => {
    on.state.lag.reads = reads;
    const post = await lost({ cut: "after" });
    const waits: string[] = [];
    expect(await post.settle(waits)).toEqual(outcome);
    const note = "Instagram has published the post and does not list it yet.";
    expect(waits).toEqual(Array(times).fill(note));
    expect(on.state.creatingCalls).toBe(1);
  });

  describe("whose container Instagram has forgotten", () => {
    /** The answer to the creating call was lost, and the container is gone hours later. */
    async function forgotten(cut: "before" | "after", text = "Zima je stigla.") {
      const post = await lost({ cut }, tries({ ...picture, text }));
      on.time.pass(7200);
      on.peer.disturb(firstContainer, { answer: noSuchObject("17900000000000001") });
      return post;
    }
    const unsure = { ok: "unsure", advice: "Look at the profile on Instagram." };

    it("is found on the account behind a hundred newer posts, and an empty part of the list", async () => {
      const post = await forgotten("after");
      for (let count = 0; count < 100; count += 1) on.state.post(`Novo ${count}`);
      on.peer.disturb(list, emptyPage({ after: "MA==" }));
      expect(await post.once()).toEqual(found);
      const { requests } = on.peer;
      const lists = requests.filter(({ method, path }) => `${method} ${path}` === list);
      const cursors = lists.map(({ query }) => query.get("after"));
      expect(cursors).toEqual([null, "MA==", "NTA=", "MTAw"]);
    });

    it("is left to the operator if the account does not have it", async () => {
      const post = await forgotten("before");
      // The same text, of an earlier week; what is older is not asked for.
      on.state.post("Zima je stigla.", new Date("2026-11-20T10:00:00Z"));
      for (let count = 0; count < 60; count += 1) {
        on.state.posts.push({ ...on.state.posts[0], id: String(count), text: "Staro" } as never);
      }
      expect(await post.once()).toEqual(unsure);
      expect(on.peer.calls.filter((call) => call === list)).toHaveLength(1);
    });

    it("is left to the operator if it has no text to be known by", async () => {
      expect(await (await forgotten("after", " ")).once()).toEqual(unsure);
      expect(on.peer.calls).not.toContain(list);
    });

    it("stays as it is while the account's list cannot be read", async () => {
      const post = await forgotten("after");
      on.peer.disturb(list, { answer: busy(5) });
      await expect(post.once()).rejects.toThrow("too many calls");
    });
  });

  it.each(["before", "after"] as const)(
    "(%s the effect) is not sent again because its container has expired, if the account has the post",
    async (cut) => {
      const post = await lost({ cut });
      on.time.pass(25 * 3600);
      const answer = { status: 200, json: { status_code: "EXPIRED" } };
      on.peer.disturb(firstContainer, { answer });
      expect(await post.once()).toEqual(found);
      expect(on.state.containers.size).toBe(cut === "after" ? 1 : 2);
      expect(on.state.posts).toHaveLength(1);
    },
  );

  it("is not cleared up while Instagram is out of order, or with a dead token, even after a restart", async () => {
    const post = await lost({ cut: "after" });
    on.peer.disturb(firstContainer, broken);
    await expect(post.once()).rejects.toThrow("Instagram answered with status 503.");
    on.peer.disturb(me, broken);
    await expect(post.once(on.create())).rejects.toThrow("Instagram answered with status 503.");
    on.expired.add(zima.instagramToken);
    expect(await post.once()).toMatchObject(credentials);
    on.expired.clear();
    expect(await post.once(on.create())).toMatchObject(out);
    expect(on.state.creatingCalls).toBe(1);
  });
});

describe("The test of an Instagram account", () => {
  const test = (account = byInstagram) => watched(on.publisher).test(account, signal);

  it("says whose token it is, of either login", async () => {
    expect(await test(byInstagram)).toEqual({ ok: true, owner: "@zima.shop" });
    expect(await test(byFacebook)).toEqual({ ok: true, owner: "@zima.shop" });
    expect(on.peer.calls).toEqual([me, `GET /facebook/v26.0/${zima.id}`]);
  });

  it("finds the login of a token with an unusual beginning, and remembers it", async () => {
    on.tokens.facebook.add("canary-system-user");
    const account = accountWith("canary-system-user");
    expect(await test(account)).toMatchObject(out);
    await tries(picture, account).settle();
    await tries({ ...picture, text: "Drugi." }, account).settle();
    expect(on.state.posts).toHaveLength(2);
    expect(on.peer.calls.filter((call) => call.endsWith("/me"))).toHaveLength(1);
  });

  const other = "17841400000000009";
  it.each([
    [
      "of another account, and says the right id",
      accountWith(zima.instagramToken, zima.scopedId),
      `This token belongs to @zima.shop, whose Instagram user ID is ${zima.id}, not ${zima.scopedId}.`,
      1,
    ],
    [
      "of Facebook's login that does not reach the account",
      accountWith(zima.facebookToken, other),
      `The token does not reach the Instagram user ${other}.`,
      2,
    ],
    [
      "that neither login knows",
      accountWith("canary-unknown"),
      "Invalid OAuth access token - Cannot parse access token (190)",
      2,
    ],
  ])("refuses a token %s", async (_, account, error, calls) => {
    expect(await test(account)).toEqual({ ...credentials, error });
    expect(on.peer.calls).toHaveLength(calls);
  });

  it("is made again for another id with the same token", async () => {
    expect(await test()).toMatchObject(out);
    const account = accountWith(zima.instagramToken, other);
    expect(await tries(picture, account).once()).toMatchObject(credentials);
    expect(on.state.containers.size).toBe(0);
  });

  it("says of an expired token of Facebook's login which one lasts", async () => {
    on.expired.add(zima.facebookToken);
    expect(await test(byFacebook)).toMatchObject({
      ...credentials,
      error: expect.stringMatching(/expired.*Use a System User token, which does not expire\.$/),
    });
  });

  it("does not blame the token for a broken server", async () => {
    on.peer.disturb(me, broken);
    on.peer.disturb(me, { cut: "before" });
    expect(await test()).toMatchObject({ ok: false, why: "later" });
    await expect(test()).rejects.toThrow("did not answer");
  });

  it("needs both fields", async () => {
    expect(await test(accountWith("", zima.id))).toMatchObject(credentials);
    expect(await test(accountWith("IGcanary", ""))).toMatchObject(credentials);
    expect(on.peer.calls).toEqual([]);
  });
});

describe("The refresh of an Instagram token", () => {
  it("replaces a token of Instagram's login, and leaves one of Facebook's as it is", async () => {
    expect(await on.publisher.refresh(byInstagram, signal)).toEqual({
      ok: true,
      credentials: { instagram_user_id: zima.id, access_token: "IGAAcanaryRefreshed1" },
      expiresAt: new Date("2027-01-26T10:00:00Z"),
    });
    const account = accountWith("IGAAcanaryRefreshed1");
    expect(await on.publisher.test(account, signal)).toMatchObject(out);
    expect(await on.publisher.refresh(byFacebook, signal)).toBeNull();
  });

  it("is refused for a dead token only; after anything else it is tried tomorrow", async () => {
    const call = "GET /instagram/refresh_access_token";
    const refresh = () => silent(on.publisher.refresh(byInstagram, signal));
    const retryAt = new Date("2026-11-28T10:00:00Z");
    for (const answer of [
      { status: 502, text: "" },
      graphError({ message: "The token is too young.", code: 10 }),
      { status: 200, json: { access_token: "", expires_in: 5_184_000 } },
    ]) {
      on.peer.disturb(call, { answer });
      expect(await refresh()).toMatchObject({ ok: false, why: "later", retryAt });
    }
    on.peer.disturb(call, { answer: expiredToken });
    expect(await refresh()).toMatchObject(credentials);
  });
});

describe("The figures of Instagram", () => {
  const read = async (...posts: ReturnType<typeof measured>[]) => {
    const metrics = createInstagramMetrics(on.live, on.addresses);
    return Object.fromEntries(await silent(metrics.read(byInstagram, posts, signal)));
  };
  const insights = (number: number) => `GET /instagram/v26.0/${number}/insights`;

  it("are read of pictures and Reels; what Instagram leaves out is not measured", async () => {
    const whole = { views: 900, reach: 700, likes: 40, comments: 3, shares: 2, saved: 1 };
    on.figures.set("1", whole);
    on.figures.set("2", { views: 5000, likes: 0 });
    on.figures.set("3", {});
    const none = {
      ...{ impressions: null, video_views: null, likes: null, comments: null, shares: null },
    };
    expect(await read(measured(11, "1"), measured(12, "2", true), measured(13, "3"))).toEqual({
      11: { impressions: 900, video_views: null, likes: 40, comments: 3, shares: 2 },
      12: { ...none, impressions: 5000, video_views: 5000, likes: 0 },
      13: none,
    });
  });

  describe("of a kind of media that has not all of them", () => {
    const notTaken = (message: string) => ({ answer: graphError({ message, code: 100 }) });
    const asked = () => on.peer.requests.flatMap(({ query }) => query.get("metric") ?? []);
    const all = "views,likes,comments,shares";
    const others = "likes,comments,shares";

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
      for (const id of ["1", "2", "3"]) on.figures.set(id, { views: 9, likes: 4, shares: 2 });
      on.peer.disturb(insights(1), notTaken(message));
      const withoutViews = { impressions: null, video_views: null, likes: 4, shares: 2 };
      expect(
        await read(measured(11, "1", true), measured(12, "2", true), measured(13, "3")),
      ).toMatchObject({
        ...{ 11: withoutViews, 12: withoutViews },
        // Pictures have them all the same.
        13: { impressions: 9, likes: 4, shares: 2 },
      });
      expect(asked()).toEqual([all, others, others, all]);
    });

    it.each([
      "(#100) The value must be a valid insights metric",
      "(#100) metric[0] must be one of the following values: reach, saved",
    ])("are left out where no name is left: %s", async (message) => {
      on.figures.set("2", { views: 9 });
      on.peer.disturb(insights(1), notTaken(message));
      expect(Object.keys(await read(measured(11, "1"), measured(12, "2")))).toEqual(["12"]);
      expect(asked()).toEqual([all, all]);
    });
  });

  it("are left out for a deleted post", async () => {
    on.peer.disturb(insights(1), { answer: noSuchObject("1") });
    expect(Object.keys(await read(measured(11, "1"), measured(12, "2")))).toEqual(["12"]);
  });

  it.each<[string, Disturbance]>([
    ["a limit is reached", { answer: busy(5) }],
    ["an answer is lost", { cut: "after" }],
  ])("end with what was read where %s", async (_, disturbance) => {
    on.peer.disturb(insights(2), disturbance);
    expect(
      Object.keys(await read(measured(11, "1"), measured(12, "2"), measured(13, "3"))),
    ).toEqual(["11"]);
    expect(on.peer.calls).toEqual([me, insights(1), insights(2)]);
  });

  it("cannot be read with a dead token", async () => {
    on.expired.add(zima.instagramToken);
    await expect(read(measured(11, "1"))).rejects.toThrow("Session has expired");
  });
});
