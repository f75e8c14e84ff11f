import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createThreadsMetrics } from "../../../server/adapters/live/threads/metrics";
import { createThreadsPublisher } from "../../../server/adapters/live/threads/publisher";
import type { PlatformAccount, Publication } from "../../../server/ports/publisher";
import { noSuchObject } from "../../peers/meta/graph";
import { publicationOf } from "../../peers/support/publishing";
import { createTries, silent, watched } from "../../peers/support/tries";
import { startThreads, threadsErrors, zima } from "../../peers/threads/peer";
import { createPostman } from "../../peers/threads/postman";
import { hasDocument } from "../../support/documents";
import { credentials, measured, out, picture, signal, startOnMeta, video } from "./meta-support";

async function start() {
  const { platform, ...given } = await startOnMeta(startThreads);
  const addresses = { graph: platform.peer.origin };
  return {
    ...{ ...platform, ...given },
    publisher: createThreadsPublisher(given.live, addresses, async () => {}),
    metrics: createThreadsMetrics(given.live, addresses),
  };
}
let on: Awaited<ReturnType<typeof start>>;

beforeEach(async () => {
  on = await start();
});
afterEach(() => on.close());

const accountWith = (threads_user_id: string): PlatformAccount => ({
  ...{ id: 4, platform: "threads", username: "@zima.shop", proxy: null },
  credentials: { threads_user_id, access_token: zima.token },
});
const account = accountWith(zima.id);
const tries = (post: Partial<Publication["post"]> = { text: "Zima" }) =>
  createTries(on.time, publicationOf(account, post), on.publisher);

const user = `/v1.0/${zima.id}`;
const publish = `POST ${user}/threads_publish`;
const firstContainer = "GET /v1.0/17900000000000001";
const found = {
  ok: true,
  externalId: "18000000000000001",
  url: "https://www.threads.com/@zima.shop/post/D18000000000000001",
};

/** Loses the answer to the call that publishes, which took effect. */
async function lost() {
  on.peer.disturb(publish, { cut: "after" });
  const post = tries();
  await expect(post.once()).rejects.toThrow("did not answer");
  return post;
}

describe("A post on Threads", () => {
  it("of text is published at once", async () => {
    const words = "Žuta jakna 🧥 100% & «sneg»\nhttps://zima.example.com/?a=1&b=č";
    expect(await tries({ text: words }).once()).toEqual(found);
    expect(on.state.posts).toMatchObject([{ text: words }]);
    expect(on.peer.calls).toEqual([
      `POST ${user}/threads`,
      firstContainer,
      publish,
      "GET /v1.0/18000000000000001",
    ]);
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
    expect(on.state.posts).toMatchObject([{ fields: { alt_text: "Jakna", image } }]);
  });

  it.each(["3000x200", "200x3000", "2000x2000"])("takes a picture of %s pixels", async (size) => {
    const post = tries({ imageUrl: `/media/${size}.png`, text: "" });
    expect(await post.settle()).toMatchObject(out);
  });

  it("with a video is asked for once a minute", async () => {
    on.state.processing.reads = 2;
    expect(await tries(video).settle()).toMatchObject(out);
    expect(on.time.now()).toEqual(new Date("2026-11-27T10:02:30Z"));
    expect(on.state.posts).toMatchObject([{ fields: { video: on.files.video.length } }]);
  });

  it("with media needs a public address, and without one no call is made", async () => {
    on.files.trouble.isPrivate = true;
    expect(await tries(picture).once()).toMatchObject({ ok: false });
    expect(await tries(video).once()).toMatchObject({ ok: false });
    expect(on.peer.calls).toEqual([]);
  });

  const long = (length: number, over: number) =>
    `The text has ${length} characters; Threads allows 500: shorten it by ${over}.`;
  it.each([
    ["needs a text, an image or a video", " ", "Threads needs a text, an image or a video."],
    ["has at most 500 characters", "č".repeat(501), long(501, 1)],
    ["has emoji that count as their bytes", "🧥".repeat(126), long(504, 4)],
  ])("%s, which is said before any call", async (_, text, error) => {
    expect(await tries({ text }).once()).toEqual({ ok: false, error });
    expect(on.peer.calls).toEqual([]);
  });

  it("that Threads refuses is refused in its words", async () => {
    on.peer.disturb(`POST ${user}/threads`, { answer: threadsErrors.text });
    const error = "Param text must be at most 500 characters long. (100)";
    expect(await tries().once()).toEqual({ ok: false, error });
  });

  it("whose media Threads cannot fetch gets one more container, and names the host", async () => {
    on.files.trouble.status = 403;
    const post = tries(picture);
    expect(await post.settle()).toEqual({
      ok: false,
      error: "Threads could not fetch the file from console.example.com: FAILED_DOWNLOADING_IMAGE",
    });
    expect(on.state.containers.size).toBe(2);
    delete on.files.trouble.status;
    delete on.state.processing.error;
    expect(await post.settle()).toMatchObject(out);
  });

  it("with a video that Threads cannot process is refused at once", async () => {
    on.state.processing.error = "INVALID_DURATION";
    const error = "Threads could not process the post: INVALID_DURATION";
    expect(await tries(video).settle()).toEqual({ ok: false, error });
    expect(on.state.containers.size).toBe(1);
  });
});

// Containers are the same as Instagram's: see instagram.test.ts and instagram-lost.test.ts for the rest.
it("Threads' answer 'Media Not Found' is followed by the same container, three times by a new one", async () => {
  for (let count = 0; count < 3; count += 1) {
    on.peer.disturb(publish, { answer: threadsErrors.mediaNotFound });
  }
  const post = tries();
  const retryAt = new Date("2026-11-27T10:00:05Z");
  expect(await post.once()).toEqual({
    ...{ ok: false, why: "later", scope: "post", retryAt },
    error: "The media with id 1790 cannot be found. (24/4279009)",
  });
  on.time.pass(5);
  expect(await post.settle()).toMatchObject(out);
  // 5, 10 and 20 seconds later.
  expect(on.time.now()).toEqual(new Date("2026-11-27T10:00:35Z"));
  expect(on.state.containers.size).toBe(2);
  expect(on.state.posts).toHaveLength(1);
});

it.each([
  ["code 10", threadsErrors.permission],
  ["'Media Not Found'", threadsErrors.mediaNotFound],
  ["status 500", { status: 500, text: "" }],
  ["an answer that cannot be read", { status: 200, text: "<html>" }],
])(
  "Threads' error (%s) for a post that is out is not believed: the container knows",
  async (_, answer) => {
    on.peer.disturb(publish, { answer, effect: true });
    expect(await tries().once()).toMatchObject(found);
    expect(on.state.creatingCalls).toBe(1);
  },
);

it("A post on Threads with a lost answer and a forgotten container is found behind newer ones", async () => {
  const post = await lost();
  for (let count = 0; count < 100; count += 1) on.state.post(`Novo ${count}`);
  const forgotten = { answer: noSuchObject("17900000000000001") };
  on.peer.disturb(firstContainer, forgotten);
  expect(await post.once()).toMatchObject({ ok: "waiting" });
  on.time.pass(400);
  on.peer.disturb(firstContainer, forgotten);
  expect(await post.once()).toEqual(found);
});

describe("A token of Threads", () => {
  const test = (of = account) => watched(on.publisher).test(of, signal);

  it("says whose it is", async () => {
    expect(await test()).toEqual({ ok: true, owner: "@zima.shop" });
  });

  it("of another profile, and an expired one, are refused", async () => {
    expect(await test(accountWith("26000000000000009"))).toEqual({
      ...credentials,
      error: `This token belongs to @zima.shop, whose Threads user ID is ${zima.id}, not 26000000000000009.`,
    });
    on.expired.add(zima.token);
    expect(await test()).toMatchObject(credentials);
  });

  it("deletes only with the permission to", async () => {
    await tries().settle();
    on.rights.delete = false;
    expect(await on.publisher.remove?.(account, "18000000000000001", signal)).toEqual({
      ...credentials,
      error:
        "The token lacks a permission: (#10) Application does not have permission for this action",
    });
    expect(on.state.posts).toHaveLength(1);
  });

  it("is replaced by its refresh", async () => {
    expect(await on.publisher.refresh(account, signal)).toEqual({
      ok: true,
      credentials: { threads_user_id: zima.id, access_token: "THAAcanaryRefreshed1" },
      expiresAt: new Date("2027-01-26T10:00:00Z"),
    });
  });
});

it("The figures of Threads count reposts and quotes as shares", async () => {
  const { figures } = on;
  figures.set("1", { views: 900, likes: 40, replies: 3, reposts: 2, quotes: 1, shares: 4 });
  figures.set("2", { views: 10, likes: 0 });
  const posts = [measured(11, "1"), measured(12, "2", true)];
  expect(Object.fromEntries(await silent(on.metrics.read(account, posts, signal)))).toEqual({
    11: { impressions: 900, video_views: null, likes: 40, comments: 3, shares: 7 },
    12: { impressions: 10, video_views: 10, likes: 0, comments: null, shares: null },
  });
});

// The collection is Meta's; it lies beside the project only on some machines.
it.runIf(hasDocument("threadsCollection"))(
  "Every request to Threads is in Meta's own Postman collection",
  async () => {
    const postmanEntry = createPostman(zima.id);
    await on.publisher.test(account, signal);
    await on.publisher.refresh(account, signal);
    await tries().settle();
    await tries({ ...picture, altText: "Jakna" }).settle();
    await tries(video).settle();
    const last = `180000000000000${String(on.state.posts.length).padStart(2, "0")}`;
    await on.metrics.read(account, [measured(1, last)], signal);
    await (await lost()).settle();
    await on.publisher.remove?.(account, last, signal);

    const entries = new Set(
      on.peer.requests.map((request) => postmanEntry(request) ?? request.path),
    );
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
    const [first] = on.peer.requests;
    if (!first) throw new Error("no requests");
    expect(postmanEntry({ ...first, query: new URLSearchParams("fields=id,shoe_size") })).toBe(
      undefined,
    );
    expect(postmanEntry({ ...first, path: "/v1.0/you" })).toBe(undefined);
  },
);
