import OAuth from "oauth-1.0a";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keysOf, signatureOf } from "../../../server/adapters/live/x/authorization";
import { createXMetrics } from "../../../server/adapters/live/x/metrics";
import { createXPublisher } from "../../../server/adapters/live/x/publisher";
import type { PlatformAccount } from "../../../server/ports/publisher";
import type { Received, Reply } from "../../peers/support/peer";
import { createTime, type Files, liveOf, publicationOf } from "../../peers/support/publishing";
import { createTries } from "../../peers/support/tries";
import { problem, startX, xKeys } from "../../peers/x/peer";
import { isSigned } from "../../peers/x/signed";
import { hasDocument } from "../../support/documents";
import { fc } from "../../support/random-seed";

const accountWith = (credentials: Readonly<Record<string, string>>): PlatformAccount => ({
  ...{ id: 1, platform: "x_twitter", username: "zima_rs", proxy: null, credentials },
});
const account = accountWith(xKeys);
const withoutKeys = accountWith({});
const byBearer = accountWith({ bearer_token: xKeys.bearer_token });
const createCall = "POST /2/tweets";
const video = { videoUrl: "/media/1.mp4" };
const { signal } = new AbortController();

let time: ReturnType<typeof createTime>;
let x: Awaited<ReturnType<typeof startX>>;

beforeEach(async () => {
  time = createTime();
  x = await startX(time);
});
afterEach(() => x.close());

const publisherOf = (files?: Files) => createXPublisher(liveOf(time, x.origin, files), x.origin);

type Post = Parameters<typeof publicationOf>[1];
const tries = (post: Post = {}, files?: Files) =>
  createTries(time, publicationOf(account, post), publisherOf(files));
const publish = (post?: Post, files?: Files) => tries(post, files).once();

/** Returns a file of which each byte is known. */
const bytes = (length: number) => new Uint8Array(length).map((_, index) => index % 251);

const tooMany = (reset: string, more: Record<string, string> = {}): Reply => {
  const reply = problem(429, "Too Many Requests", "Too Many Requests");
  return { ...reply, headers: { ...reply.headers, "x-rate-limit-reset": reset, ...more } };
};
const typed = (status: number, type: string, title = "Forbidden") =>
  problem(status, title, "In words.", `https://api.twitter.com/2/problems/${type}`);

describe("signatures", () => {
  test("X's published example is signed as X says", () => {
    // https://docs.x.com/fundamentals/authentication/oauth-1-0a/creating-a-signature
    vi.spyOn(OAuth.prototype, "getNonce").mockReturnValue(
      "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg",
    );
    vi.spyOn(OAuth.prototype, "getTimeStamp").mockReturnValue(1318622958);
    const header = signatureOf(
      {
        consumer: {
          key: "xvz1evFS4wEEPTGEFPHBog",
          secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
        },
        token: {
          key: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
          secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
        },
      },
      {
        method: "POST",
        url: "https://api.x.com/1.1/statuses/update.json",
        params: {
          include_entities: "true",
          status: "Hello Ladies + Gentlemen, a signed OAuth request!",
        },
      },
    );
    expect(header).toContain('oauth_signature="Ls93hJiZbQ3akF3HF3x1Bz8%2FzU4%3D"');
  });

  test("whatever the parameters and keys are, twitter-api-v2 signs the same", () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
    const names = fc.stringMatching(/^[a-z._]{1,12}$/).filter((name) => name !== "__proto__");
    const secrets = fc.string({ unit: "grapheme-ascii", minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(names, text), secrets, secrets, (params, one, other) => {
        const credentials = { ...xKeys, consumer_secret: one, access_token_secret: other };
        const keys = keysOf(accountWith(credentials));
        const url = "https://api.x.com/2/tweets";
        const authorization = keys && signatureOf(keys, { method: "GET", url, params });
        const request = {
          ...{ method: "GET", path: "/2/tweets", headers: { authorization } },
          query: new URLSearchParams(params),
        };
        return isSigned(request as unknown as Received, "https://api.x.com", credentials);
      }),
    );
  });
});

describe.runIf(hasDocument("xDescription"))(
  "the stand-in refuses what X's own document does not have:",
  () => {
    test.each([
      ["an unknown field", "POST", "/2/tweets", "", { text: "Zima", visibility: "PUBLIC" }],
      ["a value of another form", "POST", "/2/tweets", "", { media: { media_ids: ["1.jpg"] } }],
      ["an unknown parameter", "GET", "/2/users/me", "lang=sr", undefined],
      ["an unknown value", "GET", "/2/users/me", "user.fields=shoe_size", undefined],
    ])("%s", async (_, method, path, query, body) => {
      const stranger = await startX(time);
      const keys = keysOf(account);
      const params = Object.fromEntries(new URLSearchParams(query));
      const url = `${stranger.origin}${path}`;
      const authorization = keys ? signatureOf(keys, { method, url, params }) : "";
      const headers = { authorization, ...(body && { "content-type": "application/json" }) };
      const json = body && { body: JSON.stringify(body) };
      await fetch(`${url}?${query}`, { method, headers, ...json });
      await expect(stranger.close()).rejects.toThrow();
    });
  },
);

describe("a post on X", () => {
  test("is published with its text", async () => {
    const text =
      "Ćevapi (5 kom.) & ajvar: 100% \"domaće\" + 20 % <popust> #zima * ~ 'x'\nnovi red 🎿";
    const result = await publish({ text, isGenerated: true });
    const [tweet] = x.tweets;
    const url = `https://x.com/i/status/${tweet?.id}`;
    expect(result).toEqual({ ok: true, externalId: tweet?.id, url });
    // Only media are disclosed as made by AI.
    expect(x.tweets).toMatchObject([{ text, isAi: false }]);
    expect(x.calls).toEqual([createCall]);
  });

  test("has its image, which is described and disclosed as made by AI", async () => {
    const post = { imageUrl: "/media/1.jpg", altText: "Staza u snegu", isGenerated: true };
    await publish(post, { image: bytes(900) });
    const media = [...x.media.values()];
    expect(media).toMatchObject([{ category: "tweet_image", alt: "Staza u snegu" }]);
    expect(media[0]?.segments.get(0)).toEqual(bytes(900));
    expect(x.tweets).toMatchObject([{ media: [media[0]?.id], isAi: true }]);
    expect(x.calls).toEqual(["POST /2/media/upload", "POST /2/media/metadata", createCall]);
  });

  test("has its video, which is sent in parts of 1 MB", async () => {
    await publish(video, { video: bytes(2_500_000) });
    const [media] = x.media.values();
    const parts = [...(media?.segments.values() ?? [])];
    expect(parts.map(({ length }) => length)).toEqual([1_000_000, 1_000_000, 500_000]);
    expect(Buffer.concat(parts).equals(bytes(2_500_000))).toBe(true);
    expect(x.tweets).toMatchObject([{ media: [media?.id] }]);
  });

  test("waits while X processes its video, and is then published with the same upload", async () => {
    x.processing.polls = 2;
    const post = tries(video);
    expect(await post.once()).toEqual({
      ok: "waiting",
      note: "X is processing the video.",
      askAt: new Date("2026-11-27T10:00:05Z"),
    });
    expect(post.isCommitting).toBe(false);
    expect(await post.once()).toMatchObject({ ok: "waiting" });
    expect(await post.once()).toMatchObject({ ok: true });
    expect(x.media.size).toBe(1);
    expect(x.tweets).toHaveLength(1);
    expect(post.isCommitting).toBe(true);
  });

  test("is refused if X cannot process its video, and tried with another upload later", async () => {
    Object.assign(x.processing, { polls: 1, end: "failed" });
    const post = tries(video);
    await post.once();
    expect(await post.once()).toEqual({ ok: false, error: "X could not process the video." });
    expect(post).toMatchObject({ isCommitting: false, trace: {} });
    expect(x.creatingCalls()).toBe(0);
  });

  test.each<[string, Post, object, PlatformAccount?]>([
    [
      "its text is too long",
      { text: "a".repeat(281) },
      { error: "The text has 281 weighted characters; X allows 280: shorten it by 1." },
    ],
    [
      "its alt text is too long",
      { imageUrl: "/media/1.jpg", altText: "a".repeat(1001) },
      { error: "The alt text has 1001 characters; X allows 1000." },
    ],
    ["the account has a bearer token only", {}, { why: "credentials" }, byBearer],
  ])("is refused without a call if %s", async (_, post, refusal, by = account) => {
    const outcome = createTries(time, publicationOf(by, post), publisherOf()).once();
    expect(await outcome).toMatchObject({ ok: false, ...refusal });
    expect(x.calls).toEqual([]);
  });
});

describe("what X refuses", () => {
  const at = (time: string) => String(Date.parse(`2026-11-${time}:00Z`) / 1000);
  const until = (time: string) => ({ why: "later", retryAt: new Date(`2026-11-${time}:00Z`) });
  const duplicate = "You are not allowed to create a Tweet with duplicate content.";
  const ofTheDay = {
    "x-user-limit-24hour-remaining": "0",
    "x-user-limit-24hour-reset": at("28T08:00"),
  };
  const invalid = {
    ...{ title: "Invalid Request", detail: "One or more parameters to your request was invalid." },
    type: "https://api.twitter.com/2/problems/invalid-request",
    errors: [{ parameters: {}, message: "Your media IDs are invalid." }],
  };

  test.each<[string, Reply, object]>([
    [
      "keys that are revoked or wrong",
      problem(401, "Unauthorized", "Unauthorized"),
      {
        why: "credentials",
        error:
          "401: Unauthorized. Check all four keys; a new access token in X's developer portal replaces an old one.",
      },
    ],
    [
      "keys of the wrong kind",
      typed(403, "unsupported-authentication", "Unsupported Authentication"),
      {
        why: "credentials",
        error: "403 Unsupported Authentication: In words. (unsupported-authentication)",
      },
    ],
    [
      "tokens of an app that could only read",
      typed(403, "oauth1-permissions"),
      { why: "credentials" },
    ],
    ["an app without a project", typed(403, "client-forbidden"), { why: "credentials" }],
    ["a suspended user", typed(403, "user-suspended"), { why: "credentials" }],
    ["a call without credits", typed(402, "credits", "CreditsDepleted"), until("27T16:00")],
    ["calls over the monthly cap", typed(429, "usage-capped"), until("27T16:00")],
    [
      "too many calls, until the time of its header",
      tooMany(at("27T10:07")),
      { ...until("27T10:07"), error: "429: Too Many Requests" },
    ],
    [
      "too many calls of a day, until that day is over",
      tooMany(at("27T10:07"), ofTheDay),
      until("28T08:00"),
    ],
    ["too many calls, with a header that makes no sense", tooMany("soon"), until("27T10:15")],
    [
      "the same text again",
      problem(403, "Forbidden", duplicate),
      { error: `403 Forbidden: ${duplicate}`, isDuplicate: true },
    ],
    [
      "an invalid body",
      { status: 400, json: invalid },
      { error: "400 Invalid Request: Your media IDs are invalid. (invalid-request)" },
    ],
    [
      "an error in a form of its own",
      { status: 400, json: { errors: ["?"], title: 7, detail: "Bad Request" } },
      { error: "400: Bad Request" },
    ],
  ])("%s is a certain refusal", async (_, answer, expected) => {
    x.disturb(createCall, { answer });
    const result = await publish();
    expect(result).toMatchObject({ ok: false, ...expected });
    if (!("why" in expected)) expect(result).not.toHaveProperty("why");
    expect(x.calls).toEqual([createCall]);
  });

  test.each([
    "POST /2/media/upload/initialize",
    "POST /2/media/upload/1860000000000000001/append",
    "POST /2/media/upload/1860000000000000001/finalize",
  ])("what is refused at %s is refused for the post, and nothing is out", async (call) => {
    x.disturb(call, { answer: problem(400, "Invalid Request", "Unsupported video.") });
    const error = "400 Invalid Request: Unsupported video.";
    expect(await publish(video)).toEqual({ ok: false, error });
    expect(x.calls.at(-1)).toBe(call);
    expect(x.creatingCalls()).toBe(0);
  });

  test("a deletion of what is not there, and one without keys before any call", async () => {
    const remove = (by: PlatformAccount) => publisherOf().remove?.(by, "999", signal);
    const error = "404 Not Found Error: Could not find tweet 999.";
    expect(await remove(account)).toEqual({ ok: false, error });
    expect(await remove(withoutKeys)).toMatchObject({ ok: false, why: "credentials" });
    expect(x.calls).toHaveLength(1);
  });

  test("a deletion is uncertain with an answer that does not say it", async () => {
    const answer = { status: 200, json: { data: { deleted: false } } };
    x.disturb("DELETE /2/tweets/9", { answer });
    const error = "X answered in a form that is not known.";
    await expect(publisherOf().remove?.(account, "9", signal)).rejects.toThrow(error);
  });
});

describe("keys of X", () => {
  test("are tested by asking whose they are, and do not end", async () => {
    expect(await publisherOf().test(account, signal)).toEqual({ ok: true, owner: "@zima_rs" });
    expect(await publisherOf().refresh(account, signal)).toBeNull();
    expect(x.calls).toEqual(["GET /2/users/me"]);
  });

  test("that can only read do not pass", async () => {
    const data = { id: "2244994945", name: "Zima", username: "zima_rs" };
    const headers = { "x-access-level": "read" };
    x.disturb("GET /2/users/me", { answer: { status: 200, headers, json: { data } } });
    const refusal = { ok: false, why: "credentials" };
    expect(await publisherOf().test(account, signal)).toMatchObject(refusal);
  });
});

describe("figures of X", () => {
  type Asked = { id: number; externalId: string; video?: boolean };
  const read = (posts: readonly Asked[] = [{ id: 1, externalId: "9" }], of = account) =>
    createXMetrics(liveOf(time, x.origin), x.origin).read(
      of,
      posts.map((post) => ({ video: false, publishedAt: time.now(), ...post })),
      signal,
    );
  /** Posts of which X knows only this one. */
  const many = (count: number, known: number) =>
    Array.from({ length: count }, (_, id) => ({
      ...{ id, externalId: id === known ? (x.tweets[0]?.id ?? "") : String(1000 + id) },
    }));

  test("are read for all posts in one call, and views for videos alone", async () => {
    await publish({ text: "Tekst" });
    await publish({ text: "Snimak", ...video });
    await publish({ text: "Slika", imageUrl: "/media/1.jpg" });
    const [text = "", snimak = "", image = ""] = x.tweets.map(({ id }) => id);
    const calls = x.calls.length;
    const figures = await read([
      { id: 1, externalId: text },
      { id: 2, externalId: snimak, video: true },
      { id: 3, externalId: image },
      { id: 4, externalId: "1" },
    ]);
    const same = { impressions: 1200, likes: 40, comments: 3, shares: 7 };
    expect(Object.fromEntries(figures)).toEqual({
      1: { ...same, video_views: null },
      2: { ...same, video_views: 700 },
      3: { ...same, video_views: null },
    });
    expect(x.calls).toHaveLength(calls + 1);
  });

  test("are read by the bearer token if there are no other keys, and without any not", async () => {
    await publish();
    expect((await read(many(1, 0), byBearer)).get(0)).toMatchObject({ impressions: 1200 });
    await expect(read(many(1, 0), withoutKeys)).rejects.toThrow("keys");
  });

  test("are read with the older names of X", async () => {
    const public_metrics = { retweet_count: 4, quote_count: 1, like_count: 0 };
    const json = { data: [{ id: "9", text: "", public_metrics }] };
    x.disturb("GET /2/tweets", { answer: { status: 200, json } });
    expect((await read()).get(1)).toEqual({
      ...{ impressions: null, video_views: null, likes: 0, comments: null, shares: 5 },
    });
  });

  test("of more than 100 posts take several calls: a refused one is left out, another failure ends them", async () => {
    await publish();
    x.disturb("GET /2/tweets", { answer: problem(400, "Invalid Request", "An id is invalid.") });
    expect([...(await read(many(201, 100))).keys()]).toEqual([100]);
    const sizes = x.requests.slice(1).map(({ query }) => query.get("ids")?.split(",").length);
    expect(sizes).toEqual([100, 100, 1]);
    x.disturb("GET /2/tweets", { answer: tooMany("1764240000") });
    await expect(read(many(201, 100))).rejects.toThrow("429");
    expect(x.calls).toHaveLength(5);
  });
});
