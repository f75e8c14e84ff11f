import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHttp } from "../../../server/adapters/live/http";
import { littleText, plainText } from "../../../server/adapters/live/linkedin/little-text";
import { createLinkedInMetrics } from "../../../server/adapters/live/linkedin/metrics";
import { createLinkedInPublisher } from "../../../server/adapters/live/linkedin/publisher";
import type { Live } from "../../../server/adapters/live/live";
import type { PlatformAccount, Trace } from "../../../server/ports/publisher";
import { readLittleText } from "../../peers/linkedin/little-text";
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
  publicationOf,
} from "../../peers/support/publishing";
import { createTries } from "../../peers/support/tries";
import { startWeb } from "../../peers/support/web";
import { fc } from "../../support/random-seed";

const accountWith = (author_urn: string, access_token = linkedinToken): PlatformAccount => ({
  ...{ id: 1, platform: "linkedin_organization", username: "Zima", proxy: null },
  credentials: { access_token, author_urn },
});
const page = accountWith(organization);
const profile: PlatformAccount = { ...accountWith(member), platform: "linkedin_profile" };
const authors = [
  ["an organization", page],
  ["a member", profile],
] as const;
const createCall = "POST /rest/posts";
const image = { imageUrl: "/media/1.jpg" };
const video = { videoUrl: "/media/1.mp4" };
const firstImage = "urn%3Ali%3Aimage%3AC5F7400000000000000001";
const unavailable = failure(503, "SERVICE_UNAVAILABLE", "Try again");
const tooSmall = failure(400, "INVALID_PARAMETER", "Too small");
const credentials = { ok: false, why: "credentials" };
const { signal } = new AbortController();

let time: ReturnType<typeof createTime>;
let linkedin: Awaited<ReturnType<typeof startLinkedIn>>;

beforeEach(async () => {
  time = createTime();
  linkedin = await startLinkedIn(time);
});
afterEach(() => linkedin.close());

const publisherOf = (live: Live = liveOf(time, linkedin.origin)) =>
  createLinkedInPublisher(live, linkedin.addresses);

type Post = Parameters<typeof publicationOf>[1];
type Given = { readonly by?: PlatformAccount; readonly files?: Files };
const tries = (post: Post = {}, { by = page, files }: Given = {}) =>
  createTries(time, publicationOf(by, post), publisherOf(liveOf(time, linkedin.origin, files)));
const publish = (post?: Post, by?: PlatformAccount) => tries(post, by && { by }).once();

const bytes = (length: number) => new Uint8Array(length).map((_, index) => index % 251);
const uploaded = () => {
  const [upload] = linkedin.uploads.values();
  expect(linkedin.uploads.size).toBe(1);
  return { urn: upload?.urn, parts: [...(upload?.received.values() ?? [])] };
};

describe("LinkedIn's text format", () => {
  test("whatever the text is, LinkedIn reads it as it is, and so does the console again", () => {
    const special = fc.constantFrom(..."\\|{}@[]()<>#*_~ \n".split(""));
    const word = fc.constantFrom("#zima", "https://zima.rs/a_b", "šal", "🎿", "{hashtag|\\#|x}");
    const any = fc.string({ unit: "binary", maxLength: 5 });
    const text = fc.array(fc.oneof(special, word, any), { maxLength: 30 });
    fc.assert(
      fc.property(text, (parts) => {
        const written = parts.join("");
        const little = littleText(written);
        expect(readLittleText(little).text).toBe(written);
        expect(plainText(little)).toBe(written);
      }),
    );
  });

  test.each([
    ["#zima #šal2026 (#sneg) broj #1", ["zima", "šal2026", "sneg"]],
    ["#zima_2026, C# i a#b", ["zima"]],
    ["https://zima.rs/a#e", []],
  ])("hashtags stay hashtags, and nothing else becomes one: %s", (text, tags) => {
    expect(readLittleText(littleText(text)).tags).toEqual(tags);
  });

  test("hashtags are read as LinkedIn returns them", () => {
    expect(plainText("{hashtag|\\#|zima} i \\(šal\\)")).toBe("#zima i (šal)");
  });
});

describe.each(authors)("a post of %s on LinkedIn", (_, by) => {
  test("is published with its text", async () => {
    const text = "Popust (30%) za članove: #zima & sneg_2026\nhttp://zima.rs/a_b";
    const result = await publish({ text }, by);
    const [post] = linkedin.posts;
    expect(post).toMatchObject({ author: by.credentials.author_urn, text, tags: ["zima"] });
    expect(result).toEqual({
      ok: true,
      externalId: post?.urn,
      url: `https://www.linkedin.com/feed/update/${post?.urn}/`,
    });
    expect(linkedin.calls).toEqual([createCall]);
  });

  test("has its image with its alt text, which is not escaped", async () => {
    const altText = "Staza (u snegu) #1";
    const waits: string[] = [];
    const post = tries({ ...image, altText }, { by, files: { image: bytes(900) } });
    expect(await post.settle(waits)).toMatchObject({ ok: true });
    // Members may not read whether their images are ready.
    expect(waits).toEqual(by === page ? [] : ["LinkedIn is processing the image."]);
    const { urn, parts } = uploaded();
    expect(Buffer.concat(parts).equals(bytes(900))).toBe(true);
    expect(linkedin.posts).toMatchObject([{ media: { id: urn, altText } }]);
  });

  test("waits while LinkedIn processes its video, which is sent in parts", async () => {
    linkedin.processing.polls = 1;
    // LinkedIn takes no alt text for videos, so that a long one is no reason to refuse the post.
    const altText = "a".repeat(5000);
    const post = tries({ ...video, altText }, { by, files: { video: bytes(9_000_000) } });
    expect(await post.once()).toEqual({
      ok: "waiting",
      note: "LinkedIn is processing the video.",
      askAt: new Date("2026-11-27T10:00:15Z"),
    });
    expect(await post.once()).toMatchObject({ ok: true });
    const { urn, parts } = uploaded();
    expect(parts.map(({ length }) => length)).toEqual([4_194_304, 4_194_304, 611_392]);
    expect(Buffer.concat(parts).equals(bytes(9_000_000))).toBe(true);
    expect(linkedin.posts).toMatchObject([{ media: { id: urn } }]);
    expect(linkedin.posts[0]?.media).not.toHaveProperty("altText");
    expect(post.isCommitting).toBe(true);
  });

  test("cannot be deleted without the right to it, as LinkedIn says", async () => {
    const answer = failure(403, "ACCESS_DENIED", "Not enough permissions to access", 100);
    linkedin.disturb("DELETE /rest/posts/urn%3Ali%3Ashare%3A1", { answer });
    expect(await publisherOf().remove?.(by, "urn:li:share:1", signal)).toEqual({
      ...credentials,
      error: "403 ACCESS_DENIED: Not enough permissions to access (100)",
    });
    // A post that is not there counts as deleted.
    expect(await publisherOf().remove?.(by, "urn:li:share:1", signal)).toEqual({ ok: true });
  });
});

describe("media on LinkedIn", () => {
  test("that LinkedIn cannot process end the try, and the next one uploads again", async () => {
    linkedin.processing.end = "PROCESSING_FAILED";
    const post = tries(video);
    const error = "LinkedIn could not process the video.";
    expect(await post.once()).toEqual({ ok: false, error });
    expect(post).toMatchObject({ isCommitting: false, trace: {} });
    expect(linkedin.creatingCalls()).toBe(0);
  });

  test("that are not found yet are waited for", async () => {
    const answer = failure(404, "NOT_FOUND", "No such image");
    linkedin.disturb(`GET /rest/images/${firstImage}`, { answer });
    expect(await publish(image)).toEqual({
      ok: "waiting",
      note: "LinkedIn is processing the image.",
      askAt: new Date("2026-11-27T10:00:10Z"),
    });
  });

  test("are sent to LinkedIn's own hosts only, because the token goes with them", async () => {
    for (const origin of ["http://evil.example", "https://linkedin.com.evil.example", "nowhere"]) {
      linkedin.named.uploadOrigin = origin;
      await expect(publish(image)).rejects.toThrow(
        "LinkedIn named an address for the upload that is not its own.",
      );
    }
    expect(linkedin.creatingCalls()).toBe(0);
  });

  test.each([
    ["POST /rest/images", image],
    ["POST /rest/videos", video],
  ])("that are refused at %s are refused for the post, and nothing is out", async (call, post) => {
    linkedin.disturb(call, { answer: tooSmall });
    const error = "400 INVALID_PARAMETER: Too small";
    expect(await publish(post)).toEqual({ ok: false, error });
    expect(linkedin.calls).toEqual([call]);
  });
});

describe("the card of a link on LinkedIn", () => {
  const link = "https://zima.rs/kapa";
  const whole =
    '<meta property="og:title" content="Crvena kapa (nova)"><meta property="og:description" content="Topla &amp; mekana">';
  const withPicture = `${whole}<meta property="og:image" content="/kapa.jpg">`;
  const card = { source: link, title: "Crvena kapa (nova)", description: "Topla & mekana" };

  /** Plays the pages of zima.rs, and notes which pictures are read for a card. */
  async function startPage(head: string) {
    const html = `<!doctype html><html><head>${head}</head><body></body></html>`;
    const site = await startWeb(
      (_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html),
      { tls: false },
    );
    const pictures: string[] = [];
    const live = liveOf(time, linkedin.origin, { image: bytes(900) });
    const read: typeof live.media.image = (url, ...rest) => {
      pictures.push(url);
      return live.media.image(url, ...rest);
    };
    const publisher = publisherOf({
      ...live,
      httpOf: ({ proxy }) => {
        const http = createHttp({ proxy, publicInTests: [linkedin.origin, site.origin] });
        return (call) => http({ ...call, url: call.url.replace("https://zima.rs", site.origin) });
      },
      media: { ...live.media, image: read },
    });
    const send = (post: Post = {}, trace: Trace = {}, by = page) => {
      const { attempt, stored } = attemptOf(trace);
      const publication = publicationOf(by, { text: `Nova kapa: ${link}.`, ...post });
      return publisher.publish(publication, attempt, signal).then((result) => ({ result, stored }));
    };
    return { site, send, pictures };
  }
  const shown = () => linkedin.posts.map(({ article }) => article);
  const out = { result: { ok: true } };

  test.each(authors)("of %s shows the page's title, description and picture", async (_, by) => {
    const { send, site, pictures } = await startPage(withPicture);
    let { result, stored } = await send({}, {}, by);
    if (result.ok === "waiting") {
      expect(result.note).toBe("LinkedIn is processing the image.");
      time.pass(10);
      ({ result, stored } = await send({}, stored.trace, by));
    }
    expect(result).toMatchObject({ ok: true });
    const { urn, parts } = uploaded();
    expect(Buffer.concat(parts).equals(bytes(900))).toBe(true);
    const article = { ...card, thumbnail: urn };
    expect(linkedin.posts).toMatchObject([{ text: `Nova kapa: ${link}.`, article }]);
    // A second try goes on with what the first has read and uploaded.
    expect([site.asked, pictures]).toEqual([["/kapa"], ["https://zima.rs/kapa.jpg"]]);
    expect(stored.isCommitting).toBe(true);
  });

  test.each<[string, string, object | undefined]>([
    ["no description and no picture", "<title>Kapa</title>", { source: link, title: "Kapa" }],
    ["no title, and then there is no card", '<meta name="description" content="Topla">', undefined],
  ])("is of what the page has: %s", async (_, head, article) => {
    const { send } = await startPage(head);
    expect(await send()).toMatchObject(out);
    expect(shown()).toEqual([article]);
    expect(linkedin.calls).toEqual([createCall]);
  });

  test.each([
    ["the page has no https", { text: "Vidi http://zima.rs/kapa" }],
    ["the post has an image", image],
  ])("is not read when %s", async (_, post) => {
    const { send, site } = await startPage(whole);
    expect(await send(post)).toMatchObject(out);
    expect(shown()).toEqual([undefined]);
    expect(site.asked).toEqual([]);
  });

  test.each<[string, string, Reply]>([
    ["upload is refused", "POST /rest/images", tooSmall],
    ["upload meets an error", "POST /rest/images", unavailable],
    ["processing meets an error", `GET /rest/images/${firstImage}`, unavailable],
    [
      "processing fails",
      `GET /rest/images/${firstImage}`,
      { status: 200, json: { status: "PROCESSING_FAILED" } },
    ],
  ])("has no picture when its %s", async (_, call, answer) => {
    const { send } = await startPage(withPicture);
    linkedin.disturb(call, { answer });
    expect(await send()).toMatchObject(out);
    expect(shown()).toEqual([card]);
  });

  test("has no picture when LinkedIn does not finish it within a minute", async () => {
    linkedin.processing.polls = Number.POSITIVE_INFINITY;
    const { send } = await startPage(withPicture);
    const { result, stored } = await send();
    expect(result).toMatchObject({ ok: "waiting" });
    time.pass(60);
    expect(await send({}, stored.trace)).toMatchObject(out);
    expect(shown()).toEqual([card]);
  });

  test("is left out when LinkedIn refuses the post with it", async () => {
    const { send } = await startPage(whole);
    const answer = failure(422, "INVALID_CONTENT", "/content/article/source is not valid");
    linkedin.disturb(createCall, { answer });
    expect(await send()).toMatchObject(out);
    expect(shown()).toEqual([undefined]);
    expect(linkedin.calls).toEqual([createCall, createCall]);
  });

  test("stands back from no other refusal: a duplicate is sent once", async () => {
    const { send } = await startPage(whole);
    await send();
    expect((await send()).result).toMatchObject({ ok: false, isDuplicate: true });
    expect(linkedin.calls).toEqual([createCall, createCall]);
  });

  test("is that of the first link, and read again by a later try with another one", async () => {
    const { send } = await startPage(whole);
    const { stored } = await send({ text: `Prvo ${link}, onda https://sneg.rs/` });
    await send({ text: `Druga kapa: ${link}-2` }, stored.trace);
    expect(shown()).toMatchObject([{ source: link }, { source: `${link}-2` }]);
  });
});

describe("before any call to LinkedIn", () => {
  const long = "The text has 3001 characters; LinkedIn Organization allows 3000: shorten it by 1.";
  const wrong = "The author URN must be 'urn:li:organization:' and an id.";
  test.each<[string, Post, PlatformAccount, object]>([
    ["a long text", { text: "š".repeat(3001) }, page, { error: long }],
    [
      "a long alt text",
      { ...image, altText: "a".repeat(4087) },
      page,
      { error: "The alt text has 4087 characters; LinkedIn allows 4086." },
    ],
    ["an author of the other kind", {}, accountWith(member), { ...credentials, error: wrong }],
    ["an author without an id", {}, accountWith("urn:li:organization:"), { error: wrong }],
    [
      "a missing token",
      {},
      accountWith(organization, ""),
      { ...credentials, error: "The access token is missing." },
    ],
  ])("%s is refused", async (_, post, by, expected) => {
    expect(await publish(post, by)).toMatchObject({ ok: false, ...expected });
    expect(linkedin.calls).toEqual([]);
  });

  test("a text of exactly 3,000 is taken, however much of it is escaped", async () => {
    const text = "_".repeat(3000);
    expect(await publish({ text })).toMatchObject({ ok: true });
    expect(linkedin.posts).toMatchObject([{ text }]);
  });
});

describe("what LinkedIn refuses", () => {
  const tooOld =
    "This version of the console is too old for LinkedIn. 426 NONEXISTENT_VERSION: Not active";
  test.each<[number, string, string, number | undefined, object]>([
    [401, "REVOKED_ACCESS_TOKEN", "The token has been revoked", 65601, { why: "credentials" }],
    [403, "ACCESS_DENIED", "Not enough permissions", 100, { why: "credentials" }],
    // Until the next day in UTC.
    [
      ...([429, "TOO_MANY_REQUESTS", "Resource level throttle", undefined] as const),
      { why: "later", retryAt: new Date("2026-11-28T00:00:00Z") },
    ],
    [422, "DUPLICATE_POST", "Content is a duplicate", undefined, { isDuplicate: true }],
    [400, "FIELD_LENGTH_TOO_LONG", "commentary is too long", undefined, {}],
    // That is not the operator's fault.
    [426, "NONEXISTENT_VERSION", "Not active", undefined, { error: tooOld }],
  ])("with %i %s is certain", async (status, code, words, more, expected) => {
    linkedin.disturb(createCall, { answer: failure(status, code, words, more) });
    const error = `${status} ${code}: ${words}${more === undefined ? "" : ` (${more})`}`;
    expect(await publish()).toEqual({ ok: false, error, ...expected });
    expect(linkedin.calls).toEqual([createCall]);
  });
});

test.each([
  [
    profile,
    "LinkedIn does not let programs read the posts of a member. Look at the profile on LinkedIn.",
  ],
  [page, "This token may not read the organization's posts. Look at its page on LinkedIn."],
])("a lost answer stays one if the token may not read posts: $platform", async (by, advice) => {
  linkedin.rights.organization = false;
  linkedin.disturb(createCall, { cut: "after" });
  const post = tries({}, { by });
  await expect(post.once()).rejects.toThrow("127.0.0.1 did not answer.");
  expect(await post.once()).toEqual({ ok: "unsure", advice });
  const looks = by === page ? ["GET /rest/posts"] : [];
  expect(linkedin.calls).toEqual([createCall, ...looks]);
});

describe("a token of LinkedIn", () => {
  test("is tested by an upload that is begun and never sent, and cannot be refreshed", async () => {
    expect(await publisherOf().test(page, signal)).toEqual({ ok: true });
    expect(await publisherOf().test(profile, signal)).toEqual({ ok: true });
    expect(await publisherOf().refresh(page, signal)).toBeNull();
    const begun = "POST /rest/images";
    expect(linkedin.calls).toEqual([begun, begun, "GET /v2/userinfo"]);
    expect(linkedin.posts).toEqual([]);
  });

  test.each<[string, Reply?, object?]>([
    ["the member's name", undefined, { owner: "Ana Zimić" }],
    ["an error", { status: 500, text: "" }],
    ["another member's name", { status: 200, json: { sub: "somebody-else", name: "Ivo" } }],
    ["another form", { status: 200, json: [] }],
  ])("has passed its test whatever LinkedIn says of the owner: %s", async (_, answer, owner) => {
    linkedin.rights.profile = true;
    if (answer) linkedin.disturb("GET /v2/userinfo", { answer });
    expect(await publisherOf().test(profile, signal)).toEqual({ ok: true, ...owner });
  });

  test("of somebody else does not pass", async () => {
    const ofOthers = accountWith("urn:li:organization:42");
    expect(await publisherOf().test(ofOthers, signal)).toMatchObject(credentials);
  });
});

describe("figures of LinkedIn", () => {
  const read = (externalIds: readonly string[], account = page) =>
    createLinkedInMetrics(liveOf(time, linkedin.origin), linkedin.addresses).read(
      account,
      externalIds.map((externalId, index) => ({
        ...{ id: index + 1, externalId, publishedAt: time.now(), video: false },
      })),
      signal,
    );

  test("of an organization are read in one call for each kind of post", async () => {
    await publish({ text: "Tekst" });
    await publish({ text: "Snimak", ...video });
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
    await publish({ text: "Tekst" }, profile);
    await publish({ text: "Snimak", ...video }, profile);
    const urns = linkedin.posts.map(({ urn }) => urn);
    const seen = { impressions: 320, video_views: null, likes: 12, comments: 3, shares: 2 };
    expect(Object.fromEntries(await read(urns, profile))).toEqual({ 1: seen, 2: seen });

    linkedin.rights.memberFigures = false;
    const calls = linkedin.calls.length;
    const nothing = Object.fromEntries(Object.keys(seen).map((name) => [name, null]));
    expect(Object.fromEntries(await read(urns, profile))).toEqual({ 1: nothing, 2: nothing });
    expect(linkedin.calls).toHaveLength(calls + 1);
  });

  test("of a post that LinkedIn refuses are left out, and the others are read", async () => {
    await publish({ text: "Tekst" }, profile);
    const [post] = linkedin.posts;
    const call = "GET /rest/memberCreatorPostAnalytics";
    const deleted = { answer: failure(404, "NOT_FOUND", "The post was deleted") };
    linkedin.disturb(call, deleted);
    const figures = await read(["urn:li:share:1", post?.urn ?? ""], profile);
    expect([...figures.keys()]).toEqual([2]);
    linkedin.disturb(call, deleted);
    await expect(read(["urn:li:share:1"], profile)).rejects.toThrow("404 NOT_FOUND");
  });

  test("are an error if none could be read", async () => {
    linkedin.rights.organization = false;
    await expect(read(["urn:li:share:1"])).rejects.toThrow("403 ACCESS_DENIED");
    const account = accountWith(organization, "");
    await expect(read(["urn:li:share:1"], account)).rejects.toThrow("The access token is missing.");
  });
});
