import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLinkedInPublisher } from "../../../server/adapters/live/linkedin/publisher";
import { createRedditPublisher } from "../../../server/adapters/live/reddit/publisher";
import { createRedditApi } from "../../../server/adapters/live/reddit/tokens";
import { createXPublisher } from "../../../server/adapters/live/x/publisher";
import { createFolderStore } from "../../../server/adapters/media/media-store";
import { storeTestImage, tryPost } from "../../../server/checks/live-post";
import type { PlatformAccount, Publication, Publisher } from "../../../server/ports/publisher";
import { linkedinToken, member, startLinkedIn } from "../../peers/linkedin/peer";
import { redditApp, refreshToken, startReddit } from "../../peers/reddit/peer";
import { createTime, liveOf } from "../../peers/support/publishing";
import { startX, xKeys } from "../../peers/x/peer";

const accountOn = (
  platform: PlatformAccount["platform"],
  credentials: PlatformAccount["credentials"],
): PlatformAccount => ({ id: 1, platform, username: "zima_rs", proxy: null, credentials });
const onX = accountOn("x_twitter", xKeys);
const onLinkedIn = accountOn("linkedin_profile", {
  access_token: linkedinToken,
  author_urn: member,
});
const onReddit = accountOn("reddit", { refresh_token: refreshToken });
const onInstagram = accountOn("instagram", {});

const words = "This is a test of a publishing tool, and will be deleted. 2026-11-27 10:00:00 UTC";

let time: ReturnType<typeof createTime>;
let said: string[];
beforeEach(() => {
  time = createTime();
  said = [];
});

/** Waiting takes no time, but the clock goes on. */
const check = (publisher: Publisher, account: PlatformAccount, imageUrl: string | null = null) =>
  tryPost({
    ...{ publisher, account, imageUrl, now: time.now },
    wait: async (ms) => time.pass(ms / 1000),
    say: (line) => said.push(line),
  });

describe("a throw-away post on X", () => {
  let x: Awaited<ReturnType<typeof startX>>;
  beforeEach(async () => {
    x = await startX(time);
  });
  afterEach(() => x.close());
  const publisher = () => createXPublisher(liveOf(time, x.origin), x.origin);

  test("is published, read back and deleted", async () => {
    expect(await check(publisher(), onX)).toBe(true);
    const id = x.calls.at(-1)?.replace("DELETE /2/tweets/", "");
    expect(said).toEqual([
      `Publishing on X (Twitter): ${words}`,
      `Published: https://x.com/i/status/${id}`,
      "Read back: X (Twitter) has the post.",
      "Deleted: X (Twitter) says so.",
    ]);
    expect(x.creatingCalls()).toBe(1);
    expect(x.tweets).toEqual([]);
  });

  test("whose answer was lost is looked for, and deleted", async () => {
    x.disturb("POST /2/tweets", { cut: "after" });
    expect(await check(publisher(), onX)).toBe(true);
    expect(said).toEqual([
      `Publishing on X (Twitter): ${words}`,
      "X (Twitter) gave no certain answer, and the post is looked for: 127.0.0.1 did not answer.",
      expect.stringMatching(/^Published: https:\/\/x\.com\/i\/status\/\d+$/),
      "Deleted: X (Twitter) says so.",
    ]);
    expect(x.creatingCalls()).toBe(1);
    expect(x.tweets).toEqual([]);
  });

  test("that X does not list may be out: a person looks", async () => {
    x.disturb("POST /2/tweets", { cut: "before" });
    expect(await check(publisher(), onX)).toBe(false);
    expect(said.slice(2)).toEqual([
      "X may not list the post yet.",
      "Perhaps published; look at the account on X (Twitter), and delete the post by hand: X does not list the post. Look at the profile on X; X refuses the same text only if it was posted shortly before.",
    ]);
  });

  test("that X refuses is not looked for", async () => {
    const credentials = { ...xKeys, access_token_secret: "canary-wrong" };
    expect(await check(publisher(), { ...onX, credentials })).toBe(false);
    expect(said.slice(1)).toEqual([
      "Not published: 401: Unauthorized. Check all four keys; a new access token in X's developer portal replaces an old one.",
    ]);
    expect(x.calls).toEqual(["POST /2/tweets"]);
  });

  test("whose deletion has no certain answer may still be there", async () => {
    const own = publisher();
    const lost: Publisher = { ...own, remove: () => Promise.reject(new Error("Cut off.")) };
    expect(await check(lost, onX)).toBe(false);
    expect(said.at(-1)).toBe(
      `Perhaps deleted; look, and delete it by hand: https://x.com/i/status/${x.tweets[0]?.id} (Cut off.)`,
    );
  });
});

test("a member's post on LinkedIn cannot be read back, and is deleted all the same", async () => {
  const linkedin = await startLinkedIn(time);
  const publisher = createLinkedInPublisher(liveOf(time, linkedin.origin), linkedin.addresses);
  expect(await check(publisher, onLinkedIn)).toBe(true);
  expect(said.slice(2)).toEqual([
    "Not read back: LinkedIn does not let programs read the posts of a member. Look at the profile on LinkedIn.",
    "Deleted: LinkedIn Profile says so.",
  ]);
  expect(linkedin.creatingCalls()).toBe(1);
  expect(linkedin.posts).toEqual([]);
  await linkedin.close();
});

test("a post on Reddit that may not be deleted is left to a person, who gets its address", async () => {
  const reddit = await startReddit(time);
  const { origin } = reddit;
  const addresses = { www: origin, api: origin, uploadHosts: ["127.0.0.1"] };
  const publisher = createRedditPublisher(
    createRedditApi(liveOf(time, origin), redditApp, addresses),
  );
  reddit.rights.edit = false;
  expect(await check(publisher, onReddit)).toBe(false);
  const [submission] = reddit.submissions;
  expect(submission?.form).toMatchObject({
    ...{ sr: "u_zima_rs", text: words },
    title: "A test that will be deleted, 2026-11-27 10:00:00 UTC",
  });
  expect(said.slice(2)).toEqual([
    "Read back: Reddit has the post.",
    expect.stringMatching(
      /^Not deleted; delete it by hand: https:\/\/www\.reddit\.com\/r\/u_zima_rs\/\S+ \(403 Forbidden\)$/,
    ),
  ]);
  await reddit.close();
});

describe("a throw-away post on a platform without a call for deleting", () => {
  const url = "https://www.instagram.com/p/1/";
  const published = { ok: true, externalId: "1", url } as const;
  const refused = { ok: false, error: "Not in this test." } as const;
  /** It processes the image for a while: before the creating call, and after it. */
  const publisherOf = (times: number, isRejected = false): Publisher => ({
    publish: async ({ post }: Publication, attempt) => {
      expect(post.imageUrl).toBe("/media/store/1.jpg");
      const tries = Number(attempt.trace.tries ?? 0);
      await attempt.prepared({ tries: String(tries + 1) });
      const askAt = new Date(time.now().getTime() + 30_000);
      if (tries < times)
        return { ok: "waiting", note: "Instagram is processing the image.", askAt };
      await attempt.committing(attempt.trace);
      return { ok: "waiting", note: "Instagram publishes it.", askAt };
    },
    locate: async () => (isRejected ? { ok: "rejected", error: "It is damaged." } : published),
    test: async () => refused,
    refresh: async () => null,
  });

  test("is waited for, and left to a person, who gets its address", async () => {
    expect(await check(publisherOf(2), onInstagram, "/media/store/1.jpg")).toBe(true);
    expect(said).toEqual([
      `Publishing on Instagram: ${words}`,
      "Instagram is processing the image.",
      "Instagram is processing the image.",
      "Instagram publishes it.",
      `Published: ${url}`,
      `Instagram has no call that deletes a post; delete it by hand: ${url}`,
    ]);
    expect(time.now()).toEqual(new Date("2026-11-27T10:01:30Z"));
  });

  test.each([
    ["is not waited for longer than ten minutes", 100, false, "The platform does not show it yet."],
    ["that the platform cannot process is certainly not out", 0, true, "It is damaged."],
  ])("%s", async (_, times, isRejected, why) => {
    const publisher = publisherOf(times, isRejected);
    expect(await check(publisher, onInstagram, "/media/store/1.jpg")).toBe(false);
    expect(said.at(-1)).toBe(`Not published: ${why}`);
    const ended = isRejected ? "2026-11-27T10:00:30Z" : "2026-11-27T10:10:00Z";
    expect(time.now()).toEqual(new Date(ended));
  });
});

test("the image of a test is one that platforms take, and leaves no other file behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "console-store-"));
  const store = createFolderStore(folder);
  const url = await storeTestImage(store);
  const [, name = ""] = /^\/media\/store\/([0-9a-f]{64}\.jpg)$/.exec(url) ?? [];
  expect(await sharp(join(folder, name)).metadata()).toMatchObject({
    ...{ format: "jpeg", width: 1080, height: 1080 },
  });
  expect(await readdir(store.incoming)).toEqual([]);
  await rm(folder, { recursive: true });
});
