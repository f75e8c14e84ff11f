import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHttp } from "../../../server/adapters/live/http";
import { littleText, plainText } from "../../../server/adapters/live/linkedin/little-text";
import { createLinkedInPublisher } from "../../../server/adapters/live/linkedin/publisher";
import { NotSentError } from "../../../server/ports/outcome";
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
import { startWeb } from "../../peers/support/web";
import { fc } from "../../support/random-seed";

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

const locate = (post: Post, since: Date, account = page) =>
  publisherOf().locate(publicationOf(account, post), {}, since, signal);

const bytes = (length: number) => new Uint8Array(length).map((_, index) => index % 251);

describe("LinkedIn's text format", () => {
  test.each([
    ["Zima je stigla.", "Zima je stigla."],
    ["Popust (30%) na [sve] {danas}", "Popust \\(30%\\) na \\[sve\\] \\{danas\\}"],
    ["a_b *c* ~d~ <e> @f g|h i\\j", "a\\_b \\*c\\* \\~d\\~ \\<e\\> \\@f g\\|h i\\\\j"],
    ["#zima #šal2026 (#sneg) broj #1", "#zima #šal2026 \\(#sneg\\) broj \\#1"],
    ["#zima_2026, C# i a#b", "#zima\\_2026, C\\# i a\\#b"],
    ["https://zima.rs/a_b?c=(d)#e", "https://zima.rs/a\\_b?c=\\(d\\)\\#e"],
  ])("%s is written so that LinkedIn does not cut it", (text, little) => {
    expect(littleText(text)).toBe(little);
  });

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

  test("hashtags stay hashtags, also in what LinkedIn returns", () => {
    expect(readLittleText(littleText("#zima i #šal")).tags).toEqual(["zima", "šal"]);
    expect(plainText("{hashtag|\\#|zima} i \\(šal\\)")).toBe("#zima i (šal)");
  });
});

describe.each([
  ["an organization", page, organization],
  ["a member", profile, member],
])("a post of %s on LinkedIn", (_, account, author) => {
  test("is published with its text", async () => {
    const text = "Popust (30%) za članove: #zima & sneg_2026\nhttp://zima.rs/a_b";
    const result = await publish({ text }, { account });
    const [post] = linkedin.posts;
    expect(post).toMatchObject({ author, text, tags: ["zima"] });
    expect(result).toEqual({
      ok: true,
      externalId: post?.urn,
      url: `https://www.linkedin.com/feed/update/${post?.urn}/`,
    });
    expect(linkedin.calls).toEqual([createCall]);
  });

  test("has its image with its alt text, which is not escaped", async () => {
    const post = { imageUrl: "/media/1.jpg", altText: "Staza (u snegu) #1" };
    const publication = publicationOf(account, post);
    const first = attemptOf();
    let result = await publisherOf({ image: bytes(900) }).publish(
      publication,
      first.attempt,
      signal,
    );
    if (result.ok === "waiting") {
      expect(result.note).toBe("LinkedIn is processing the image.");
      time.pass(10);
      const second = attemptOf(first.stored.trace);
      result = await publisherOf().publish(publication, second.attempt, signal);
    }
    expect(result).toMatchObject({ ok: true });
    const [upload] = linkedin.uploads.values();
    expect(linkedin.uploads.size).toBe(1);
    expect(Buffer.concat([...(upload?.received.values() ?? [])]).equals(bytes(900))).toBe(true);
    expect(linkedin.posts).toMatchObject([
      { media: { id: upload?.urn, altText: "Staza (u snegu) #1" } },
    ]);
  });

  test("waits while LinkedIn processes its video, which is sent in parts", async () => {
    linkedin.processing.polls = 1;
    const publication = publicationOf(account, { videoUrl: "/media/1.mp4", altText: "Spust" });
    const publisher = publisherOf({ video: bytes(9_000_000) });
    const first = attemptOf();
    expect(await publisher.publish(publication, first.attempt, signal)).toEqual({
      ok: "waiting",
      note: "LinkedIn is processing the video.",
      askAt: new Date("2026-11-27T10:00:15Z"),
    });
    const [upload] = linkedin.uploads.values();
    const parts = [...(upload?.received.values() ?? [])];
    expect(parts.map(({ length }) => length)).toEqual([4_194_304, 4_194_304, 611_392]);
    expect(Buffer.concat(parts).equals(bytes(9_000_000))).toBe(true);
    const second = attemptOf(first.stored.trace);
    expect(await publisher.publish(publication, second.attempt, signal)).toMatchObject({
      ok: true,
    });
    expect(linkedin.uploads.size).toBe(1);
    expect(linkedin.posts).toMatchObject([{ media: { id: upload?.urn } }]);
    expect(linkedin.posts[0]?.media).not.toHaveProperty("altText");
    expect(second.stored.isCommitting).toBe(true);
  });
});

describe("media on LinkedIn", () => {
  test("that LinkedIn cannot process end the try, and the next one uploads again", async () => {
    linkedin.processing.end = "PROCESSING_FAILED";
    const { attempt, stored } = attemptOf();
    const publication = publicationOf(page, { videoUrl: "/media/1.mp4" });
    expect(await publisherOf().publish(publication, attempt, signal)).toEqual({
      ok: false,
      error: "LinkedIn could not process the video.",
    });
    expect(stored).toEqual({ isCommitting: false, trace: {} });
    expect(linkedin.creatingCalls()).toBe(0);
  });

  test("that are not found yet are waited for", async () => {
    const path = "GET /rest/images/urn%3Ali%3Aimage%3AC5F7400000000000000001";
    linkedin.disturb(path, { answer: failure(404, "NOT_FOUND", "No such image") });
    expect(await publish({ imageUrl: "/media/1.jpg" })).toEqual({
      ok: "waiting",
      note: "LinkedIn is processing the image.",
      askAt: new Date("2026-11-27T10:00:10Z"),
    });
  });

  test("of an earlier try are used again, unless they were changed or are of yesterday", async () => {
    linkedin.disturb(createCall, { answer: failure(429, "TOO_MANY_REQUESTS", "Throttled") });
    const post = { imageUrl: "/media/1.jpg" };
    const first = attemptOf();
    await publisherOf().publish(publicationOf(page, post), first.attempt, signal);
    const { trace } = first.stored;
    await publish({ ...post, text: "Isti snimak." }, { trace });
    expect(linkedin.uploads.size).toBe(1);
    await publish({ imageUrl: "/media/2.jpg", text: "Drugi snimak." }, { trace });
    expect(linkedin.uploads.size).toBe(2);
    time.pass(86_400);
    await publish({ ...post, text: "Dan kasnije." }, { trace });
    expect(linkedin.uploads.size).toBe(3);
  });

  test("are sent to LinkedIn's own hosts only, because the token goes with them", async () => {
    for (const origin of ["http://evil.example", "https://linkedin.com.evil.example", "nowhere"]) {
      linkedin.named.uploadOrigin = origin;
      await expect(publish({ imageUrl: "/media/1.jpg" })).rejects.toThrow(
        "LinkedIn named an address for the upload that is not its own.",
      );
    }
    expect(linkedin.creatingCalls()).toBe(0);
  });

  test.each([
    ["POST /rest/images", { imageUrl: "/media/1.jpg" }],
    ["POST /rest/videos", { videoUrl: "/media/1.mp4" }],
  ])("that are refused at %s are refused for the post, and nothing is out", async (call, post) => {
    linkedin.disturb(call, { answer: failure(400, "INVALID_PARAMETER", "Too small") });
    expect(await publish(post)).toEqual({
      ok: false,
      error: "400 INVALID_PARAMETER: Too small",
    });
    expect(linkedin.calls).toEqual([call]);
  });

  test("that this server cannot read are refused before any call", async () => {
    const unread = { ok: false, error: "zima.rs has no such image." } as const;
    const live = liveOf(time, linkedin.origin);
    const media = { ...live.media, image: async () => unread, video: async () => unread };
    const addresses = addressesOf(linkedin.origin);
    const publisher = createLinkedInPublisher({ ...live, media }, addresses);
    for (const post of [{ imageUrl: "/media/1.jpg" }, { videoUrl: "/media/1.mp4" }]) {
      const publication = publicationOf(page, post);
      expect(await publisher.publish(publication, attemptOf().attempt, signal)).toEqual(unread);
    }
    expect(linkedin.calls).toEqual([]);
  });

  test.each(["POST /rest/images", "PUT", "GET"])(
    "that meet an error of LinkedIn's servers at %s leave nothing out",
    async (call) => {
      const urn = "/urn%3Ali%3Aimage%3AC5F7400000000000000001";
      const path = { PUT: `PUT /dms-uploads${urn}`, GET: `GET /rest/images${urn}` }[call] ?? call;
      linkedin.disturb(path, { answer: failure(503, "SERVICE_UNAVAILABLE", "Try again") });
      const { attempt, stored } = attemptOf();
      const publication = publicationOf(page, { imageUrl: "/media/1.jpg" });
      await expect(publisherOf().publish(publication, attempt, signal)).rejects.toThrow("503");
      expect(stored.isCommitting).toBe(false);
      expect(linkedin.calls).not.toContain(createCall);
    },
  );
});

describe("the card of a link on LinkedIn", () => {
  const html = (head: string) => `<!doctype html><html><head>${head}</head><body></body></html>`;
  const whole =
    '<meta property="og:title" content="Crvena kapa (nova)"><meta property="og:description" content="Topla &amp; mekana">';
  const picture = '<meta property="og:image" content="/kapa.jpg">';

  /** Plays the pages of zima.rs, and notes which pictures are read for a card. */
  async function startPage(head: string, { status = 200, type = "text/html" } = {}) {
    const headers = {
      "content-type": type,
      ...(status === 302 && { location: "https://127.0.0.1/" }),
    };
    const site = await startWeb(
      (_, response) => response.writeHead(status, headers).end(html(head)),
      { tls: false },
    );
    const pictures: string[] = [];
    const live = liveOf(time, linkedin.origin, { image: bytes(900) });
    const image: typeof live.media.image = (url, ...rest) => {
      pictures.push(url);
      return live.media.image(url, ...rest);
    };
    const given: typeof live = {
      ...live,
      httpOf: ({ proxy }) => {
        const http = createHttp({ proxy, publicInTests: [linkedin.origin, site.origin] });
        return (call) => http({ ...call, url: call.url.replace("https://zima.rs", site.origin) });
      },
      media: { ...live.media, image },
    };
    const publisher = createLinkedInPublisher(given, addressesOf(linkedin.origin));
    const link = "https://zima.rs/kapa";
    const send = (post: Post = {}, trace: Trace = {}, account = page) => {
      const { attempt, stored } = attemptOf(trace);
      const publication = publicationOf(account, { text: `Nova kapa: ${link}.`, ...post });
      return publisher.publish(publication, attempt, signal).then((result) => ({ result, stored }));
    };
    return { site, link, send, pictures };
  }

  test.each([
    ["an organization", page],
    ["a member", profile],
  ])("of %s shows the page's title, description and picture", async (_, account) => {
    const { link, send, site, pictures } = await startPage(`${whole}${picture}`);
    let { result, stored } = await send({}, {}, account);
    if (result.ok === "waiting") {
      expect(result.note).toBe("LinkedIn is processing the image.");
      time.pass(10);
      ({ result, stored } = await send({}, stored.trace, account));
    }
    expect(result).toMatchObject({ ok: true });
    const [upload] = linkedin.uploads.values();
    expect(Buffer.concat([...(upload?.received.values() ?? [])]).equals(bytes(900))).toBe(true);
    expect(linkedin.posts).toMatchObject([
      {
        text: `Nova kapa: ${link}.`,
        article: {
          source: link,
          title: "Crvena kapa (nova)",
          description: "Topla & mekana",
          thumbnail: upload?.urn,
        },
      },
    ]);
    // A second try goes on with what the first has read and uploaded.
    expect([site.asked, pictures]).toEqual([["/kapa"], ["https://zima.rs/kapa.jpg"]]);
    expect(linkedin.uploads.size).toBe(1);
    expect(stored.isCommitting).toBe(true);
  });

  test("has no description and no picture if the page names none", async () => {
    const { link, send } = await startPage("<title>Kapa</title>");
    expect((await send()).result).toMatchObject({ ok: true });
    expect(linkedin.posts[0]?.article).toEqual({ source: link, title: "Kapa" });
    expect(linkedin.calls).toEqual([createCall]);
  });

  test.each<[string, string, { status?: number; type?: string }]>([
    ["has no title", '<meta name="description" content="Topla">', {}],
    ["is not there", whole, { status: 404 }],
    ["is no page", whole, { type: "image/png" }],
    ["redirects to this machine", whole, { status: 302 }],
  ])("is left out when the page %s, and the post goes out", async (_, head, answer) => {
    const { send } = await startPage(head, answer);
    expect((await send()).result).toMatchObject({ ok: true });
    expect(linkedin.posts).toHaveLength(1);
    expect(linkedin.posts[0]).not.toHaveProperty("article");
    expect(linkedin.calls).toEqual([createCall]);
  });

  test("is left out when the page has no https", async () => {
    const { send, site } = await startPage(whole);
    expect((await send({ text: "Vidi http://zima.rs/kapa" })).result).toMatchObject({ ok: true });
    expect(linkedin.posts[0]).not.toHaveProperty("article");
    expect(site.asked).toEqual([]);
  });

  test.each<[string, string, Reply]>([
    ["is refused", "POST /rest/images", failure(400, "INVALID_PARAMETER", "Too small")],
    ["meets an error", "POST /rest/images", failure(503, "SERVICE_UNAVAILABLE", "Try again")],
    [
      "meets an error while it is processed",
      "GET /rest/images/urn%3Ali%3Aimage%3AC5F7400000000000000001",
      failure(503, "SERVICE_UNAVAILABLE", "Try again"),
    ],
  ])("has no picture when its upload %s", async (_, call, answer) => {
    const { link, send } = await startPage(`${whole}${picture}`);
    linkedin.disturb(call, { answer });
    expect((await send()).result).toMatchObject({ ok: true });
    const title = "Crvena kapa (nova)";
    const description = "Topla & mekana";
    expect(linkedin.posts[0]?.article).toEqual({ source: link, title, description });
  });

  test("has no picture when LinkedIn cannot process it", async () => {
    linkedin.processing.end = "PROCESSING_FAILED";
    const { send } = await startPage(`${whole}${picture}`);
    expect((await send()).result).toMatchObject({ ok: true });
    expect(linkedin.posts[0]?.article).not.toHaveProperty("thumbnail");
  });

  test("has no picture when LinkedIn does not finish it within a minute", async () => {
    linkedin.processing.polls = Number.POSITIVE_INFINITY;
    const { send } = await startPage(`${whole}${picture}`);
    const { result, stored } = await send();
    expect(result).toMatchObject({ ok: "waiting" });
    time.pass(60);
    expect((await send({}, stored.trace)).result).toMatchObject({ ok: true });
    expect(linkedin.posts[0]?.article).toMatchObject({ title: "Crvena kapa (nova)" });
    expect(linkedin.posts[0]?.article).not.toHaveProperty("thumbnail");
  });

  test("is left out when LinkedIn refuses the post with it", async () => {
    const { send } = await startPage(whole);
    const answer = failure(422, "INVALID_CONTENT", "/content/article/source is not valid");
    linkedin.disturb(createCall, { answer });
    expect((await send()).result).toMatchObject({ ok: true });
    expect(linkedin.posts).toHaveLength(1);
    expect(linkedin.posts[0]).not.toHaveProperty("article");
    expect(linkedin.calls).toEqual([createCall, createCall]);
  });

  test("stands back from no other refusal: a duplicate is sent once", async () => {
    const { send } = await startPage(whole);
    await send();
    expect((await send()).result).toMatchObject({ ok: false, isDuplicate: true });
    expect(linkedin.calls).toEqual([createCall, createCall]);
  });

  test("gives way to an image, and is that of the first link", async () => {
    const { link, send, site } = await startPage(whole);
    await send({ imageUrl: "/media/1.jpg" });
    expect(linkedin.posts[0]).not.toHaveProperty("article");
    expect(site.asked).toEqual([]);
    await send({ text: `Prvo ${link}, onda https://sneg.rs/` });
    expect(linkedin.posts[1]?.article).toMatchObject({ source: link });
  });

  test("is read again by a later try whose text has another link", async () => {
    const { link, send } = await startPage(whole);
    const { stored } = await send();
    await send({ text: `Druga kapa: ${link}-2` }, stored.trace);
    expect(linkedin.posts[1]?.article).toMatchObject({ source: `${link}-2` });
  });
});

describe("before any call to LinkedIn", () => {
  test.each<[string, Post, Record<string, string>, object]>([
    [
      "a long text is refused",
      { text: "š".repeat(3001) },
      {},
      {
        error: "The text has 3001 characters; LinkedIn Organization allows 3000: shorten it by 1.",
      },
    ],
    [
      "a long alt text is refused",
      { imageUrl: "/media/1.jpg", altText: "a".repeat(4087) },
      {},
      { error: "The alt text has 4087 characters; LinkedIn allows 4,086." },
    ],
    [
      "an author of the other kind is refused",
      {},
      { author_urn: member },
      {
        why: "credentials",
        error: "The author URN must be 'urn:li:organization:' and an id.",
      },
    ],
    ["an author without an id is refused", {}, { author_urn: "urn:li:organization:" }, {}],
    [
      "a missing token is refused",
      {},
      { access_token: "" },
      { why: "credentials", error: "The access token is missing." },
    ],
  ])("%s", async (_, post, credentials, expected) => {
    const account = { ...page, credentials: { ...page.credentials, ...credentials } };
    expect(await publish(post, { account })).toMatchObject({ ok: false, ...expected });
    expect(linkedin.calls).toEqual([]);
  });

  test("a text of exactly 3,000 is taken, however much of it is escaped", async () => {
    const text = "_".repeat(3000);
    expect(await publish({ text })).toMatchObject({ ok: true });
    expect(linkedin.posts).toMatchObject([{ text }]);
  });
});

describe("what LinkedIn refuses", () => {
  test.each<[string, Reply, object]>([
    [
      "an expired token",
      failure(401, "EXPIRED_ACCESS_TOKEN", "The token used in the request has expired", 65602),
      {
        why: "credentials",
        error: "401 EXPIRED_ACCESS_TOKEN: The token used in the request has expired (65602)",
      },
    ],
    [
      "a revoked token",
      failure(401, "REVOKED_ACCESS_TOKEN", "The token has been revoked by the user", 65601),
      { why: "credentials" },
    ],
    [
      "a token without the right or the role",
      failure(403, "ACCESS_DENIED", "Not enough permissions to access: POST /posts", 100),
      { why: "credentials" },
    ],
    [
      "too many calls, until the next day in UTC",
      failure(429, "TOO_MANY_REQUESTS", "Resource level throttle MEMBER DAY limit is reached"),
      { why: "later", retryAt: new Date("2026-11-28T00:00:00Z") },
    ],
    [
      "a version that has ended, which is not the operator's fault",
      failure(426, "NONEXISTENT_VERSION", "Requested version 202607 is not active"),
      {
        error:
          "This version of the console is too old for LinkedIn. 426 NONEXISTENT_VERSION: Requested version 202607 is not active",
      },
    ],
    [
      "the same text again",
      failure(422, "DUPLICATE_POST", "Content is a duplicate of urn:li:share:1"),
      {
        error: "422 DUPLICATE_POST: Content is a duplicate of urn:li:share:1",
        isDuplicate: true,
      },
    ],
    [
      "an invalid field",
      failure(400, "FIELD_LENGTH_TOO_LONG", "commentary is too long"),
      { error: "400 FIELD_LENGTH_TOO_LONG: commentary is too long" },
    ],
  ])("%s is a certain refusal", async (_, answer, expected) => {
    linkedin.disturb(createCall, { answer });
    const result = await publish({});
    expect(result).toMatchObject({ ok: false, ...expected });
    if (!("why" in expected)) expect(result).not.toHaveProperty("why");
    expect(linkedin.calls).toEqual([createCall]);
  });

  test.each<[string, Reply]>([
    ["an error of its servers", failure(500, "INTERNAL_SERVER_ERROR", "Internal error")],
    ["a time-out", failure(408, "REQUEST_TIMEOUT", "Time-out")],
    ["a conflict", failure(409, "CONFLICT", "Conflict")],
    ["a page instead of an answer", { status: 403, text: "<html>denied</html>" }],
    ["a success that does not name the post", { status: 201 }],
  ])("%s leaves it unknown whether the post is out", async (_, answer) => {
    linkedin.disturb(createCall, { answer, effect: true });
    const { attempt, stored } = attemptOf();
    const published = publisherOf().publish(publicationOf(page, {}), attempt, signal);
    await expect(published).rejects.toThrow();
    expect(stored.isCommitting).toBe(true);
    expect(linkedin.posts).toHaveLength(1);
    expect(linkedin.creatingCalls()).toBe(1);
  });

  test("a server that is not reached certainly got nothing", async () => {
    const nobody = publisherOf({}, "http://127.0.0.1:1");
    const published = nobody.publish(publicationOf(page, {}), attemptOf().attempt, signal);
    await expect(published).rejects.toBeInstanceOf(NotSentError);
  });
});

describe("after a lost answer of LinkedIn", () => {
  const post = { text: "Popust (30%) #zima, još danas!\n\nhttp://zima.rs/a_b" };

  test("a post of an organization that is out is found, and there is one", async () => {
    linkedin.disturb(createCall, { cut: "after" });
    await expect(publish(post)).rejects.toThrow("127.0.0.1 did not answer.");
    const [sent] = linkedin.posts;
    expect(await locate(post, time.now())).toEqual({
      ok: true,
      externalId: sent?.urn,
      url: `https://www.linkedin.com/feed/update/${sent?.urn}/`,
    });
    expect(linkedin.creatingCalls()).toBe(1);
    expect(linkedin.posts).toHaveLength(1);
  });

  test("a post that is not listed is waited for, and never certainly absent", async () => {
    linkedin.disturb(createCall, { cut: "before" });
    await expect(publish(post)).rejects.toThrow();
    const since = time.now();
    expect(await locate(post, since)).toEqual({
      ok: "waiting",
      note: "LinkedIn may not list the post yet.",
      askAt: new Date("2026-11-27T10:01:00Z"),
    });
    time.pass(61);
    expect(await locate(post, since)).toEqual({
      ok: "unsure",
      advice: "LinkedIn does not list the post. Look at the organization's page on LinkedIn.",
    });
    expect(linkedin.posts).toHaveLength(0);
  });

  test("another post, or the same words from before, is not taken for it", async () => {
    await publish(post);
    time.pass(600);
    expect(await locate(post, time.now())).toMatchObject({ ok: "waiting" });
    expect(await locate({ text: "Popust" }, time.now())).toMatchObject({ ok: "waiting" });
  });

  test("the posts of a member cannot be read", async () => {
    linkedin.disturb(createCall, { cut: "after" });
    await expect(publish(post, { account: profile })).rejects.toThrow();
    const calls = linkedin.calls.length;
    expect(await locate(post, time.now(), profile)).toEqual({
      ok: "unsure",
      advice:
        "LinkedIn does not let programs read the posts of a member. Look at the profile on LinkedIn.",
    });
    expect(linkedin.calls).toHaveLength(calls);
  });

  test("a token that may post but not read leaves it unknown", async () => {
    linkedin.rights.organization = false;
    expect(await locate(post, time.now())).toMatchObject({ ok: "unsure" });
  });

  test("a look that LinkedIn refuses says nothing about the post", async () => {
    const call = "GET /rest/posts";
    linkedin.disturb(call, { answer: failure(401, "REVOKED_ACCESS_TOKEN", "Revoked", 65601) });
    expect(await locate(post, time.now())).toMatchObject({ ok: false, why: "credentials" });
    linkedin.disturb(call, { answer: failure(500, "INTERNAL_SERVER_ERROR", "Internal error") });
    await expect(locate(post, time.now())).rejects.toThrow("500");
  });
});

describe.each([
  ["an organization", page],
  ["a member", profile],
])("the deletion of a post of %s on LinkedIn", (_, account) => {
  const remove = (urn: string) => publisherOf().remove?.(account, urn, signal);

  test("leaves the others, and may be repeated", async () => {
    await publish({ text: "Prvi" }, { account });
    await publish({ text: "Drugi" }, { account });
    const urn = linkedin.posts[0]?.urn ?? "";
    expect(await remove(urn)).toEqual({ ok: true });
    expect(await remove(urn)).toEqual({ ok: true });
    expect(linkedin.posts).toMatchObject([{ text: "Drugi" }]);
    expect(linkedin.calls.at(-1)).toMatch(/^DELETE \/rest\/posts\/urn%3Ali%3Ashare%3A\d+$/);
  });

  test("is refused in LinkedIn's words, and uncertain without an answer", async () => {
    await publish({ text: "Prvi" }, { account });
    const urn = linkedin.posts[0]?.urn ?? "";
    const call = `DELETE /rest/posts/${encodeURIComponent(urn)}`;
    const words = "Not enough permissions to access: DELETE /posts";
    linkedin.disturb(call, { answer: failure(403, "ACCESS_DENIED", words, 100) });
    expect(await remove(urn)).toEqual({
      ...{ ok: false, why: "credentials" },
      error: "403 ACCESS_DENIED: Not enough permissions to access: DELETE /posts (100)",
    });
    linkedin.disturb(call, { cut: "after" });
    await expect(remove(urn)).rejects.toThrow("did not answer");
  });
});
