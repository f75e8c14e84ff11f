import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLinkedInMetrics } from "../../../server/adapters/live/linkedin/metrics";
import { createLinkedInPublisher } from "../../../server/adapters/live/linkedin/publisher";
import type { PlatformAccount, Trace } from "../../../server/ports/publisher";
import {
  failure,
  linkedinToken,
  member,
  organization,
  startLinkedIn,
} from "../../peers/linkedin/peer";
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

const page: PlatformAccount = {
  ...{ id: 1, platform: "linkedin_organization", username: "Zima", proxy: null },
  credentials: { access_token: linkedinToken, author_urn: organization },
};
const profile: PlatformAccount = {
  ...page,
  platform: "linkedin_profile",
  credentials: { access_token: linkedinToken, author_urn: member },
};
const createCall = "POST /rest/posts";
const { signal } = new AbortController();

let time: ReturnType<typeof createTime>;
let linkedin: Awaited<ReturnType<typeof startLinkedIn>>;

beforeEach(async () => {
  time = createTime();
  linkedin = await startLinkedIn(time);
});
afterEach(() => linkedin.close());

const addressesOf = (api: string) => ({ api, uploadHosts: ["127.0.0.1"] });
const publisherOf = (files?: Files, api = linkedin.origin) =>
  createLinkedInPublisher(liveOf(time, linkedin.origin, files), addressesOf(api));

type Post = Parameters<typeof publicationOf>[1];
type Given = { files?: Files; trace?: Trace; account?: PlatformAccount };
const publish = (post: Post, { files, trace = {}, account = page }: Given = {}) =>
  publisherOf(files).publish(publicationOf(account, post), attemptOf(trace).attempt, signal);

describe("a token of LinkedIn", () => {
  test("is tested by an upload that is begun and never sent", async () => {
    expect(await publisherOf().test(page, signal)).toEqual({ ok: true });
    expect(await publisherOf().test(profile, signal)).toEqual({ ok: true });
    expect(linkedin.calls).toEqual([
      ...["POST /rest/images", "POST /rest/images"],
      "GET /v2/userinfo",
    ]);
    expect(linkedin.posts).toEqual([]);
  });

  test("of a member says whom it belongs to, if it may read that", async () => {
    linkedin.rights.profile = true;
    expect(await publisherOf().test(profile, signal)).toEqual({ ok: true, owner: "Ana Zimić" });
  });

  test.each<[string, Reply]>([
    ["an error", { status: 500, text: "" }],
    ["another member's name", { status: 200, json: { sub: "somebody-else", name: "Ivo" } }],
    ["another form", { status: 200, json: [] }],
  ])("has passed its test whatever LinkedIn says of the owner: %s", async (_, answer) => {
    linkedin.rights.profile = true;
    linkedin.disturb("GET /v2/userinfo", { answer });
    expect(await publisherOf().test(profile, signal)).toEqual({ ok: true });
  });

  test("of somebody else does not pass", async () => {
    const credentials = { ...page.credentials, author_urn: "urn:li:organization:42" };
    const result = await publisherOf().test({ ...page, credentials }, signal);
    expect(result).toMatchObject({ ok: false, why: "credentials" });
    const wrong = { ...page.credentials, access_token: "canary-of-somebody-else" };
    expect(await publisherOf().test({ ...page, credentials: wrong }, signal)).toEqual({
      ...{ ok: false, why: "credentials" },
      error: "401 INVALID_ACCESS_TOKEN: Invalid access token (65600)",
    });
  });

  test("cannot be refreshed", async () => {
    expect(await publisherOf().refresh(page, signal)).toBeNull();
  });

  test("is in no result, error or stored trace, even if LinkedIn repeats it", async () => {
    const words = `The token ${linkedinToken} is not valid.`;
    const answers: (Reply | undefined)[] = [
      undefined,
      failure(401, "INVALID_ACCESS_TOKEN", words, 65600),
      failure(400, linkedinToken, words),
      failure(500, "INTERNAL_SERVER_ERROR", words),
      { status: 400, text: words },
    ];
    for (const [index, answer] of answers.entries()) {
      if (answer) linkedin.disturb(createCall, { answer });
      const { attempt, stored } = attemptOf();
      const post = { text: `Zima ${index}`, videoUrl: "/media/1.mp4" };
      const publication = publicationOf(page, post);
      const outcome = await outcomeOf(publisherOf().publish(publication, attempt, signal));
      expect(outcome + shownOf(stored)).not.toMatch(/canary/);
    }
    linkedin.disturb(createCall, { cut: "before" });
    expect(await outcomeOf(publish({}))).not.toMatch(/canary/);
    const unreached = publisherOf({}, "http://127.0.0.1:1").test(page, signal);
    expect(await outcomeOf(unreached)).not.toMatch(/canary/);
  });
});

describe("figures of LinkedIn", () => {
  const read = (externalIds: readonly string[], account = page) =>
    createLinkedInMetrics(liveOf(time, linkedin.origin), addressesOf(linkedin.origin)).read(
      account,
      externalIds.map((externalId, index) => ({
        ...{ id: index + 1, externalId, publishedAt: time.now(), video: false },
      })),
      signal,
    );

  test("of an organization are read in one call for each kind of post", async () => {
    await publish({ text: "Tekst" });
    await publish({ text: "Snimak", videoUrl: "/media/1.mp4" });
    await publish({ text: "Niko nije video." });
    const urns = linkedin.posts.map(({ urn }) => urn);
    expect(urns[1]).toMatch(/^urn:li:ugcPost:/);
    const calls = linkedin.calls.length;
    const seen = { impressions: 900, video_views: null, likes: 25, comments: 4, shares: 6 };
    expect(Object.fromEntries(await read([...urns, "not-a-urn"]))).toEqual({
      1: seen,
      2: seen,
      3: { impressions: 0, video_views: null, likes: 0, comments: 0, shares: 0 },
    });
    expect(linkedin.calls).toHaveLength(calls + 2);
  });

  test("of more than 20 posts take several calls; what was read is kept if one fails", async () => {
    const urns = Array.from({ length: 21 }, (_, index) => `urn:li:share:${7000 + index}`);
    expect((await read(urns)).size).toBe(21);
    expect(linkedin.calls).toHaveLength(2);
    const call = "GET /rest/organizationalEntityShareStatistics";
    linkedin.disturb(call, { answer: { status: 200, json: { elements: [] } } });
    linkedin.disturb(call, { answer: failure(500, "INTERNAL_SERVER_ERROR", "Internal error") });
    expect((await read(urns)).size).toBe(20);
  });

  test("of a member are read one by one, and are null without the right to them", async () => {
    await publish({ text: "Tekst" }, { account: profile });
    const video = { text: "Snimak", videoUrl: "/media/1.mp4" };
    await publish(video, { account: profile });
    const urns = linkedin.posts.map(({ urn }) => urn);
    const seen = { impressions: 320, video_views: null, likes: 12, comments: 3, shares: 2 };
    expect(Object.fromEntries(await read(urns, profile))).toEqual({ 1: seen, 2: seen });

    linkedin.rights.memberFigures = false;
    const calls = linkedin.calls.length;
    const nothing = {
      ...{ impressions: null, video_views: null, likes: null, comments: null, shares: null },
    };
    expect(Object.fromEntries(await read(urns, profile))).toEqual({ 1: nothing, 2: nothing });
    expect(linkedin.calls).toHaveLength(calls + 1);
  });

  test("of a post that LinkedIn refuses are left out, and the others are read", async () => {
    await publish({ text: "Tekst" }, { account: profile });
    const [post] = linkedin.posts;
    const call = "GET /rest/memberCreatorPostAnalytics";
    linkedin.disturb(call, { answer: failure(404, "NOT_FOUND", "The post was deleted") });
    const figures = await read(["urn:li:share:1", post?.urn ?? ""], profile);
    expect([...figures.keys()]).toEqual([2]);
    linkedin.disturb(call, { answer: failure(404, "NOT_FOUND", "The post was deleted") });
    await expect(read(["urn:li:share:1"], profile)).rejects.toThrow("404 NOT_FOUND");
  });

  test("are an error if none could be read", async () => {
    linkedin.rights.organization = false;
    await expect(read(["urn:li:share:1"])).rejects.toThrow("403 ACCESS_DENIED");
    const account = { ...page, credentials: {} };
    await expect(read(["urn:li:share:1"], account)).rejects.toThrow("The access token is missing.");
  });
});
