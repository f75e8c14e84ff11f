import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createThreadsMetrics } from "../../../server/adapters/live/threads/metrics";
import { createThreadsPublisher } from "../../../server/adapters/live/threads/publisher";
import type { MetricsSource } from "../../../server/ports/metrics-source";
import type { PlatformAccount, Publication, Publisher } from "../../../server/ports/publisher";
import { startFiles } from "../../peers/meta/files";
import { busy, expiredToken, graphError, noSuchObject } from "../../peers/meta/graph";
import { createTime, liveOf, publicationOf } from "../../peers/support/publishing";
import { createTries, silent, watched } from "../../peers/support/tries";
import { startThreads, threadsErrors, zima } from "../../peers/threads/peer";
import { createPostman } from "../../peers/threads/postman";
import { hasDocument } from "../../support/documents";

const signal = new AbortController().signal;

let time: ReturnType<typeof createTime>;
let threads: Awaited<ReturnType<typeof startThreads>>;
let peer: typeof threads.peer;
let state: typeof threads.state;
let files: Awaited<ReturnType<typeof startFiles>>;
let publisher: Publisher;
let metrics: MetricsSource;

beforeEach(async () => {
  time = createTime();
  threads = await startThreads(time);
  ({ peer, state } = threads);
  files = await startFiles();
  const live = { ...liveOf(time, peer.origin), media: files.media };
  publisher = createThreadsPublisher(live, { graph: peer.origin }, async () => {});
  metrics = createThreadsMetrics(live, { graph: peer.origin });
});
afterEach(async () => {
  await files.close();
  await peer.close();
});

const accountWith = (access_token: string, threads_user_id = zima.id): PlatformAccount => ({
  ...{ id: 4, platform: "threads", username: "@zima.shop", proxy: null },
  credentials: { threads_user_id, access_token },
});
const account = accountWith(zima.token);
const picture = { imageUrl: "https://shop.example.com/400x300.png" };
const video = { videoUrl: "https://shop.example.com/a.mp4" };
const tries = (post: Partial<Publication["post"]> = { text: "Zima" }) =>
  createTries(time, publicationOf(account, post), publisher);

const user = `/v1.0/${zima.id}`;
const publish = `POST ${user}/threads_publish`;
const firstContainer = "GET /v1.0/17900000000000001";
const firstPost = "GET /v1.0/18000000000000001";
const forgotten = { answer: noSuchObject("17900000000000001") };
const out = { ok: true };
const found = {
  ok: true,
  externalId: "18000000000000001",
  url: "https://www.threads.com/@zima.shop/post/D18000000000000001",
};
const credentials = { ok: false, why: "credentials" };

/** Loses the answer to the call that publishes. */
async function lost(cut: "before" | "after") {
  peer.disturb(publish, { cut });
  const post = tries();
  await expect(post.once()).rejects.toThrow("did not answer");
  return post;
}

describe("A post on Threads", () => {
  it("of text is published at once", async () => {
    const words = "Žuta jakna 🧥 100% & «sneg»\nhttps://zima.example.com/?a=1&b=č";
    expect(await tries({ text: words }).once()).toEqual(found);
    expect(state.posts).toMatchObject([{ text: words }]);
    expect(peer.calls).toEqual([`POST ${user}/threads`, firstContainer, publish, firstPost]);
  });

  it("with a picture is published half a minute later, with its description", async () => {
    const post = tries({ ...picture, altText: "Jakna" });
    expect(await post.once()).toEqual({
      ok: "waiting",
      note: "Threads is processing the image.",
      askAt: new Date("2026-11-27T10:00:30Z"),
    });
    expect(await post.settle()).toMatchObject(out);
    const image = { format: "jpeg", width: 400 };
    expect(state.posts).toMatchObject([{ fields: { alt_text: "Jakna", image } }]);
  });

  it.each(["3000x200", "200x3000", "2000x2000"])("takes a picture of %s pixels", async (size) => {
    const post = tries({ imageUrl: `/media/${size}.png`, text: "" });
    expect(await post.settle()).toMatchObject(out);
  });

  it("with a video is asked for once a minute", async () => {
    state.processing.reads = 2;
    expect(await tries(video).settle()).toMatchObject(out);
    expect(time.now()).toEqual(new Date("2026-11-27T10:02:30Z"));
    expect(state.posts).toMatchObject([{ fields: { video: files.video.length } }]);
  });

  it("with media needs a public address, and without one no call is made", async () => {
    files.trouble.isPrivate = true;
    expect(await tries(picture).once()).toMatchObject({ ok: false });
    expect(await tries(video).once()).toMatchObject({ ok: false });
    expect(peer.calls).toEqual([]);
  });

  const long = (length: number, over: number) =>
    `The text has ${length} characters; Threads allows 500: shorten it by ${over}.`;
  it.each([
    ["needs a text, an image or a video", " ", "Threads needs a text, an image or a video."],
    ["has at most 500 characters", "č".repeat(501), long(501, 1)],
    ["has emoji that count as their bytes", "🧥".repeat(126), long(504, 4)],
  ])("%s, which is said before any call", async (_, text, error) => {
    expect(await tries({ text }).once()).toEqual({ ok: false, error });
    expect(peer.calls).toEqual([]);
  });

  it("may have 500 characters, and is refused beyond Threads' own limit in its words", async () => {
    expect(await tries({ text: "č".repeat(500) }).once()).toMatchObject(out);
    peer.disturb(`POST ${user}/threads`, { answer: threadsErrors.text });
    const error = "Param text must be at most 500 characters long. (100)";
    expect(await tries().once()).toEqual({ ok: false, error });
  });

  it("whose media Threads cannot fetch gets one more container, and names the host", async () => {
    files.trouble.status = 403;
    const post = tries(picture);
    expect(await post.settle()).toEqual({
      ok: false,
      error: "Threads could not fetch the file from console.example.com: FAILED_DOWNLOADING_IMAGE",
    });
    expect(state.containers.size).toBe(2);
    delete files.trouble.status;
    delete state.processing.error;
    expect(await post.settle()).toMatchObject(out);
  });

  it.each(["INVALID_DURATION", "FAILED_PROCESSING_VIDEO"])(
    "with a video of %s is refused at once",
    async (error) => {
      state.processing.error = error;
      expect(await tries(video).settle()).toEqual({
        ...{ ok: false, error: `Threads could not process the post: ${error}` },
      });
      expect(state.containers.size).toBe(1);
    },
  );
});

// Containers are the same as Instagram's: see instagram.test.ts and instagram-lost.test.ts for the rest.
describe("Threads' answer 'Media Not Found' for a new container", () => {
  /** It comes for this many calls that publish. */
  const notFound = (times: number) => {
    for (let count = 0; count < times; count += 1) {
      peer.disturb(publish, { answer: threadsErrors.mediaNotFound });
    }
  };

  it("is followed by the same container", async () => {
    notFound(1);
    const post = tries();
    const retryAt = new Date("2026-11-27T10:00:05Z");
    expect(await post.once()).toEqual({
      ...{ ok: false, why: "later", scope: "post", retryAt },
      error: "The media with id 1790 cannot be found. (24/4279009)",
    });
    expect(await post.settle()).toMatchObject(out);
    expect(state.containers.size).toBe(1);
    expect(state.posts).toHaveLength(1);
  });

  it("three times is followed by one new container, after 5, 10 and 20 seconds", async () => {
    notFound(3);
    expect(await tries().settle()).toMatchObject(out);
    expect(time.now()).toEqual(new Date("2026-11-27T10:00:35Z"));
    expect(state.containers.size).toBe(2);
    expect(state.posts).toHaveLength(1);
  });
});

describe("An error of Threads for a post that is out", () => {
  it.each([
    ["code 10", threadsErrors.permission],
    ["status 500", { status: 500, text: "" }],
    ["'Media Not Found'", threadsErrors.mediaNotFound],
    ["a limit", busy(5)],
  ])("(%s) is not believed: the container knows", async (_name, answer) => {
    peer.disturb(publish, { answer, effect: true });
    expect(await tries().once()).toMatchObject(found);
    expect(state.creatingCalls).toBe(1);
  });
});

describe("A lost answer of Threads", () => {
  it("after the call took effect: the post is found, and not one like it of last week", async () => {
    state.post("Zima", new Date("2026-11-20T10:00:00Z"));
    const post = await lost("after");
    state.post("Nešto drugo.");
    expect(await post.once()).toMatchObject({ externalId: "18000000000000002" });
    expect(state.creatingCalls).toBe(1);
  });

  it.each([
    ["behind a hundred newer posts", "after", found],
    [
      "or leaves it to the operator",
      "before",
      { ok: "unsure", advice: "Look at the profile on Threads." },
    ],
  ] as const)("whose container Threads has forgotten is found %s", async (_case, cut, outcome) => {
    const post = await lost(cut);
    for (let count = 0; count < 100; count += 1) state.post(`Novo ${count}`);
    peer.disturb(firstContainer, forgotten);
    expect(await post.once()).toMatchObject({ ok: "waiting" });
    time.pass(400);
    peer.disturb(firstContainer, forgotten);
    expect(await post.once()).toEqual(outcome);
  });
});

describe("A token of Threads", () => {
  const test = (of = account) => watched(publisher).test(of, signal);

  it("says whose it is", async () => {
    expect(await test()).toEqual({ ok: true, owner: "@zima.shop" });
  });

  it("of another profile, an unknown and an expired one are refused", async () => {
    expect(await test(accountWith(zima.token, "26000000000000009"))).toEqual({
      ...credentials,
      error: `This token belongs to @zima.shop, whose Threads user ID is ${zima.id}, not 26000000000000009.`,
    });
    expect(await test(accountWith("THcanary"))).toMatchObject(credentials);
    expect(await test(accountWith(""))).toMatchObject(credentials);
    threads.expired.add(zima.token);
    expect(await test()).toMatchObject(credentials);
  });

  it("deletes only with the permission to", async () => {
    await tries().settle();
    threads.rights.delete = false;
    expect(await publisher.remove?.(account, "18000000000000001", signal)).toEqual({
      ...credentials,
      error:
        "The token lacks a permission: (#10) Application does not have permission for this action",
    });
    expect(state.posts).toHaveLength(1);
  });

  it("is replaced by its refresh", async () => {
    expect(await publisher.refresh(account, signal)).toEqual({
      ok: true,
      credentials: { threads_user_id: zima.id, access_token: "THAAcanaryRefreshed1" },
      expiresAt: new Date("2027-01-26T10:00:00Z"),
    });
  });

  it("that is dead is not refreshed; after anything else it is tried tomorrow", async () => {
    const call = "GET /refresh_access_token";
    const refresh = () => silent(publisher.refresh(account, signal));
    const retryAt = new Date("2026-11-28T10:00:00Z");
    for (const answer of [
      { status: 502, text: "" },
      graphError({ message: "An access token is required.", code: 104 }),
      { status: 200, json: { access_token: "", expires_in: 5_184_000 } },
    ]) {
      peer.disturb(call, { answer });
      expect(await refresh()).toMatchObject({ ok: false, why: "later", retryAt });
    }
    peer.disturb(call, { answer: expiredToken });
    expect(await refresh()).toMatchObject(credentials);
  });
});

it("The figures of Threads count reposts and quotes as shares", async () => {
  const { figures } = threads;
  figures.set("1", { views: 900, likes: 40, replies: 3, reposts: 2, quotes: 1, shares: 4 });
  figures.set("2", { views: 10, likes: 0 });
  const publishedAt = new Date("2026-11-20T10:00:00Z");
  const posts = [
    { id: 11, externalId: "1", video: false, publishedAt },
    { id: 12, externalId: "2", video: true, publishedAt },
  ];
  expect(Object.fromEntries(await silent(metrics.read(account, posts, signal)))).toEqual({
    11: { impressions: 900, video_views: null, likes: 40, comments: 3, shares: 7 },
    12: { impressions: 10, video_views: 10, likes: 0, comments: null, shares: null },
  });
});

// The collection is Meta's; it lies beside the project only on some machines.
it.runIf(hasDocument("threadsCollection"))(
  "Every request to Threads is in Meta's own Postman collection",
  async () => {
    const postmanEntry = createPostman(zima.id);
    await publisher.test(account, signal);
    await publisher.refresh(account, signal);
    await tries().settle();
    await tries({ ...picture, altText: "Jakna" }).settle();
    await tries(video).settle();
    const last = `180000000000000${String(state.posts.length).padStart(2, "0")}`;
    const measured = { id: 1, externalId: last, publishedAt: time.now(), video: false };
    await metrics.read(account, [measured], signal);
    await (await lost("after")).settle();
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
