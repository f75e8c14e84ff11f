import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRedditMetrics } from "../../../server/adapters/live/reddit/metrics";
import { createRedditPublisher } from "../../../server/adapters/live/reddit/publisher";
import { createReddit } from "../../../server/adapters/live/reddit/reddit";
import {
  callback,
  redditApp,
  redditCode,
  refreshToken,
  refusedSubmit,
} from "../../peers/reddit/peer";
import type { Reply } from "../../peers/support/peer";
import { attemptOf, shownOf } from "../../peers/support/publishing";
import { documents, hasDocument } from "../../support/documents";
import { account, type Post, setUpReddit, signal, submitCall } from "./reddit-support";

const { reddit, time, saved, apiOf, publish, locate, idAt } = setUpReddit();
const tokenCall = "POST /api/v1/access_token";
const image = { imageUrl: "/media/1.jpg" };

describe("a post on Reddit", () => {
  test("goes to the user's profile if no subreddit is chosen", async () => {
    const result = await publish({ text: "Zima je *stigla*." });
    expect(result).toEqual({
      ok: true,
      externalId: idAt(0),
      url: expect.stringContaining("https://www.reddit.com/r/u_zima_rs/comments/"),
    });
    expect(reddit().submissions[0]?.form).toMatchObject({
      ...{ sr: "u_zima_rs", kind: "self", title: "Zima", text: "Zima je *stigla*." },
      ...{ nsfw: "false", sendreplies: "true", resubmit: "true" },
    });
    expect(reddit().calls).toEqual([tokenCall, submitCall]);
  });

  test("has its own body there, if it was given one", async () => {
    await publish({ text: "Tekst", reddit: { body: "Telo", subreddits: [], flairIds: [] } });
    expect(reddit().submissions[0]?.form.text).toBe("Telo");
  });

  test("with an image is uploaded first, and is looked for until Reddit lists it", async () => {
    reddit().processing.isSlow = true;
    const attempt = attemptOf();
    expect(await publish(image, attempt)).toEqual({
      ok: "waiting",
      note: "Reddit is processing the image.",
      askAt: new Date("2026-11-27T10:00:15Z"),
    });
    expect(attempt.stored.isCommitting).toBe(true);
    const [upload] = reddit().uploads.values();
    expect(await upload?.file?.bytes()).toEqual(Uint8Array.of(0xff, 0xd8, 0xff));
    time().pass(15);
    expect(await locate(image, attempt.stored.trace)).toMatchObject({ ok: "waiting" });
    const [submission] = reddit().submissions;
    if (submission) submission.isListed = true;
    expect(await locate(image, attempt.stored.trace)).toEqual({
      ok: true,
      externalId: idAt(0),
      url: expect.stringMatching(/^https:\/\/www\.reddit\.com\/r\/u_zima_rs\/comments\//),
    });
    expect(reddit().creatingCalls()).toBe(1);
  });

  test("with a video has a poster: its image, or a black one", async () => {
    await publish({ videoUrl: "/media/1.mp4" });
    await publish({ videoUrl: "/media/1.mp4", imageUrl: "/media/1.jpg", title: "Sneg" });
    const types = [...reddit().uploads.values()].map(({ type }) => type);
    expect(types).toEqual(["video/mp4", "image/png", "video/mp4", "image/jpeg"]);
    expect(reddit().submissions.map(({ form }) => form.kind)).toEqual(["video", "video"]);
  });

  test("that never appears is neither out nor absent", async () => {
    reddit().processing.isSlow = true;
    const attempt = attemptOf();
    const since = time().now();
    await publish(image, attempt);
    time().pass(601);
    expect(await locate(image, attempt.stored.trace, since)).toMatchObject({
      ok: "unsure",
    });
  });

  test.each<[string, Post, string]>([
    ["without a title", { title: " " }, "Reddit needs a title."],
    [
      "with a long title",
      { title: "ž".repeat(301) },
      "The title has 301 characters; Reddit allows 300.",
    ],
    [
      "with a long text",
      { text: "ž".repeat(40_001) },
      "The text has 40001 characters; Reddit allows 40000: shorten it by 1.",
    ],
  ])("%s is refused before any call", async (_, post, error) => {
    expect(await publish(post)).toEqual({ ok: false, error });
    expect(reddit().calls).toEqual([]);
  });
});

describe("what Reddit refuses", () => {
  const limit = (words: string, more = {}) => refusedSubmit("RATELIMIT", words, "ratelimit", more);
  const reset: Reply = { status: 429, headers: { "x-ratelimit-reset": "77" }, text: "<html>" };
  test.each<[string, Reply, seconds: number]>([
    ["posts, in seconds", limit("Take a break for 2 minutes.", { ratelimit: 123 }), 123],
    ["posts, in words", limit("try again in 9 minutes."), 540],
    ["posts, without a time", limit("Take a break."), 600],
    ["calls", reset, 77],
  ])("too many %s wait", async (_, answer, seconds) => {
    reddit().disturb(submitCall, { answer });
    const retryAt = new Date(time().now().getTime() + seconds * 1000);
    expect(await publish()).toMatchObject({ ok: false, why: "later", retryAt });
    expect(reddit().calls).toEqual([tokenCall, submitCall]);
  });

  test.each<[error: string, Reply, why?: string]>([
    [
      "r/u_zima_rs: SUBREDDIT_NOTALLOWED: you aren't allowed to post there. (sr)",
      refusedSubmit("SUBREDDIT_NOTALLOWED", "you aren't allowed to post there.", "sr"),
    ],
    [
      "r/u_zima_rs: USER_REQUIRED: Please log in to do that.",
      refusedSubmit("USER_REQUIRED", "Please log in to do that.", ""),
      "credentials",
    ],
    ["403 Forbidden", { status: 403, json: { message: "Forbidden", error: 403 } }],
  ])("is certainly not out: %s", async (error, answer, why) => {
    reddit().disturb(submitCall, { answer });
    expect(await publish()).toEqual({
      ok: false,
      error: expect.stringContaining(error),
      ...(why && { why }),
    });
    expect(reddit().calls).toEqual([tokenCall, submitCall]);
  });

  test("a success without an id leaves it unknown, and the post is found", async () => {
    const answer = { status: 200, json: { json: { errors: [], data: {} } } };
    reddit().disturb(submitCall, { answer, effect: true });
    const attempt = attemptOf();
    await expect(publish({}, attempt)).rejects.toThrow();
    expect(attempt.stored.isCommitting).toBe(true);
    expect(await locate({}, attempt.stored.trace)).toMatchObject({ ok: true, externalId: idAt(0) });
    expect(reddit().creatingCalls()).toBe(1);
  });

  test.each<[string, Post, seconds: number, found: string]>([
    ["a text that never arrived may be sent, once Reddit would list it", {}, 61, "absent"],
    ["an image whose answer was lost is never taken for absent", image, 601, "unsure"],
  ])("%s", async (_, post, seconds, ok) => {
    reddit().disturb(submitCall, { cut: "before" });
    const attempt = attemptOf();
    await expect(publish(post, attempt)).rejects.toThrow();
    const since = time().now();
    expect(await locate(post, attempt.stored.trace, since)).toMatchObject({ ok: "waiting" });
    time().pass(seconds);
    expect(await locate(post, attempt.stored.trace, since)).toMatchObject({ ok });
  });

  test("the same title from before is another post", async () => {
    await publish();
    time().pass(120);
    reddit().disturb(submitCall, { cut: "before" });
    const attempt = attemptOf();
    await expect(publish({}, attempt)).rejects.toThrow();
    expect(await locate({}, attempt.stored.trace)).toMatchObject({ ok: "waiting" });
  });

  test.each(["POST /api/media/asset.json", "POST /"])(
    "an error of its servers at %s comes before anything is out",
    async (call) => {
      reddit().disturb(call, { answer: { status: 500, text: "" } });
      const attempt = attemptOf();
      await expect(publish(image, attempt)).rejects.toThrow("500");
      expect(attempt.stored.isCommitting).toBe(false);
      expect(reddit().creatingCalls()).toBe(0);
    },
  );

  test("an upload goes to nobody but Reddit's storage", async () => {
    const fields = [{ name: "key", value: "1" }];
    const args = { action: "//evil.example.com", fields };
    reddit().disturb("POST /api/media/asset.json", { answer: { status: 200, json: { args } } });
    await expect(publish(image)).rejects.toThrow("not its own");
  });
});

describe("a connection to Reddit", () => {
  test("begins at Reddit with lasting access, and ends with the user's name", async () => {
    const port = createReddit(apiOf());
    const url = new URL(port.authorizationUrl({ state: "s-1", callback }));
    expect(url.pathname).toBe("/api/v1/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: redditApp.clientId, response_type: "code", state: "s-1" },
      ...{ redirect_uri: callback, duration: "permanent" },
      scope: "identity read submit edit flair history",
    });
    expect(await port.connect(account, redditCode, callback, signal)).toEqual({
      ...{ ok: true, username: "zima_rs", credentials: { refresh_token: refreshToken } },
    });
    const refused = await port.connect(account, "canary-other", callback, signal);
    expect(refused).toMatchObject({
      ...{ ok: false, why: "credentials" },
      error: expect.stringContaining("invalid_grant"),
    });
    expect(shownOf(refused)).not.toMatch(/canary/);
  });

  test("is made through the proxy of the group, or not at all", async () => {
    const proxy = { server: "http://127.0.0.1:9", username: null, password: null };
    const connecting = createReddit(apiOf()).connect(
      { ...account, proxy },
      redditCode,
      callback,
      signal,
    );
    await expect(connecting).rejects.toThrow();
    expect(reddit().calls).toEqual([]);
  });

  test("is tested by asking whose it is", async () => {
    const publisher = createRedditPublisher(apiOf());
    expect(await publisher.test(account, signal)).toEqual({ ok: true, owner: "u/zima_rs" });
    const json = { name: "zima_rs", is_suspended: true };
    reddit().disturb("GET /api/v1/me", { answer: { status: 200, json } });
    expect(await publisher.test(account, signal)).toMatchObject({ why: "credentials" });
    expect(await publisher.refresh(account, signal)).toBeNull();
  });

  test("fetches one access token for all calls of all parts until it ends", async () => {
    const api = apiOf();
    const tested = () => createRedditPublisher(api).test(account, signal);
    await Promise.all([tested(), tested(), tested()]);
    const posts = [{ id: 1, externalId: "t3_1", publishedAt: time().now(), video: false }];
    await createRedditMetrics(api).read(account, posts, signal);
    const tokens = () => reddit().calls.filter((call) => call === tokenCall).length;
    expect(tokens()).toBe(1);
    time().pass(3600);
    await tested();
    expect(tokens()).toBe(2);
  });

  test("gets another token when Reddit has ended one early, and posts once", async () => {
    const api = apiOf();
    const publisher = createRedditPublisher(api);
    await publisher.test(account, signal);
    reddit().tokens.access.clear();
    expect(await publish({}, attemptOf(), api)).toMatchObject({ ok: true });
    expect(reddit().submissions).toHaveLength(1);
    const answer = { status: 401, json: { message: "Unauthorized", error: 401 } };
    for (let n = 0; n < 2; n += 1) reddit().disturb("GET /api/v1/me", { answer });
    expect(await publisher.test(account, signal)).toEqual({
      ...{ ok: false, why: "credentials", error: "401 Unauthorized" },
    });
  });

  test("stores a new refresh token before it is used, also for who has the old one", async () => {
    reddit().tokens.rotates = true;
    const publisher = createRedditPublisher(apiOf());
    await publisher.test(account, signal);
    const second = reddit().tokens.refresh;
    const [used, fresh] = [{ refresh_token: refreshToken }, { refresh_token: second }];
    // Only the token call had been made by then.
    expect(saved()).toEqual([{ used, fresh, expiresAt: null, calls: 1 }]);
    time().pass(3600);
    expect(await publisher.test(account, signal)).toMatchObject({ ok: true });
    expect(saved()[1]).toMatchObject({ used: { refresh_token: second } });
  });

  test("that was revoked or never made must be made again", async () => {
    const publisher = createRedditPublisher(apiOf());
    const revoked = { ...account, credentials: { refresh_token: "canary-revoked" } };
    const wanted = { ok: false, why: "credentials" };
    expect(await publisher.test(revoked, signal)).toMatchObject(wanted);
    expect(await publisher.test({ ...account, credentials: {} }, signal)).toMatchObject(wanted);
  });

  test("is not to blame for an app that Reddit does not know", async () => {
    const api = apiOf(reddit().origin, { ...redditApp, clientSecret: "canary-wrong" });
    expect(await createRedditPublisher(api).test(account, signal)).toEqual({
      ...{ ok: false, why: "later", retryAt: new Date("2026-11-27T11:00:00Z") },
      error:
        "Reddit does not know this server's app: see REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET.",
    });
  });

  test("an error of the sign-in's servers says nothing about the account", async () => {
    reddit().disturb(tokenCall, { answer: { status: 502, text: "" } });
    await expect(createRedditPublisher(apiOf()).test(account, signal)).rejects.toThrow("502");
  });
});

describe("figures of Reddit", () => {
  const read = (posts: { id: number; externalId: string }[]) =>
    createRedditMetrics(apiOf()).read(
      account,
      posts.map((post) => ({ video: false, publishedAt: time().now(), ...post })),
      signal,
    );

  test("are votes, comments and crossposts; Reddit reports no views", async () => {
    await publish();
    const figures = await read([
      { id: 1, externalId: idAt(0) ?? "" },
      { id: 2, externalId: "t3_gone" },
    ]);
    expect(Object.fromEntries(figures)).toEqual({
      1: { impressions: null, video_views: null, likes: 12, comments: 3, shares: 1 },
    });
  });

  test("of more than 100 posts take several calls", async () => {
    await publish();
    const posts = Array.from({ length: 101 }, (_, index) => ({
      id: index,
      externalId: index === 0 ? (idAt(0) ?? "") : `t3_other${index}`,
    }));
    expect((await read(posts)).size).toBe(1);
    const sizes = reddit()
      .requests.filter(({ path }) => path === "/api/info")
      .map(({ query }) => query.get("id")?.split(",").length);
    expect(sizes).toEqual([100, 1]);
  });

  test("are an error if none could be read", async () => {
    reddit().disturb("GET /api/info", { answer: { status: 403, json: { message: "Forbidden" } } });
    await expect(read([{ id: 1, externalId: "t3_1" }])).rejects.toThrow("403 Forbidden");
  });
});

type Interaction = {
  readonly request: { readonly method: string; readonly uri: string; readonly body: unknown };
  readonly response: { readonly status: { readonly code: number }; readonly body: unknown };
};

/** Reddit's answers to PRAW, as its authors recorded them. */
describe.runIf(hasDocument("redditAnswers"))("what Reddit answered to PRAW", () => {
  const textOf = (body: unknown) =>
    typeof body === "object" && body && "string" in body ? String(body.string) : String(body ?? "");
  const recorded = (file: string, path: string) => {
    const text = readFileSync(join(documents.redditAnswers, `${file}.json`), "utf8");
    const { interactions } = JSON.parse(text) as { interactions: Interaction[] };
    const found = interactions.filter(({ request }) => new URL(request.uri).pathname === path);
    return found.map(({ request, response }) => ({
      form: new URLSearchParams(textOf(request.body)),
      reply: { status: response.status.code, text: textOf(response.body) },
    }));
  };
  const sent = (path: string) =>
    new URLSearchParams(
      reddit()
        .requests.findLast((request) => request.path === path)
        ?.body.toString(),
    );
  const names = (form: URLSearchParams) => [...new Set(form.keys())].sort();

  test("to a text is read, and the same fields are sent, with a flair", async () => {
    const [theirs] = recorded("TestSubreddit.test_submit__flair", "/api/submit/");
    const id = theirs?.form.get("flair_id") ?? "";
    reddit().subreddits.set("ThirdRealm", { flairs: [{ id, text: "Test", mod_only: false }] });
    const answer = theirs?.reply ?? { status: 500, text: "" };
    reddit().disturb(submitCall, { answer });
    const result = await publish({
      ...{ title: "Test Title", text: "Test text." },
      reddit: { body: null, subreddits: [{ name: "ThirdRealm", flairId: id }], flairIds: [] },
    });
    expect(result).toEqual({
      ok: true,
      externalId: "t3_6hi2vp",
      url: "https://www.reddit.com/r/ThirdRealm/comments/6hi2vp/test_title/",
    });
    const ours = sent("/api/submit");
    for (const name of ["api_type", "kind", "title", "text", "flair_id"]) {
      expect(ours.get(name)).toBe(theirs?.form.get(name));
    }
    for (const name of ["resubmit", "sendreplies"]) {
      expect(ours.get(name)).toBe(theirs?.form.get(name)?.toLowerCase());
    }
  });

  test("to a title that a subreddit does not take is a refusal in its words", async () => {
    const [theirs] = recorded("TestSubreddit.test_submit__verify_invalid", "/api/submit/");
    reddit().disturb(submitCall, { answer: theirs?.reply ?? { status: 500 } });
    expect(await publish()).toEqual({
      ok: false,
      error:
        '400 Bad Request: You may not have "dfgfdgfdgdf" in your title. (SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING)',
    });
    expect(names(sent("/api/submit"))).toEqual(
      names(theirs?.form ?? new URLSearchParams())
        .filter((name) => name !== "url")
        .concat("text")
        .sort(),
    );
  });

  test.each([
    ["TestSubreddit.test_submit_image", "image"],
    ["TestSubreddit.test_submit_image__without_websockets", "image"],
    ["TestSubreddit.test_submit_video", "video"],
  ])("in %s is waited for, and the same fields are sent", async (file, kind) => {
    const submits = recorded(file, "/api/submit/");
    expect(submits.length).toBeGreaterThan(0);
    const [lease] = recorded(file, "/api/media/asset.json");
    for (const { form, reply } of submits.slice(0, 1)) {
      reddit().disturb(submitCall, { answer: reply });
      const post = kind === "image" ? { imageUrl: "/1.jpg" } : { videoUrl: "/1.mp4" };
      expect(await publish(post)).toMatchObject({ ok: "waiting" });
      const added = [...names(form), "text"].sort();
      expect(names(sent("/api/submit"))).toEqual(added);
      expect(names(sent("/api/media/asset.json"))).toEqual(names(lease?.form ?? form));
    }
  });

  test("to a lease names a host where uploads may go, and a key", async () => {
    const [lease] = recorded("TestSubreddit.test_submit_image", "/api/media/asset.json");
    const { args } = JSON.parse(lease?.reply.text ?? "") as {
      args: { action: string; fields: { name: string; value: string }[] };
    };
    // The stand-in judges the other fields; the recorded fields come in the same order.
    const action = reddit().origin.replace("http:", "");
    const answer = { status: 200, json: { args: { ...args, action } } };
    reddit().disturb("POST /api/media/asset.json", { answer });
    reddit().disturb("POST /", { answer: { status: 201, text: "" } });
    reddit().disturb(submitCall, { answer: { status: 503, text: "" } });
    await expect(publish({ imageUrl: "/1.jpg" })).rejects.toThrow("503");
    const upload = reddit().requests.find(({ path }) => path === "/");
    const parts = await upload?.parts();
    expect(parts?.map(([name]) => name)).toEqual([...args.fields.map(({ name }) => name), "file"]);
    expect(sent("/api/submit").get("url")).toBe(`${reddit().origin}/8xjguc40cnrb1`);
    expect(new URL(args.action, "https://oauth.reddit.com").href).toBe(
      "https://reddit-uploaded-media.s3-accelerate.amazonaws.com/",
    );
  });

  test("to a code has the tokens that are read", async () => {
    const [theirs] = recorded("TestAuthWeb.test_authorize", "/api/v1/access_token");
    reddit().disturb(tokenCall, { answer: theirs?.reply ?? { status: 500 } });
    const me = { status: 200, json: { name: "zima_rs" } };
    reddit().disturb("GET /api/v1/me", { answer: me });
    expect(await createReddit(apiOf()).connect(account, "c", callback, signal)).toMatchObject({
      ...{ ok: true, credentials: { refresh_token: "<REFRESH_TOKEN>" } },
    });
    expect(names(sent("/api/v1/access_token"))).toEqual(
      names(theirs?.form ?? new URLSearchParams()),
    );
  });
});

describe("the deletion of a post on Reddit", () => {
  const remove = (id: string) => createRedditPublisher(apiOf()).remove?.(account, id, signal);

  test("is refused to an account that was connected without the right to it", async () => {
    await publish({ title: "Prvi" });
    reddit().rights.edit = false;
    expect(await remove(idAt(0) ?? "")).toEqual({ ok: false, error: "403 Forbidden" });
    expect(reddit().submissions).toHaveLength(1);
  });
});
