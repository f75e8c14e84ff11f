import { AppBskyFeedPost } from "@atproto/api";
import { SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createBlueskyPublisher } from "../../../server/adapters/live/bluesky/publisher";
import { NoAnswerError } from "../../../server/adapters/live/http";
import type { Publication, Publisher } from "../../../server/ports/publisher";
import {
  badGatewayAfter,
  dropAfter,
  dropBefore,
  type Fault,
  type Front,
  startFront,
} from "../../peers/bluesky/front";
import { type RealMember, type RealPds, startPds } from "../../peers/bluesky/real-pds";
import { type VideoService, videoService } from "../../peers/bluesky/video-service";
import {
  accountOf,
  addressesOf,
  attemptOf,
  imageUrl,
  jpeg,
  outcomeOf,
  publicationOf,
  signal,
  testLive,
  videoUrl,
} from "./bluesky-support";

const putRecord = "/xrpc/com.atproto.repo.putRecord";
const createSession = "/xrpc/com.atproto.server.createSession";
const refreshSession = "/xrpc/com.atproto.server.refreshSession";
const collection = "app.bsky.feed.post";

/**
 * Against the real server of the AT Protocol, which somebody else wrote. Where it is not installed,
 * `npm run test:all` says so.
 */
describe.runIf(isPeerInstalled("pds"))(
  "On a real server of the AT Protocol",
  { tags: ["peers"] },
  () => {
    let pds: RealPds;
    let zima: RealMember;
    let video: VideoService;
    let videoFront: Front;

    beforeAll(async () => {
      pds = await startPds();
      zima = await pds.createMember("zima.test");
      video = videoService(async (body, authorization) => {
        const answer = await fetch(`${pds.front.origin}/xrpc/com.atproto.repo.uploadBlob`, {
          method: "POST",
          headers: { authorization, "content-type": "video/mp4" },
          body,
        });
        if (!answer.ok) throw new Error(await answer.text());
        const { blob } = await answer.json();
        return blob;
      });
      videoFront = await startFront((asked) => video.handler(asked));
    });
    beforeEach(() => {
      pds.front.reset();
      videoFront.reset();
    });

    /** A server of ours that has just started: its sessions are gone. */
    const start = (): Publisher =>
      createBlueskyPublisher(
        testLive({ origins: [pds.front.origin, pds.plc, videoFront.origin] }),
        addressesOf({ entryway: pds.front.origin, plc: pds.plc, video: videoFront.origin }),
      );
    const account = () => accountOf(zima.handle, zima.appPassword);
    const post = (given: Partial<Publication["post"]>) => publicationOf(account(), given);

    const postsOf = async ({ did }: RealMember) =>
      (await pds.reader.com.atproto.repo.listRecords({ repo: did, collection, limit: 100 })).data
        .records;
    async function newest(): Promise<AppBskyFeedPost.Record> {
      const [first] = await postsOf(zima);
      if (!AppBskyFeedPost.isRecord(first?.value)) throw new Error("There is no post.");
      return first.value as AppBskyFeedPost.Record;
    }

    it("publishes a text byte for byte, with its link, mention, tag and emoji", async () => {
      const tea = await pds.createMember("tea.test");
      const text =
        "Ćao 🎉👩‍👩‍👧 svete @tea.test, vidi https://example.invalid/a?b=c#d #zima @nema.test";
      const publisher = start();
      const outcome = await outcomeOf(publisher.publish(post({ text }), attemptOf(), signal));
      expect(outcome).toEqual({
        ok: true,
        externalId: expect.stringMatching(
          new RegExp(`^at://${zima.did}/app\\.bsky\\.feed\\.post/[2-7a-z]{13}$`),
        ),
        url: expect.stringMatching(`^https://bsky\\.app/profile/${zima.did}/post/[2-7a-z]{13}$`),
      });
      const record = await newest();
      expect(Buffer.from(record.text)).toEqual(Buffer.from(text));
      const bytes = Buffer.from(record.text);
      expect(
        record.facets?.map(({ index, features }) => [
          bytes.subarray(index.byteStart, index.byteEnd).toString(),
          features,
        ]),
      ).toEqual([
        ["@tea.test", [{ $type: "app.bsky.richtext.facet#mention", did: tea.did }]],
        [
          "https://example.invalid/a?b=c#d",
          [{ $type: "app.bsky.richtext.facet#link", uri: "https://example.invalid/a?b=c#d" }],
        ],
        ["#zima", [{ $type: "app.bsky.richtext.facet#tag", tag: "zima" }]],
      ]);
      expect(record.embed).toBeUndefined();
    });

    it("publishes an image with its description, and the server has its bytes", async () => {
      const outcome = await outcomeOf(
        start().publish(
          post({ text: "Kapa", imageUrl, altText: "Crvena kapa" }),
          attemptOf(),
          signal,
        ),
      );
      expect(outcome).toMatchObject({ ok: true });
      const { embed } = await newest();
      expect(embed).toMatchObject({
        $type: "app.bsky.embed.images",
        images: [
          {
            alt: "Crvena kapa",
            aspectRatio: { width: 64, height: 48 },
            image: { mimeType: "image/jpeg" },
          },
        ],
      });
      const [listed] = (await pds.reader.com.atproto.sync.listBlobs({ did: zima.did })).data.cids;
      const blob = await pds.reader.com.atproto.sync.getBlob({ did: zima.did, cid: listed ?? "" });
      expect(Buffer.from(blob.data)).toEqual(Buffer.from(jpeg));
    });

    it("lets the video service store the video on this server, and publishes it", async () => {
      video.takes(2);
      const publisher = start();
      const first = attemptOf();
      const publication = post({ text: "Kapa", videoUrl, altText: "Kapa se okreće" });
      expect(await outcomeOf(publisher.publish(publication, first, signal))).toMatchObject({
        ok: "waiting",
        note: "Bluesky is processing the video.",
      });
      const second = attemptOf(first.stored().trace);
      expect(await outcomeOf(publisher.publish(publication, second, signal))).toMatchObject({
        ok: true,
      });
      expect(video.uploads()).toBe(1);
      expect((await newest()).embed).toMatchObject({
        $type: "app.bsky.embed.video",
        alt: "Kapa se okreće",
        aspectRatio: { width: 720, height: 1280 },
        video: { mimeType: "video/mp4" },
      });
    });

    it("deletes a post, once and again, and no other", async () => {
      const before = (await postsOf(zima)).length;
      const publisher = start();
      const attempt = attemptOf();
      const publication = post({ text: "Ovo se briše" });
      await outcomeOf(publisher.publish(post({ id: 8, text: "Ovo ostaje" }), attemptOf(), signal));
      const outcome = await outcomeOf(publisher.publish(publication, attempt, signal));
      const externalId = "externalId" in outcome ? outcome.externalId : "";
      for (const server of [publisher, start()]) {
        expect(await server.remove?.(account(), externalId, signal)).toEqual({ ok: true });
      }
      expect(await postsOf(zima)).toHaveLength(before + 1);
      expect((await newest()).text).toBe("Ovo ostaje");
      const located = publisher.locate(publication, attempt.stored().trace, new Date(), signal);
      expect(await outcomeOf(located)).toEqual({ ok: "absent" });
    });

    it("has one post when the same trace is published twice", async () => {
      const before = (await postsOf(zima)).length;
      const publisher = start();
      const attempt = attemptOf();
      const publication = post({ text: "Samo jednom" });
      const first = await outcomeOf(publisher.publish(publication, attempt, signal));
      const again = attemptOf(attempt.stored().trace);
      expect(await outcomeOf(publisher.publish(publication, again, signal))).toEqual(first);
      expect(await postsOf(zima)).toHaveLength(before + 1);
    });

    it("says that a post is out when its text was changed after it went out", async () => {
      const before = (await postsOf(zima)).length;
      const publisher = start();
      const attempt = attemptOf();
      const first = await outcomeOf(publisher.publish(post({ text: "Staro" }), attempt, signal));
      const again = attemptOf(attempt.stored().trace);
      expect(await outcomeOf(publisher.publish(post({ text: "Novo" }), again, signal))).toEqual(
        first,
      );
      expect(await postsOf(zima)).toHaveLength(before + 1);
      expect((await newest()).text).toBe("Staro");
    });

    it.each<[what: string, fault: Fault, isOut: boolean]>([
      ["the connection was cut before the post was made", dropBefore, false],
      ["the connection was cut after the post was made", dropAfter, true],
      ["a gateway answered 502 after the post was made", badGatewayAfter, true],
    ])("finds out the truth when %s and this server started again", async (_, fault, isOut) => {
      const before = (await postsOf(zima)).length;
      const attempt = attemptOf();
      const publication = post({ text: "Gde si?" });
      pds.front.next(putRecord, fault);
      expect(await outcomeOf(start().publish(publication, attempt, signal))).toBeInstanceOf(Error);
      expect(attempt.stored().isCommitting).toBe(true);
      expect(await postsOf(zima)).toHaveLength(before + (isOut ? 1 : 0));

      const { trace } = attempt.stored();
      const restarted = start();
      const located = await outcomeOf(restarted.locate(publication, trace, new Date(), signal));
      expect(located).toMatchObject({ ok: isOut ? true : "absent" });
      if (!isOut) {
        const outcome = await outcomeOf(restarted.publish(publication, attemptOf(trace), signal));
        expect(outcome).toMatchObject({ ok: true });
        const found = await outcomeOf(restarted.locate(publication, trace, new Date(), signal));
        expect(found).toEqual(outcome);
      }
      expect(await postsOf(zima)).toHaveLength(before + 1);
    });

    it("does not claim that nothing is out while the server is away", async () => {
      const attempt = attemptOf();
      const publication = post({ text: "Tišina" });
      const publisher = start();
      pds.front.next(putRecord, dropAfter);
      await outcomeOf(publisher.publish(publication, attempt, signal));
      pds.front.next("/xrpc/com.atproto.repo.getRecord", dropBefore);
      const located = publisher.locate(publication, attempt.stored().trace, new Date(), signal);
      expect(await outcomeOf(located)).toBeInstanceOf(NoAnswerError);
    });

    it("takes the app password, the account's password, a handle with @, a DID", async () => {
      const publisher = start();
      for (const [identifier, password] of [
        [zima.handle, zima.appPassword],
        [zima.handle, zima.password],
        [`@${zima.handle}`, zima.appPassword],
        [zima.did, zima.appPassword],
        [zima.email, zima.appPassword],
      ] as const) {
        const outcome = await outcomeOf(publisher.test(accountOf(identifier, password), signal));
        expect(outcome).toEqual({ ok: true, owner: "@zima.test" });
      }
    });

    it("says in the server's words that the password or the handle is wrong", async () => {
      const publisher = start();
      expect(
        await outcomeOf(publisher.test(accountOf(zima.handle, "canary-wrong"), signal)),
      ).toEqual({ ok: false, error: "Invalid identifier or password", why: "credentials" });
      expect(
        await outcomeOf(publisher.test(accountOf("nema.test", "canary-wrong"), signal)),
      ).toEqual({ ok: false, error: "Unable to resolve handle", why: "credentials" });
      const attempt = attemptOf();
      const wrong = publicationOf(accountOf(zima.handle, "canary-wrong"), { text: "Ne" });
      expect(await outcomeOf(publisher.publish(wrong, attempt, signal))).toMatchObject({
        ok: false,
        why: "credentials",
      });
      expect(attempt.stored().isCommitting).toBe(false);
    });

    /** A token of this account that has ended, signed as the server signs them. */
    const endedToken = () =>
      new SignJWT({ scope: "com.atproto.access" })
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
        .setSubject(zima.did)
        .setAudience(`did:web:localhost%3A${new URL(pds.front.origin).port}`)
        .setIssuedAt(new Date(Date.now() - 7_200_000))
        .setExpirationTime(new Date(Date.now() - 3_600_000))
        .sign(new TextEncoder().encode(pds.jwtSecret));
    /** A login whose tokens are replaced, as if it had been long ago. */
    const withTokens =
      (tokens: { accessJwt: string; refreshJwt?: string }): Fault =>
      async (asked, handler) => {
        const { body = "", ...reply } = await handler(asked);
        return { ...reply, body: JSON.stringify({ ...JSON.parse(body), ...tokens }) };
      };

    it("refreshes a session that has ended, without another login", async () => {
      const before = (await postsOf(zima)).length;
      pds.front.next(createSession, withTokens({ accessJwt: await endedToken() }));
      const outcome = await outcomeOf(
        start().publish(post({ text: "Drugi" }), attemptOf(), signal),
      );
      expect(outcome).toMatchObject({ ok: true });
      expect(pds.front.timesOf(refreshSession)).toBe(1);
      expect(pds.front.timesOf(createSession)).toBe(1);
      expect(await postsOf(zima)).toHaveLength(before + 1);
    });

    it("logs in once more when the session can neither be used nor refreshed", async () => {
      const before = (await postsOf(zima)).length;
      const tokens = { accessJwt: await endedToken(), refreshJwt: "not.a.token" };
      pds.front.next(createSession, withTokens(tokens));
      const outcome = await outcomeOf(
        start().publish(post({ text: "Treći" }), attemptOf(), signal),
      );
      expect(outcome).toMatchObject({ ok: true });
      expect(pds.front.timesOf(createSession)).toBe(2);
      expect(await postsOf(zima)).toHaveLength(before + 1);
    });

    it("says that the account is gone when it was deleted", async () => {
      const gone = await pds.createMember("gone.test");
      const publisher = start();
      const publication = publicationOf(accountOf(gone.handle, gone.appPassword), {
        text: "Zbogom",
      });
      const attempt = attemptOf();
      expect(await outcomeOf(publisher.publish(publication, attempt, signal))).toMatchObject({
        ok: true,
      });
      await pds.deleteMember(gone.did);
      // With the session of before, and after a start.
      for (const server of [publisher, start()]) {
        expect(await outcomeOf(server.publish(publication, attemptOf(), signal))).toMatchObject({
          ok: false,
          why: "credentials",
        });
      }
      const located = publisher.locate(publication, attempt.stored().trace, new Date(), signal);
      expect(await outcomeOf(located)).toMatchObject({ ok: false, why: "credentials" });
    });

    it("says that the account is deactivated", async () => {
      const away = await pds.createMember("away.test");
      const publisher = start();
      const publication = publicationOf(accountOf(away.handle, away.appPassword), {
        text: "Pauza",
      });
      const attempt = attemptOf();
      await outcomeOf(publisher.publish(publication, attempt, signal));
      await pds.deactivate(away);
      expect(await outcomeOf(publisher.publish(publication, attemptOf(), signal))).toEqual({
        ok: false,
        error: "Account is deactivated",
        why: "credentials",
      });
      // Its handle does not lead to it any more.
      const byDid = accountOf(away.did, away.appPassword);
      expect(await outcomeOf(publisher.test(byDid, signal))).toEqual({
        ok: false,
        error: "This account is deactivated.",
        why: "credentials",
      });
      const located = publisher.locate(publication, attempt.stored().trace, new Date(), signal);
      expect(await outcomeOf(located)).toMatchObject({ ok: false, why: "credentials" });
    });

    it("waits as long as the server says after too many logins", async () => {
      const busy = await pds.createMember("busy.test");
      const publisher = start();
      const outcomes = await Promise.all(
        Array.from({ length: 31 }, () =>
          outcomeOf(publisher.test(accountOf(busy.handle, busy.appPassword), signal)),
        ),
      );
      const limited = outcomes.filter((outcome) => "why" in outcome);
      expect(limited).toEqual([
        { ok: false, error: "Rate Limit Exceeded", why: "later", retryAt: expect.any(Date) },
      ]);
      const [at] = limited.map((outcome) => ("retryAt" in outcome ? Number(outcome.retryAt) : 0));
      expect((at ?? 0) - Date.now()).toBeGreaterThan(0);
      expect((at ?? 0) - Date.now()).toBeLessThan(5 * 60_000 + 1000);
    });

    it("takes texts up to the server's own limit, and refuses longer ones before any call", async () => {
      const publisher = start();
      const longest = "👩‍👩‍👧".repeat(150) + "š".repeat(150);
      expect(
        await outcomeOf(publisher.publish(post({ text: longest }), attemptOf(), signal)),
      ).toMatchObject({ ok: true });
      pds.front.reset();
      expect(
        await outcomeOf(publisher.publish(post({ text: `${longest}š` }), attemptOf(), signal)),
      ).toEqual({
        ok: false,
        error: "The text has 301 characters; Bluesky allows 300: shorten it by 1.",
      });
      expect(pds.front.asked).toEqual([]);
    });
  },
);
