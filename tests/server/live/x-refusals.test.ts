import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createXPublisher } from "../../../server/adapters/live/x/publisher";
import { NotSentError } from "../../../server/ports/outcome";
import type { PlatformAccount } from "../../../server/ports/publisher";
import type { Reply } from "../../peers/support/peer";
import {
  attemptOf,
  createTime,
  type Files,
  liveOf,
  outcomeOf,
  publicationOf,
  shownOf,
} from "../../peers/support/publishing";
import { problem, startX, xKeys } from "../../peers/x/peer";

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

const locate = (post: Post, since = time.now()) =>
  publisherOf().locate(publicationOf(account, post), {}, since, signal);

const tooMany = (reset: string, more: Record<string, string> = {}): Reply => {
  const reply = problem(429, "Too Many Requests", "Too Many Requests");
  return { ...reply, headers: { ...reply.headers, "x-rate-limit-reset": reset, ...more } };
};
const refusedKeys =
  "401: Unauthorized. Check all four keys; a new access token in X's developer portal replaces an old one.";
const problems = "https://api.twitter.com/2/problems/";

describe("what X refuses", () => {
  test.each<[string, Reply, object]>([
    [
      "revoked keys",
      problem(401, "Unauthorized", "Unauthorized"),
      { why: "credentials", error: refusedKeys },
    ],
    [
      "keys of the wrong kind",
      problem(
        403,
        "Unsupported Authentication",
        "Authenticating with X is forbidden.",
        `${problems}unsupported-authentication`,
      ),
      {
        why: "credentials",
        error:
          "403 Unsupported Authentication: Authenticating with X is forbidden. (unsupported-authentication)",
      },
    ],
    [
      "tokens that were made while the app could only read",
      problem(
        403,
        "Forbidden",
        "Not configured with the appropriate oauth1 app permissions.",
        `${problems}oauth1-permissions`,
      ),
      { why: "credentials" },
    ],
    [
      "an app without a project",
      problem(
        403,
        "Client Forbidden",
        "The app must be attached to a Project.",
        `${problems}client-forbidden`,
      ),
      { why: "credentials" },
    ],
    [
      "a suspended user",
      problem(403, "Forbidden", "The user is suspended.", `${problems}user-suspended`),
      { why: "credentials" },
    ],
    [
      "a call without credits",
      problem(
        402,
        "CreditsDepleted",
        "Your account does not have any credits.",
        `${problems}credits`,
      ),
      { why: "later", retryAt: new Date("2026-11-27T16:00:00Z") },
    ],
    [
      "calls over the monthly cap",
      problem(
        429,
        "UsageCapExceeded",
        "Usage cap exceeded: Monthly product cap",
        `${problems}usage-capped`,
      ),
      { why: "later", retryAt: new Date("2026-11-27T16:00:00Z") },
    ],
    [
      "too many calls, until the time of its header",
      tooMany(String(Date.UTC(2026, 10, 27, 10, 7) / 1000)),
      { why: "later", retryAt: new Date("2026-11-27T10:07:00Z"), error: "429: Too Many Requests" },
    ],
    [
      "too many calls of a day, until that day is over",
      tooMany(String(Date.UTC(2026, 10, 27, 10, 7) / 1000), {
        "x-user-limit-24hour-remaining": "0",
        "x-user-limit-24hour-reset": String(Date.UTC(2026, 10, 28, 8) / 1000),
      }),
      { why: "later", retryAt: new Date("2026-11-28T08:00:00Z") },
    ],
    [
      "too many calls, with a header that makes no sense",
      tooMany("soon"),
      { why: "later", retryAt: new Date("2026-11-27T10:15:00Z") },
    ],
    [
      "the same text again",
      problem(403, "Forbidden", "You are not allowed to create a Tweet with duplicate content."),
      {
        error: "403 Forbidden: You are not allowed to create a Tweet with duplicate content.",
        isDuplicate: true,
      },
    ],
    [
      "an invalid body",
      {
        status: 400,
        json: {
          errors: [{ parameters: {}, message: "Your media IDs are invalid." }],
          title: "Invalid Request",
          detail: "One or more parameters to your request was invalid.",
          type: `${problems}invalid-request`,
        },
      },
      { error: "400 Invalid Request: Your media IDs are invalid. (invalid-request)" },
    ],
    [
      "an error in a form of its own",
      { status: 400, json: { errors: ["?"], title: 7, detail: "Bad Request" } },
      { error: "400: Bad Request" },
    ],
  ])("%s is a certain refusal", async (_, answer, expected) => {
    x.disturb(createCall, { answer });
    const result = await publish({});
    expect(result).toMatchObject({ ok: false, ...expected });
    if (!("why" in expected)) expect(result).not.toHaveProperty("why");
    expect(x.calls).toEqual([createCall]);
  });

  test.each<[string, Reply]>([
    ["an error of its servers", problem(503, "Service Unavailable", "Service Unavailable")],
    ["a time-out", problem(408, "Request Timeout", "Request Timeout")],
    ["a conflict", problem(409, "Conflict", "Conflict")],
    ["a page instead of an answer", { status: 403, text: "<html>Attention Required!</html>" }],
    ["a success without an id", { status: 201, json: { data: {} } }],
    ["a success that is cut off", { status: 201, text: '{"data":{"id":"18' }],
  ])("%s leaves it unknown whether the post is out", async (_, answer) => {
    x.disturb(createCall, { answer, effect: true });
    const { attempt, stored } = attemptOf();
    await expect(
      publisherOf().publish(publicationOf(account, {}), attempt, signal),
    ).rejects.toThrow();
    expect(stored.isCommitting).toBe(true);
    expect(x.tweets).toHaveLength(1);
    expect(x.creatingCalls()).toBe(1);
  });

  test.each(["POST /2/media/upload", "POST /2/media/metadata"])(
    "an error of its servers at %s comes before anything is out",
    async (call) => {
      x.disturb(call, { answer: problem(500, "Internal Error", "Internal Error") });
      const { attempt, stored } = attemptOf();
      const publication = publicationOf(account, { imageUrl: "/media/1.jpg", altText: "Sneg" });
      await expect(publisherOf().publish(publication, attempt, signal)).rejects.toThrow();
      expect(stored.isCommitting).toBe(false);
      expect(x.calls).not.toContain(createCall);
    },
  );

  test.each([
    "POST /2/media/upload/initialize",
    "POST /2/media/upload/1860000000000000001/append",
    "POST /2/media/upload/1860000000000000001/finalize",
  ])("what is refused at %s is refused for the post, and nothing is out", async (call) => {
    x.disturb(call, { answer: problem(400, "Invalid Request", "Unsupported video.") });
    expect(await publish({ videoUrl: "/media/1.mp4" })).toEqual({
      ok: false,
      error: "400 Invalid Request: Unsupported video.",
    });
    expect(x.calls.at(-1)).toBe(call);
    expect(x.creatingCalls()).toBe(0);
  });

  test("media that this server cannot read are refused before any call", async () => {
    const unread = { ok: false, error: "zima.rs has no such image." } as const;
    const live = liveOf(time, x.origin);
    const media = { ...live.media, image: async () => unread, video: async () => unread };
    const publisher = createXPublisher({ ...live, media }, x.origin);
    for (const post of [{ imageUrl: "/media/1.jpg" }, { videoUrl: "/media/1.mp4" }]) {
      const publication = publicationOf(account, post);
      expect(await publisher.publish(publication, attemptOf().attempt, signal)).toEqual(unread);
    }
    expect(x.calls).toEqual([]);
  });

  test("a server that is not reached certainly got nothing", async () => {
    const { attempt } = attemptOf();
    const nobody = publisherOf({}, "http://127.0.0.1:1");
    await expect(
      nobody.publish(publicationOf(account, {}), attempt, signal),
    ).rejects.toBeInstanceOf(NotSentError);
  });
});

describe("after a lost answer", () => {
  const post = {
    text: "Popust & <sniženje> na https://zima.rs/staze?a=1&b=2, još danas!\n\nCene: zima.rs/cene",
    imageUrl: "/media/1.jpg",
  };

  test("a post that is out is found, and there is one", async () => {
    x.disturb(createCall, { cut: "after" });
    await expect(publish(post)).rejects.toThrow("127.0.0.1 did not answer.");
    const [tweet] = x.tweets;
    expect(await locate(post)).toEqual({
      ok: true,
      externalId: tweet?.id,
      url: `https://x.com/i/status/${tweet?.id}`,
    });
    expect(x.creatingCalls()).toBe(1);
    expect(x.tweets).toHaveLength(1);
  });

  test("a post that is not listed is waited for, and never certainly absent", async () => {
    x.disturb(createCall, { cut: "before" });
    await expect(publish(post)).rejects.toThrow();
    const since = time.now();
    expect(await locate(post, since)).toMatchObject({
      ok: "waiting",
      askAt: new Date("2026-11-27T10:01:00Z"),
    });
    time.pass(61);
    expect(await locate(post, since)).toMatchObject({ ok: "unsure" });
    expect(x.tweets).toHaveLength(0);
  });

  test("another post, or the same words from before, is not taken for it", async () => {
    await publish({ text: "Zima je stigla." });
    await publish({ text: "Pogledajte https://zima.rs/staze" });
    const since = time.now();
    time.pass(120);
    expect(await locate({ text: "Zima je stigla!" }, since)).toMatchObject({ ok: "unsure" });
    expect(await locate({ text: "Pogledajte https://zima.rs/cene" }, since)).toMatchObject({
      ok: "unsure",
    });
    expect(await locate({ text: "Zima je stigla." }, time.now())).toMatchObject({
      ok: "waiting",
    });
  });

  test("a look that X refuses says nothing about the post", async () => {
    x.disturb("GET /2/users/me", { answer: problem(402, "CreditsDepleted", "No credits.") });
    expect(await locate(post)).toMatchObject({ ok: false, why: "later" });
    x.disturb("GET /2/users/me", { answer: problem(500, "Internal Error", "Internal Error") });
    await expect(locate(post)).rejects.toThrow("X answered with status 500.");
  });
});

describe("keys of X", () => {
  test("are tested by asking whose they are", async () => {
    expect(await publisherOf().test(account, signal)).toEqual({ ok: true, owner: "@zima_rs" });
    expect(x.calls).toEqual(["GET /2/users/me"]);
  });

  test("that can only read do not pass", async () => {
    const user = { id: "2244994945", name: "Zima", username: "zima_rs" };
    const headers = { "x-access-level": "read" };
    x.disturb("GET /2/users/me", { answer: { status: 200, headers, json: { data: user } } });
    expect(await publisherOf().test(account, signal)).toMatchObject({
      ok: false,
      why: "credentials",
    });
  });

  test("do not end", async () => {
    expect(await publisherOf().refresh(account, signal)).toBeNull();
  });

  test("are in no result, error or stored trace, even if X repeats them", async () => {
    const words = `Token ${xKeys.access_token} with ${xKeys.consumer_secret} is not valid.`;
    const answers: (Reply | undefined)[] = [
      undefined,
      problem(401, "Unauthorized", words),
      problem(403, words, words, `${problems}${xKeys.bearer_token}`),
      problem(500, "Internal Error", words),
      { status: 400, text: words },
    ];
    for (const answer of answers) {
      if (answer) x.disturb(createCall, { answer });
      const { attempt, stored } = attemptOf();
      const publication = publicationOf(account, {
        imageUrl: "/media/1.jpg",
        text: words.slice(0, 5),
      });
      const outcome = await outcomeOf(publisherOf().publish(publication, attempt, signal));
      expect(outcome + shownOf(stored)).not.toMatch(/canary/);
    }
    x.disturb(createCall, { cut: "before" });
    expect(await outcomeOf(publish({}))).not.toMatch(/canary/);
    const unreached = publisherOf({}, "http://127.0.0.1:1").test(account, signal);
    expect(await outcomeOf(unreached)).not.toMatch(/canary/);
  });
});
