import OAuth from "oauth-1.0a";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keysOf, signatureOf } from "../../../server/adapters/live/x/authorization";
import { createXMetrics } from "../../../server/adapters/live/x/metrics";
import { createXPublisher } from "../../../server/adapters/live/x/publisher";
import type { PlatformAccount } from "../../../server/ports/publisher";
import type { Received, Reply } from "../../peers/support/peer";
import {
  attemptOf,
  createTime,
  type Files,
  liveOf,
  publicationOf,
} from "../../peers/support/publishing";
import { problem, startX, xKeys } from "../../peers/x/peer";
import { isSigned } from "../../peers/x/signed";
import { hasDocument } from "../../support/documents";
import { fc } from "../../support/random-seed";

const account: PlatformAccount = {
  ...{ id: 1, platform: "x_twitter", username: "zima_rs", proxy: null, credentials: xKeys },
};
const createCall = "POST /2/tweets";
const { signal } = new AbortController();

let time: ReturnType<typeof createTime>;
let x: Awaited<ReturnType<typeof startX>>;

beforeEach(async () => {
  time = createTime();
  x = await startX(time);
});
afterEach(() => x.close());

const publisherOf = (files?: Files, address = x.origin) =>
  createXPublisher(liveOf(time, x.origin, files), address);

type Post = Parameters<typeof publicationOf>[1];
const publish = (post: Post, { files, trace }: { files?: Files; trace?: object } = {}) =>
  publisherOf(files).publish(publicationOf(account, post), attemptOf({ ...trace }).attempt, signal);

/** A file of which each byte is known. */
const bytes = (length: number) => new Uint8Array(length).map((_, index) => index % 251);

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
        const keys = keysOf({ ...account, credentials });
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

  test("X does not know a call that is signed by another secret", async () => {
    const credentials = { ...xKeys, access_token_secret: "canary-of-somebody-else" };
    const result = await publisherOf().test({ ...account, credentials }, signal);
    expect(result).toEqual({ ok: false, why: "credentials", error: refusedKeys });
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
      await fetch(`${url}?${query}`, {
        method,
        headers: {
          authorization: keys ? signatureOf(keys, { method, url, params }) : "",
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await expect(stranger.close()).rejects.toThrow();
    });
  },
);

describe("a post on X", () => {
  test.each([
    "Zima je stigla.",
    "Ćevapi (5 kom.) & ajvar: 100% \"domaće\" + 20 % <popust> #zima * ~ 'x'\nnovi red 🎿",
  ])("is published with its text: %s", async (text) => {
    const result = await publish({ text });
    const [tweet] = x.tweets;
    expect(tweet?.text).toBe(text);
    expect(result).toEqual({
      ok: true,
      externalId: tweet?.id,
      url: `https://x.com/i/status/${tweet?.id}`,
    });
    expect(x.calls).toEqual([createCall]);
  });

  test("has its image, which is described and disclosed as made by AI", async () => {
    await publish(
      { imageUrl: "/media/1.jpg", altText: "Staza u snegu", isGenerated: true },
      { files: { image: bytes(900) } },
    );
    const [tweet] = x.tweets;
    const media = [...x.media.values()];
    expect(media).toMatchObject([{ category: "tweet_image", alt: "Staza u snegu" }]);
    expect(media[0]?.segments.get(0)).toEqual(bytes(900));
    expect(tweet).toMatchObject({ media: [media[0]?.id], isAi: true });
    expect(x.calls).toEqual(["POST /2/media/upload", "POST /2/media/metadata", createCall]);
  });

  test("is not disclosed as made by AI if it has no media", async () => {
    await publish({ isGenerated: true });
    expect(x.tweets).toMatchObject([{ isAi: false }]);
  });

  test("has its video, which is sent in parts of 1 MB", async () => {
    await publish({ videoUrl: "/media/1.mp4" }, { files: { video: bytes(2_500_000) } });
    const [media] = x.media.values();
    const parts = [...(media?.segments.values() ?? [])];
    expect(parts.map(({ length }) => length)).toEqual([1_000_000, 1_000_000, 500_000]);
    expect(Buffer.concat(parts).equals(bytes(2_500_000))).toBe(true);
    expect(x.tweets).toMatchObject([{ media: [media?.id] }]);
  });

  test("waits while X processes its video, and is then published with the same upload", async () => {
    x.processing.polls = 2;
    const publication = publicationOf(account, { videoUrl: "/media/1.mp4" });
    const first = attemptOf();
    const publisher = publisherOf();
    expect(await publisher.publish(publication, first.attempt, signal)).toEqual({
      ok: "waiting",
      note: "X is processing the video.",
      askAt: new Date("2026-11-27T10:00:05Z"),
    });
    expect(first.stored.isCommitting).toBe(false);

    const second = attemptOf(first.stored.trace);
    expect(await publisher.publish(publication, second.attempt, signal)).toMatchObject({
      ok: "waiting",
    });
    const third = attemptOf(second.stored.trace);
    expect(await publisher.publish(publication, third.attempt, signal)).toMatchObject({ ok: true });
    expect(x.media.size).toBe(1);
    expect(x.tweets).toHaveLength(1);
    expect(third.stored.isCommitting).toBe(true);
  });

  test("is refused if X cannot process its video, and tried with another upload later", async () => {
    x.processing.polls = 1;
    x.processing.end = "failed";
    const publication = publicationOf(account, { videoUrl: "/media/1.mp4" });
    const first = attemptOf();
    await publisherOf().publish(publication, first.attempt, signal);
    const second = attemptOf(first.stored.trace);
    expect(await publisherOf().publish(publication, second.attempt, signal)).toEqual({
      ok: false,
      error: "X could not process the video.",
    });
    expect(second.stored).toEqual({ isCommitting: false, trace: {} });
    expect(x.creatingCalls()).toBe(0);
  });

  test("uses what an earlier try uploaded, unless its image was changed or is too old", async () => {
    x.disturb(createCall, { answer: tooMany("1764300000") });
    const post = { imageUrl: "/media/1.jpg" };
    const first = attemptOf();
    await publisherOf().publish(publicationOf(account, post), first.attempt, signal);
    const { trace } = first.stored;
    await publish({ ...post, text: "Isti snimak." }, { trace });
    expect(x.media.size).toBe(1);
    await publish({ imageUrl: "/media/2.jpg", text: "Drugi snimak." }, { trace });
    expect(x.media.size).toBe(2);
    time.pass(86_400);
    await publish({ ...post, text: "Dan kasnije." }, { trace });
    expect(x.media.size).toBe(3);
  });

  test.each([
    [
      "its text is too long",
      { text: "a".repeat(281) },
      "The text has 281 weighted characters; X allows 280: shorten it by 1.",
    ],
    [
      "its alt text is too long",
      { imageUrl: "/media/1.jpg", altText: "a".repeat(1001) },
      "The alt text has 1001 characters; X allows 1000.",
    ],
  ])("is refused without a call if %s", async (_, post, error) => {
    expect(await publish(post)).toEqual({ ok: false, error });
    expect(x.calls).toEqual([]);
  });

  test("is refused without a call if the account has a bearer token only", async () => {
    const credentials = { bearer_token: xKeys.bearer_token };
    const result = await publisherOf().publish(
      publicationOf({ ...account, credentials }, {}),
      attemptOf().attempt,
      signal,
    );
    expect(result).toMatchObject({ ok: false, why: "credentials" });
    expect(x.calls).toEqual([]);
  });
});

const tooMany = (reset: string, more: Record<string, string> = {}): Reply => {
  const reply = problem(429, "Too Many Requests", "Too Many Requests");
  return { ...reply, headers: { ...reply.headers, "x-rate-limit-reset": reset, ...more } };
};
const refusedKeys =
  "401: Unauthorized. Check all four keys; a new access token in X's developer portal replaces an old one.";

describe("figures of X", () => {
  const read = (posts: { id: number; externalId: string; video?: boolean }[], of = account) =>
    createXMetrics(liveOf(time, x.origin), x.origin).read(
      of,
      posts.map((post) => ({ video: false, publishedAt: time.now(), ...post })),
      signal,
    );
  const externalIds = () => x.tweets.map(({ id }) => id);

  test("are read for all posts in one call, and views for videos alone", async () => {
    await publish({ text: "Tekst" });
    await publish({ text: "Snimak", videoUrl: "/media/1.mp4" });
    await publish({ text: "Slika", imageUrl: "/media/1.jpg" });
    const [text = "", video = "", image = ""] = externalIds();
    const calls = x.calls.length;
    const figures = await read([
      { id: 1, externalId: text },
      { id: 2, externalId: video, video: true },
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

  test("are read by the bearer token if there are no other keys", async () => {
    await publish({});
    const [externalId = ""] = externalIds();
    const credentials = { bearer_token: xKeys.bearer_token };
    const figures = await read([{ id: 1, externalId }], { ...account, credentials });
    expect(figures.get(1)).toMatchObject({ impressions: 1200 });
  });

  test("are read with the older names of X", async () => {
    const public_metrics = { retweet_count: 4, quote_count: 1, like_count: 0 };
    const json = { data: [{ id: "9", text: "", public_metrics }] };
    x.disturb("GET /2/tweets", { answer: { status: 200, json } });
    expect((await read([{ id: 1, externalId: "9" }])).get(1)).toEqual({
      ...{ impressions: null, video_views: null, likes: 0, comments: null, shares: 5 },
    });
  });

  test("of more than 100 posts take several calls; what was read is kept if one fails", async () => {
    await publish({});
    const [externalId = ""] = externalIds();
    const posts = Array.from({ length: 101 }, (_, index) => ({
      id: index,
      externalId: index === 0 ? externalId : String(1000 + index),
    }));
    const calls = x.calls.length;
    expect((await read(posts)).size).toBe(1);
    expect(x.calls).toHaveLength(calls + 2);
    const sizes = x.requests.slice(-2).map(({ query }) => query.get("ids")?.split(",").length);
    expect(sizes).toEqual([100, 1]);
  });

  test("of posts that X refuses are left out; after another failure no more are asked", async () => {
    await publish({});
    const [externalId = ""] = externalIds();
    const posts = Array.from({ length: 201 }, (_, index) => ({
      id: index,
      externalId: index === 100 ? externalId : String(1000 + index),
    }));
    const refused = problem(400, "Invalid Request", "An id is invalid.");
    x.disturb("GET /2/tweets", { answer: refused });
    expect([...(await read(posts)).keys()]).toEqual([100]);
    const calls = x.calls.length;
    x.disturb("GET /2/tweets", { answer: tooMany("1764240000") });
    await expect(read(posts)).rejects.toThrow("429");
    expect(x.calls).toHaveLength(calls + 1);
  });

  test("are an error if none could be read", async () => {
    x.disturb("GET /2/tweets", { answer: problem(402, "CreditsDepleted", "No credits.") });
    await expect(read([{ id: 1, externalId: "9" }])).rejects.toThrow("402 CreditsDepleted");
    x.disturb("GET /2/tweets", { cut: "before" });
    await expect(read([{ id: 1, externalId: "9" }])).rejects.toThrow("did not answer");
    const { calls } = x;
    await expect(
      read([{ id: 1, externalId: "9" }], { ...account, credentials: {} }),
    ).rejects.toThrow("keys");
    expect(x.calls).toEqual(calls);
  });
});

describe("the deletion of a post on X", () => {
  const remove = (externalId: string, by = account) =>
    publisherOf().remove?.(by, externalId, signal);

  test("leaves the others", async () => {
    await publish({ text: "Prvi" });
    await publish({ text: "Drugi" });
    const [first] = x.tweets;
    expect(await remove(first?.id ?? "")).toEqual({ ok: true });
    expect(x.tweets).toMatchObject([{ text: "Drugi" }]);
    expect(x.calls.at(-1)).toBe(`DELETE /2/tweets/${first?.id}`);
  });

  test("is refused in X's words, and without keys before any call", async () => {
    expect(await remove("999")).toEqual({
      ok: false,
      error: "404 Not Found Error: Could not find tweet 999.",
    });
    const calls = x.calls.length;
    expect(await remove("999", { ...account, credentials: {} })).toMatchObject({
      ...{ ok: false, why: "credentials" },
    });
    expect(x.calls).toHaveLength(calls);
  });

  test("is uncertain without an answer, or with one that does not say it", async () => {
    await publish({ text: "Prvi" });
    const id = x.tweets[0]?.id ?? "";
    x.disturb(`DELETE /2/tweets/${id}`, { cut: "after" });
    await expect(remove(id)).rejects.toThrow("did not answer");
    const json = { data: { deleted: false } };
    x.disturb(`DELETE /2/tweets/${id}`, { answer: { status: 200, json } });
    await expect(remove(id)).rejects.toThrow("X answered in a form that is not known.");
  });
});
