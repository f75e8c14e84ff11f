import { describe, expect, it, onTestFinished } from "vitest";
import { createThreadsMetrics } from "../../../server/adapters/live/threads/metrics";
import { createThreadsPublisher } from "../../../server/adapters/live/threads/publisher";
import type { Figures } from "../../../server/ports/metrics-source";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { startFiles } from "../../peers/meta/files";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import { createTries, silent, watched } from "../../peers/meta/tries";
import { createTime, liveOf, publicationOf } from "../../peers/support/publishing";
import { startThreads, threadsErrors, zima } from "../../peers/threads/peer";
import { createPostman } from "../../peers/threads/postman";
import { hasDocument } from "../../support/documents";
import { fc } from "../../support/random-seed";

const signal = new AbortController().signal;

async function start() {
  const time = createTime();
  const threads = await startThreads(time);
  const files = await startFiles();
  onTestFinished(async () => {
    await files.close();
    await threads.peer.close();
  });
  const addresses = { graph: threads.peer.origin };
  const live = { ...liveOf(time, threads.peer.origin), media: files.media };
  const create = (own = live) => createThreadsPublisher(own, addresses, async () => {});
  return {
    ...{ ...threads, time, files, live, create, publisher: create() },
    metrics: createThreadsMetrics(live, addresses),
  };
}

const accountWith = (access_token: string, threads_user_id = zima.id): PlatformAccount => ({
  ...{ id: 4, platform: "threads", username: "@zima.shop", proxy: null },
  credentials: { threads_user_id, access_token },
});
const account = accountWith(zima.token);
const text = (words: string) => publicationOf(account, { text: words });
const picture = (more: Partial<Publication["post"]> = {}) =>
  publicationOf(account, { imageUrl: "https://shop.example.com/400x300.png", ...more });
const video = publicationOf(account, { videoUrl: "https://shop.example.com/a.mp4" });

const user = `/v1.0/${zima.id}`;
const publish = `POST ${user}/threads_publish`;
const firstContainer = "/v1.0/17900000000000001";
const firstPost = "/v1.0/18000000000000001";

describe("A post on Threads", () => {
  it("of text is published at once", async () => {
    const { publisher, state, time, peer } = await start();
    const words = "Žuta jakna 🧥 100% & «sneg»\nhttps://zima.example.com/?a=1&b=č";
    expect(await createTries(time, text(words)).once(publisher)).toEqual({
      ok: true,
      externalId: "18000000000000001",
      url: "https://www.threads.com/@zima.shop/post/D18000000000000001",
    });
    expect(state.posts).toMatchObject([{ text: words }]);
    expect(peer.calls).toEqual([
      `POST ${user}/threads`,
      `GET ${firstContainer}`,
      publish,
      `GET ${firstPost}`,
    ]);
  });

  it("with a picture is published half a minute later, with its description", async () => {
    const { publisher, state, time } = await start();
    const tries = createTries(time, picture({ altText: "Jakna" }));
    expect(await tries.once(publisher)).toEqual({
      ok: "waiting",
      note: "Threads is processing the image.",
      askAt: new Date("2026-11-27T10:00:30Z"),
    });
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.posts).toMatchObject([
      { fields: { alt_text: "Jakna", image: { format: "jpeg", width: 400 } } },
    ]);
  });

  it.each(["3000x200", "200x3000", "2000x2000"])("takes a picture of %s pixels", async (size) => {
    const { publisher, time } = await start();
    const tries = createTries(time, picture({ imageUrl: `/media/${size}.png`, text: "" }));
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
  });

  it("with a video is asked for once a minute", async () => {
    const { publisher, state, time, files } = await start();
    state.processing.reads = 2;
    const tries = createTries(time, video);
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(time.now()).toEqual(new Date("2026-11-27T10:02:30Z"));
    expect(state.posts).toMatchObject([{ fields: { video: files.video.length } }]);
  });

  it("with media needs a public address, and without one no call is made", async () => {
    const { publisher, files, time, peer } = await start();
    files.trouble.isPrivate = true;
    expect(await createTries(time, picture()).once(publisher)).toMatchObject({ ok: false });
    expect(await createTries(time, video).once(publisher)).toMatchObject({ ok: false });
    expect(peer.calls).toEqual([]);
  });

  it("needs a text, an image or a video", async () => {
    const { publisher, time, peer } = await start();
    expect(await createTries(time, text(" ")).once(publisher)).toEqual({
      ok: false,
      error: "Threads needs a text, an image or a video.",
    });
    expect(peer.calls).toEqual([]);
  });

  it("whose media Threads cannot fetch gets one more container, and names the host", async () => {
    const { publisher, state, files, time } = await start();
    files.trouble.status = 403;
    const tries = createTries(time, picture());
    expect(await tries.settle(publisher)).toEqual({
      ok: false,
      error: "Threads could not fetch the file from console.example.com: FAILED_DOWNLOADING_IMAGE",
    });
    expect(state.containers.size).toBe(2);
    delete files.trouble.status;
    delete state.processing.error;
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
  });

  it.each(["INVALID_DURATION", "FAILED_PROCESSING_VIDEO"])(
    "with a video of %s is refused at once",
    async (error) => {
      const { publisher, state, time } = await start();
      state.processing.error = error;
      expect(await createTries(time, video).settle(publisher)).toEqual({
        ok: false,
        error: `Threads could not process the post: ${error}`,
      });
      expect(state.containers.size).toBe(1);
    },
  );
});

describe("The length of a text on Threads", () => {
  it("is at most 500, counted before any call", async () => {
    const { publisher, time, peer } = await start();
    expect(await createTries(time, text("č".repeat(501))).once(publisher)).toEqual({
      ok: false,
      error: "The text has 501 characters; Threads allows 500: shorten it by 1.",
    });
    expect(await createTries(time, text("🧥".repeat(126))).once(publisher)).toMatchObject({
      error: "The text has 504 characters; Threads allows 500: shorten it by 4.",
    });
    expect(peer.calls).toEqual([]);
    expect(await createTries(time, text("č".repeat(500))).once(publisher)).toMatchObject({
      ok: true,
    });
  });

  it("beyond Threads' own limit is refused in its words", async () => {
    const { publisher, peer, time } = await start();
    peer.disturb(`POST ${user}/threads`, { answer: threadsErrors.text });
    expect(await createTries(time, text("Zima")).once(publisher)).toEqual({
      ok: false,
      error: "Param text must be at most 500 characters long. (100)",
    });
  });
});

it("Any text arrives on Threads as it was written", async () => {
  const { publisher, state, time } = await start();
  const written = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
    .filter((words) => words.trim() !== "");
  await fc.assert(
    fc.asyncProperty(written, async (words) => {
      const outcome = await createTries(time, text(words)).once(publisher);
      expect(outcome).toMatchObject({ ok: true });
      expect(state.posts[0]?.text).toBe(words);
    }),
    { numRuns: 30 },
  );
});

describe("Threads' answer 'Media Not Found' for a new container", () => {
  it("is followed by the same container", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(publish, { answer: threadsErrors.mediaNotFound });
    const tries = createTries(time, text("Zima"));
    expect(await tries.once(publisher)).toEqual({
      ok: false,
      why: "later",
      of: "post",
      error: "The media with id 1790 cannot be found. (24/4279009)",
      retryAt: new Date("2026-11-27T10:00:05Z"),
    });
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(1);
    expect(state.posts).toHaveLength(1);
  });

  it("three times is followed by one new container, after 5, 10 and 20 seconds", async () => {
    const { publisher, state, peer, time } = await start();
    for (let count = 0; count < 3; count += 1) {
      peer.disturb(publish, { answer: threadsErrors.mediaNotFound });
    }
    const tries = createTries(time, text("Zima"));
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(time.now()).toEqual(new Date("2026-11-27T10:00:35Z"));
    expect(state.containers.size).toBe(2);
    expect(state.posts).toHaveLength(1);
  });

  it("for the new one too ends the post, and a retry by the operator begins again", async () => {
    const { publisher, state, peer, time } = await start();
    for (let count = 0; count < 4; count += 1) {
      peer.disturb(publish, { answer: threadsErrors.mediaNotFound });
    }
    const tries = createTries(time, text("Zima"));
    expect(await tries.settle(publisher)).toEqual({
      ok: false,
      error: "The media with id 1790 cannot be found. (24/4279009)",
    });
    expect(state.posts).toEqual([]);
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.containers.size).toBe(3);
  });
});

describe("An error of Threads for a post that is out", () => {
  it.each([
    ["code 10", threadsErrors.permission],
    ["status 500", { status: 500, text: "" }],
    ["'Media Not Found'", threadsErrors.mediaNotFound],
    ["a limit", busy(5)],
  ])("(%s) is not believed: the container knows", async (_name, answer) => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(publish, { answer, effect: true });
    expect(await createTries(time, text("Zima")).once(publisher)).toMatchObject({
      ok: true,
      externalId: "18000000000000001",
      url: "https://www.threads.com/@zima.shop/post/D18000000000000001",
    });
    expect(state.creatingCalls).toBe(1);
  });

  it("is believed if the container is not published", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(publish, { answer: threadsErrors.permission });
    expect(await createTries(time, text("Zima")).once(publisher)).toEqual({
      ok: false,
      why: "credentials",
      error:
        "The token lacks a permission: (#10) Application does not have permission for this action",
    });
    expect(state.posts).toEqual([]);
  });

  it("is not certain if the container cannot be read", async () => {
    const { publisher, state, peer, time } = await start();
    state.processing.reads = 1;
    const tries = createTries(time, text("Zima"));
    await tries.once(publisher);
    time.pass(2);
    peer.disturb(publish, { answer: threadsErrors.permission, effect: true });
    peer.disturb(`GET ${firstContainer}`, {
      answer: { status: 200, json: { status: "FINISHED" } },
    });
    peer.disturb(`GET ${firstContainer}`, { answer: { status: 503, text: "" } });
    await expect(tries.once(publisher)).rejects.toThrow("Threads gave no certain answer.");
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.creatingCalls).toBe(1);
  });
});

describe("A lost answer of Threads", () => {
  it("before the call arrived: the post is absent, and the same container is published", async () => {
    const { publisher, state, peer, time } = await start();
    peer.disturb(publish, { cut: "before" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow("did not answer");
    expect(await tries.settle(publisher)).toMatchObject({ ok: true });
    expect(state.posts).toHaveLength(1);
    expect(state.containers.size).toBe(1);
  });

  it("after the call took effect: the post is found, and not one like it of last week", async () => {
    const { publisher, state, peer, time } = await start();
    state.post("Zima", new Date("2026-11-20T10:00:00Z"));
    peer.disturb(publish, { cut: "after" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow("did not answer");
    state.post("Nešto drugo.");
    expect(await tries.once(publisher)).toMatchObject({ externalId: "18000000000000002" });
    expect(state.creatingCalls).toBe(1);
  });

  it("is not cleared up while Threads is out of order", async () => {
    const { publisher, peer, time } = await start();
    peer.disturb(publish, { cut: "after" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow();
    peer.disturb(`GET ${firstContainer}`, { answer: { status: 503, text: "" } });
    await expect(tries.once(publisher)).rejects.toThrow("Threads answered with status 503.");
    expect(await tries.once(publisher)).toMatchObject({ ok: true });
  });

  it.each([
    ["and whose list has the post counts as published", "after"],
    ["and whose list does not have it leaves it to the operator", "before"],
  ] as const)("whose container Threads has forgotten %s", async (_case, cut) => {
    const { publisher, peer, time } = await start();
    peer.disturb(publish, { cut });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow();
    const answer = noSuchObject("17900000000000001");
    peer.disturb(`GET ${firstContainer}`, { answer });
    expect(await tries.once(publisher)).toMatchObject({ ok: "waiting" });
    time.pass(400);
    peer.disturb(`GET ${firstContainer}`, { answer });
    expect(await tries.once(publisher)).toEqual(
      cut === "after"
        ? { ok: true, externalId: "18000000000000001", url: expect.stringMatching(/^https:/) }
        : { ok: "unsure", advice: "Look at the profile on Threads." },
    );
  });

  it("is found on the account also behind a hundred newer posts", async () => {
    const { publisher, peer, state, time } = await start();
    peer.disturb(publish, { cut: "after" });
    const tries = createTries(time, text("Zima"));
    await expect(tries.once(publisher)).rejects.toThrow();
    for (let count = 0; count < 100; count += 1) state.post(`Novo ${count}`);
    time.pass(400);
    peer.disturb(`GET ${firstContainer}`, { answer: noSuchObject("17900000000000001") });
    expect(await tries.once(publisher)).toMatchObject({
      ...{ ok: true, externalId: "18000000000000001" },
    });
  });

  it("of the server itself, killed at any step, doubles and loses nothing", async () => {
    for (const publication of [text("Zima"), picture()]) {
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
      expect(steps).toBeGreaterThan(5);
    }
  });
});

describe("The test of a Threads account", () => {
  it("says whose token it is", async () => {
    const { publisher } = await start();
    expect(await watched(publisher).test(account, signal)).toEqual({
      ok: true,
      owner: "@zima.shop",
    });
  });

  it("refuses the token of another profile, an unknown and an expired one", async () => {
    const { publisher, expired } = await start();
    const { test } = watched(publisher);
    expect(await test(accountWith(zima.token, "26000000000000009"), signal)).toEqual({
      ok: false,
      why: "credentials",
      error: `This token belongs to @zima.shop, whose Threads user ID is ${zima.id}, not 26000000000000009.`,
    });
    expect(await test(accountWith("THcanary"), signal)).toMatchObject({ why: "credentials" });
    expect(await test(accountWith(""), signal)).toMatchObject({ why: "credentials" });
    expired.add(zima.token);
    expect(await test(account, signal)).toMatchObject({ why: "credentials" });
  });

  it("does not blame the token for a broken server", async () => {
    const { publisher, peer } = await start();
    peer.disturb("GET /v1.0/me", { answer: { status: 502, text: "" } });
    expect(await watched(publisher).test(account, signal)).toMatchObject({ why: "later" });
  });
});

describe("The deletion of a post on Threads", () => {
  const first = "18000000000000001";

  it("leaves the others", async () => {
    const { publisher, state, time, peer } = await start();
    await createTries(time, text("Prvi")).settle(publisher);
    await createTries(time, text("Drugi")).settle(publisher);
    expect(await publisher.remove?.(account, first, signal)).toEqual({ ok: true });
    expect(state.posts).toMatchObject([{ text: "Drugi" }]);
    expect(peer.calls.at(-1)).toBe(`DELETE ${firstPost}`);
  });

  it("takes a token with the permission to delete", async () => {
    const { publisher, state, time, rights } = await start();
    await createTries(time, text("Prvi")).settle(publisher);
    rights.delete = false;
    expect(await publisher.remove?.(account, first, signal)).toEqual({
      ...{ ok: false, why: "credentials" },
      error:
        "The token lacks a permission: (#10) Application does not have permission for this action",
    });
    expect(state.posts).toHaveLength(1);
  });

  it("is uncertain without an answer", async () => {
    const { publisher, time, peer } = await start();
    await createTries(time, text("Prvi")).settle(publisher);
    peer.disturb(`DELETE ${firstPost}`, { cut: "after" });
    await expect(publisher.remove?.(account, first, signal)).rejects.toThrow("did not answer");
  });
});

describe("The refresh of a Threads token", () => {
  it("replaces the token", async () => {
    const { publisher } = await start();
    expect(await publisher.refresh(account, signal)).toEqual({
      ok: true,
      credentials: { threads_user_id: zima.id, access_token: "THAAcanaryRefreshed1" },
      expiresAt: new Date("2027-01-26T10:00:00Z"),
    });
  });

  it("is refused for a dead token only; after anything else it is tried tomorrow", async () => {
    const { publisher, peer } = await start();
    const call = "GET /refresh_access_token";
    const refresh = () => silent(publisher.refresh(account, signal));
    for (const answer of [
      { status: 502, text: "" },
      graphError({ message: "An access token is required.", code: 104 }),
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

it("The figures of Threads count reposts and quotes as shares", async () => {
  const { metrics, figures } = await start();
  figures.set("1", { views: 900, likes: 40, replies: 3, reposts: 2, quotes: 1, shares: 4 });
  figures.set("2", { views: 10, likes: 0 });
  const post = (id: number, externalId: string, isVideo: boolean) => ({
    ...{ id, externalId, video: isVideo, publishedAt: new Date("2026-11-20T10:00:00Z") },
  });
  const posts = [post(11, "1", false), post(12, "2", true)];
  expect(await silent(metrics.read(account, posts, signal))).toEqual(
    new Map<number, Figures>([
      [11, { impressions: 900, video_views: null, likes: 40, comments: 3, shares: 7 }],
      [12, { impressions: 10, video_views: 10, likes: 0, comments: null, shares: null }],
    ]),
  );
});

// The collection is Meta's; it lies beside the project only on some machines.
it.runIf(hasDocument("threadsCollection"))(
  "Every request to Threads is in Meta's own Postman collection",
  async () => {
    const { publisher, metrics, state, peer, time } = await start();
    const postmanEntry = createPostman(zima.id);
    await publisher.test(account, signal);
    await publisher.refresh(account, signal);
    await createTries(time, text("Zima")).settle(publisher);
    await createTries(time, picture({ altText: "Jakna" })).settle(publisher);
    await createTries(time, video).settle(publisher);
    const last = `180000000000000${String(state.posts.length).padStart(2, "0")}`;
    await metrics.read(
      account,
      [{ id: 1, externalId: last, publishedAt: time.now(), video: false }],
      signal,
    );
    peer.disturb(publish, { cut: "after" });
    const lost = createTries(time, text("Izgubljen"));
    await expect(lost.once(publisher)).rejects.toThrow();
    await lost.settle(publisher);

    await publisher.remove?.(account, last, signal);

    const entries = new Set(peer.requests.map((request) => postmanEntry(request) ?? request.path));
    expect([...entries].sort()).toEqual([
      "1.1 Create Text Container",
      "1.2 Create Image Container",
      "1.3 Create Video Container",
      "2. Publish Threads Post",
      "Check Container's Publishing Status",
      "Delete Threads Post",
      "Get App-Scoped User's Profile Information",
      "Get Post Insights",
      "Get Threads Post Details",
      "Get a List of All a User's Threads",
      "Refresh Access Token",
    ]);
    // The check can fail: a field and an address that Meta does not have.
    const [first] = peer.requests;
    if (!first) throw new Error("no requests");
    expect(postmanEntry({ ...first, query: new URLSearchParams("fields=id,shoe_size") })).toBe(
      undefined,
    );
    expect(postmanEntry({ ...first, path: "/v1.0/you" })).toBe(undefined);
  },
);
