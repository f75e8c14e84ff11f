import { describe, expect, it } from "vitest";
import { NotSentError } from "../../../server/ports/outcome";
import {
  badGatewayAfter,
  dropAfter,
  dropBefore,
  type Fault,
  type Handler,
  json,
  refusal,
} from "../../peers/bluesky/front";
import { attemptOf } from "../../peers/support/publishing";
import { fc } from "../../support/random-seed";
import {
  account,
  createSession,
  did,
  member,
  now,
  putRecord,
  reset,
  startBluesky,
} from "./bluesky-stand-in";
import { accountOf, imageUrl, outcomeOf, signal, videoUrl } from "./bluesky-support";

const { standIn, front, videoFront, hidden, start, post, publish, posts } = await startBluesky();
const hourLater = new Date("2026-11-27T09:00:00.000Z");
const getRecord = "/xrpc/com.atproto.repo.getRecord";
const describeRepo = "/xrpc/com.atproto.repo.describeRepo";

describe("A post on Bluesky", () => {
  it("is a record whose key and time are stored before the call", async () => {
    const attempt = attemptOf();
    front.next(putRecord, (asked, handler) => {
      expect(attempt.stored).toEqual({
        trace: { did, rkey: expect.any(String), createdAt: "2026-11-27T08:00:00.000Z" },
        isCommitting: true,
      });
      return handler(asked);
    });
    const outcome = await publish({ text: "Dobro jutro" }, { attempt });
    const [key] = [...standIn.posts.keys()];
    expect(outcome).toEqual({
      ok: true,
      externalId: `at://${did}/app.bsky.feed.post/${key}`,
      url: `https://bsky.app/profile/${did}/post/${key}`,
    });
    // https://atproto.com/specs/tid
    expect(key).toMatch(/^[2-7a-j][2-7a-z]{12}$/);
    expect(posts()).toEqual([
      {
        $type: "app.bsky.feed.post",
        text: "Dobro jutro",
        createdAt: "2026-11-27T08:00:00.000Z",
      },
    ]);
    expect(front.timesOf(putRecord)).toBe(1);
  });

  it("has another key than a post of the same moment", async () => {
    const on = start();
    await publish({ id: 42, text: "Prvi" }, { on });
    await publish({ id: 43, text: "Drugi" }, { on });
    expect(standIn.posts.size).toBe(2);
  });

  it("shows its image, with a description or an empty one", async () => {
    const on = start();
    await publish({ id: 1, text: "Kapa", imageUrl, altText: "Crvena kapa" }, { on });
    await publish({ id: 2, text: "Kapa", imageUrl }, { on });
    expect(posts()).toMatchObject(
      ["Crvena kapa", ""].map((alt) => ({
        embed: {
          $type: "app.bsky.embed.images",
          images: [
            { alt, aspectRatio: { width: 64, height: 48 }, image: { mimeType: "image/jpeg" } },
          ],
        },
      })),
    );
    // Servers refuse more than 1,000,000 bytes.
    expect(on.asked[0]).toMatchObject({ url: imageUrl, profile: { maxBytes: 976_000 } });
  });

  it("waits for an image that does not load, and sends nothing", async () => {
    const outcome = await publish({ text: "Kapa", imageUrl: "https://shop.example.com/away.jpg" });
    expect(outcome).toMatchObject({ ok: false, why: "later", scope: "post" });
    expect(front.timesOf(putRecord)).toBe(0);
  });

  it("is refused before any call when its text is too long", async () => {
    expect(await publish({ text: "š".repeat(301) })).toEqual({
      ok: false,
      error: "The text has 301 characters; Bluesky allows 300: shorten it by 1.",
    });
    // A family of four is one grapheme of 25 bytes.
    expect(await publish({ text: "👨‍👩‍👧‍👦".repeat(121) })).toEqual({
      ok: false,
      error: "The text has 3025 bytes; Bluesky allows 3000: shorten it by 25.",
    });
    expect(front.asked).toEqual([]);
  });

  it("names the members that it mentions, and leaves unknown ones as text", async () => {
    await publish({ text: "Hvala @zima.example.com i @nema.example.com" });
    expect(posts()).toMatchObject([
      {
        facets: [
          {
            index: { byteStart: 6, byteEnd: 23 },
            features: [{ $type: "app.bsky.richtext.facet#mention", did }],
          },
        ],
      },
    ]);
  });

  it("leaves nothing in a text that the server would refuse the post for", async () => {
    expect(await publish({ text: "Novo: httpbin.org" })).toMatchObject({ ok: true });
    expect(posts()).toMatchObject([
      {
        facets: [
          {
            index: { byteStart: 6, byteEnd: 17 },
            features: [{ $type: "app.bsky.richtext.facet#link", uri: "https://httpbin.org" }],
          },
        ],
      },
    ]);
    for (const text of ["Novo: https:/// i @.com", "Novo: https://), httpd.conf"]) {
      expect(await publish({ text })).toMatchObject({ ok: true });
    }
  });

  it("marks links and tags at their bytes, whatever stands around them", async () => {
    const word = fc.constantFrom("Ćao", "🎉", "👩‍👩‍👧", "ж", "svete", "ẞ", "日本", "e\u0301");
    const token = fc.constantFrom("https://example.invalid/a?b=c", "#zima", "#жива", "#日本");
    const parts = fc.array(fc.oneof(word, token), { minLength: 1, maxLength: 12 });
    const on = start();
    await fc.assert(
      fc.asyncProperty(parts, async (words) => {
        standIn.clear();
        const text = words.join(" ");
        await publish({ text }, { on });
        const [record] = posts();
        expect(record).toMatchObject({ text });
        const bytes = Buffer.from(text);
        // The stand-in has checked the record by the lexicon.
        const { facets = [] } = record as {
          facets?: { index: { byteStart: number; byteEnd: number } }[];
        };
        expect(
          facets.map(({ index }) => bytes.subarray(index.byteStart, index.byteEnd).toString()),
        ).toEqual(words.filter((word) => /^(https:|#)/.test(word)));
      }),
      { numRuns: 40 },
    );
  });
});

describe("A post whose answer was lost", () => {
  it.each<[what: string, fault: Fault, isOut: boolean]>([
    ["the connection was cut before", dropBefore, false],
    ["the connection was cut after", dropAfter, true],
    ["a gateway answered 502 after", badGatewayAfter, true],
    [
      "the answer was no JSON",
      async (asked, handler) => {
        await handler(asked);
        return { status: 200, body: "<h1>OK</h1>", headers: { "content-type": "text/html" } };
      },
      true,
    ],
  ])("is looked up when %s, and is out once", async (_, fault, isOut) => {
    const attempt = attemptOf();
    front.next(putRecord, fault);
    expect(await publish({ text: "Gde si?" }, { attempt })).toBeInstanceOf(Error);
    expect(posts()).toHaveLength(isOut ? 1 : 0);
    expect(front.timesOf(putRecord)).toBe(1);

    const { trace, isCommitting } = attempt.stored;
    expect(isCommitting).toBe(true);
    const locate = () => outcomeOf(start().locate(post({ text: "Gde si?" }), trace, now, signal));
    expect(await locate()).toMatchObject({ ok: isOut ? true : "absent" });
    if (!isOut) {
      const retried = await publish(
        { text: "Gde si?" },
        { attempt: attemptOf(trace), on: start(hourLater) },
      );
      expect(retried).toMatchObject({ ok: true });
      expect(await locate()).toMatchObject({ ok: true });
    }
    expect(posts()).toHaveLength(1);
  });

  /** The result of a search for a post that is out, if this goes wrong. */
  async function located(path: string, fault: Fault, by = account) {
    const attempt = attemptOf();
    await publish({ text: "Gde si?" }, { attempt });
    front.reset();
    front.next(path, fault);
    const { trace } = attempt.stored;
    return outcomeOf(
      start().locate({ ...post({ text: "Gde si?" }), account: by }, trace, now, signal),
    );
  }

  it("is looked up without a login, whatever the password is today", async () => {
    const by = accountOf(member.handle, "canary-other");
    const well: Fault = (asked, handler) => handler(asked);
    expect(await located(getRecord, well, by)).toMatchObject({ ok: true });
    expect(front.timesOf(createSession)).toBe(0);
  });

  it.each<[path: string, fault: Fault]>([
    [`/${did}`, () => ({ status: 503 })],
    [`/${did}`, dropBefore],
    [describeRepo, dropBefore],
    [describeRepo, () => refusal(400, "InvalidRequest", "Could not resolve DID")],
    [getRecord, dropBefore],
    [getRecord, () => refusal(502, "UpstreamFailure", "Oh")],
    [getRecord, () => ({ status: 404, body: "Not found" })],
  ])("is never said to be absent when %s gives no answer", async (path, fault) => {
    expect(await located(path, fault)).toBeInstanceOf(Error);
  });

  it("is not said to be absent by a server that does not host the account", async () => {
    const gone = () => refusal(400, "RepoNotFound", "Could not find repo");
    expect(await located(describeRepo, gone)).toEqual({
      ...{ ok: false, error: "Could not find repo", why: "credentials" },
    });
  });

  it("is there once when it is published with the same trace again, even with another text", async () => {
    const attempt = attemptOf();
    const first = await publish({ text: "Staro" }, { attempt });
    const { trace } = attempt.stored;
    for (const text of ["Staro", "Novo"]) {
      const again = { attempt: attemptOf(trace), on: start(hourLater) };
      expect(await publish({ text }, again)).toEqual(first);
    }
    expect(posts()).toMatchObject([{ text: "Staro" }]);
  });
});

describe("Bluesky's refusals", () => {
  type Row = [what: string, path: string, reply: ReturnType<Handler>, expected: object];
  const credentials = (error: string) => ({ ok: false, error, why: "credentials" });
  const later = (error: string, at: string) => ({
    ok: false,
    error,
    why: "later",
    retryAt: new Date(at),
  });
  const refused = (status: number, error: string, words: string) =>
    [refusal(status, error, words), credentials(words)] as const;
  const limited = (headers: Record<string, string>) => ({
    ...refusal(429, "RateLimitExceeded", "Rate Limit Exceeded"),
    headers: { "content-type": "application/json", ...headers },
  });
  const secret = json({ accessJwt: "canary-access", refreshJwt: "canary-refresh" });

  it.each<Row>([
    [
      "a wrong password",
      createSession,
      ...refused(401, "AuthenticationRequired", "Invalid identifier or password"),
    ],
    [
      "an account that was taken down",
      createSession,
      ...refused(401, "AccountTakedown", "Account has been taken down"),
    ],
    [
      "a password that needs a code",
      createSession,
      refusal(401, "AuthFactorTokenRequired", "A sign in code has been sent"),
      credentials(
        "Bluesky asks for a code by e-mail. Enter an app password instead of the password.",
      ),
    ],
    [
      "an unknown handle",
      "/xrpc/com.atproto.identity.resolveHandle",
      ...refused(400, "InvalidRequest", "Unable to resolve handle"),
    ],
    [
      "an account that was deleted",
      `/${did}`,
      { status: 410, body: "{}" },
      credentials("This account is no longer on Bluesky."),
    ],
    [
      "an account without a server",
      `/${did}`,
      json({ id: did }),
      credentials("Bluesky does not say which server hosts this account."),
    ],
    [
      "too many logins",
      createSession,
      limited({ "ratelimit-reset": reset }),
      later("Rate Limit Exceeded", "2100-01-01T00:00:00Z"),
    ],
    [
      "too many posts, without a time",
      putRecord,
      limited({}),
      later("Rate Limit Exceeded", "2026-11-27T08:05:00Z"),
    ],
    [
      "too many calls at a gateway",
      putRecord,
      { status: 429, body: "<h1>Slow down</h1>" },
      later("RateLimitExceeded", "2026-11-27T08:05:00Z"),
    ],
    [
      "a deactivated account",
      putRecord,
      ...refused(403, "AccountDeactivated", "Account is deactivated"),
    ],
    [
      "a record that it does not take",
      putRecord,
      refusal(400, "InvalidRequest", "Invalid app.bsky.feed.post record"),
      { ok: false, error: "Invalid app.bsky.feed.post record" },
    ],
    [
      "a login that a gateway answers with 502",
      createSession,
      { status: 502, body: "<h1>502</h1>" },
      new Error("localhost answered with status 502."),
    ],
    [
      "a login whose answer cannot be read",
      createSession,
      secret,
      new Error("Bluesky gave an answer that cannot be read."),
    ],
    [
      "a directory that is out of order",
      `/${did}`,
      { status: 503 },
      new Error("The directory of accounts answered with status 503."),
    ],
  ])("%s", async (_, path, reply, expected) => {
    front.next(path, () => reply);
    const outcome = await publish({ text: "Zdravo" });
    if (expected instanceof Error) expect(outcome).toHaveProperty("message", expected.message);
    else expect(outcome).toEqual(expected);
    expect(posts()).toEqual([]);
  });

  it.each([createSession, putRecord])(
    "are shown without the password and the tokens that a server repeats in them: %s",
    async (path) => {
      front.next(path, ({ headers, body }) =>
        refusal(400, "InvalidRequest", `Not taken: ${headers.authorization} ${body}`),
      );
      const outcome = await publish({ text: "Zima" });
      expect(outcome).toMatchObject({ ok: false, error: expect.stringMatching(/^Not taken: /) });
    },
  );

  it("of a video are shown without the token that its service repeats in them", async () => {
    videoFront.next("/xrpc/app.bsky.video.uploadVideo", ({ headers }) =>
      refusal(400, "InvalidRequest", `Not taken: ${headers.authorization}`),
    );
    const outcome = await publish({ text: "Zima", videoUrl });
    expect(outcome).toMatchObject({ ok: false, error: "Not taken: Bearer …" });
  });

  it("leave the same post to be sent again", async () => {
    const attempt = attemptOf();
    front.next(putRecord, () => limited({}));
    await publish({ text: "Zdravo" }, { attempt });
    const { trace } = attempt.stored;
    const retried = await publish(
      { text: "Zdravo" },
      { attempt: attemptOf(trace), on: start(hourLater) },
    );
    expect(retried).toMatchObject({ ok: true });
    expect([...standIn.posts.keys()]).toEqual([trace.rkey]);
  });

  it("ask for the fields that are empty", async () => {
    expect(await publish({ text: "Zdravo" }, { by: accountOf("", "") })).toEqual(
      credentials("Bluesky needs an identifier and an app password."),
    );
    expect(front.asked).toEqual([]);
  });

  it.each([hidden.origin, "https://127.0.0.1"])(
    "come before anything is sent to a server that is not public: %s",
    async (serviceEndpoint) => {
      front.next(`/${did}`, () =>
        json({
          id: did,
          service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint }],
        }),
      );
      expect(await publish({ text: "Zdravo" })).toBeInstanceOf(NotSentError);
      expect([front.timesOf(createSession), hidden.asked.length]).toEqual([0, 0]);
    },
  );

  it("include DIDs of the web with a port or a path", async () => {
    for (const identifier of ["did:web:localhost%3A80", "did:web:example.com:a", "did:key:z6Mk"]) {
      const by = accountOf(identifier, member.password);
      expect(await publish({ text: "Zdravo" }, { by })).toEqual(
        credentials(`${identifier} is not a DID.`),
      );
    }
  });
});

describe("The deletion of a post on Bluesky", () => {
  const remove = (externalId: string) =>
    outcomeOf(start().remove?.(account, externalId, signal) ?? Promise.reject(new Error("None")));

  it("may be repeated, and is refused for a post of somebody else", async () => {
    await publish({ text: "Prvi" });
    const [key] = [...standIn.posts.keys()];
    for (const left of [0, 0]) {
      expect(await remove(`at://${did}/app.bsky.feed.post/${key}`)).toEqual({ ok: true });
      expect(posts()).toHaveLength(left);
    }
    expect(await remove("at://did:plc:abcdefghijklmnopqrstuvwy/app.bsky.feed.post/3kabc")).toEqual({
      ...{ ok: false, error: "Not yours", why: "credentials" },
    });
  });
});
