import { AppBskyFeedPost } from "@atproto/api";
import { SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { createBlueskyPublisher } from "../../../server/adapters/live/bluesky/publisher";
import type { Publication, Publisher } from "../../../server/ports/publisher";
import { type Fault, type Front, startFront } from "../../peers/bluesky/front";
import { type RealMember, type RealPds, startPds } from "../../peers/bluesky/real-pds";
import { type VideoService, videoService } from "../../peers/bluesky/video-service";
import { attemptOf, publicationOf } from "../../peers/support/publishing";
import { createSession, refreshSession } from "./bluesky-stand-in";
import { accountOf, addressesOf, outcomeOf, signal, testLive, videoUrl } from "./bluesky-support";

const collection = "app.bsky.feed.post";

/**
 * Against the real server of the AT Protocol, which somebody else wrote. Where it is not installed,
 * `npm run test:all` says so. The built server publishes text and images on it in tests/e2e, and
 * at-most-once.long.test.ts cuts its answers.
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
      video = videoService(() => pds.front.origin);
      videoFront = await startFront(video.handler);
    });
    beforeEach(() => {
      pds.front.reset();
      videoFront.reset();
    });

    /** Returns a server of ours that has just started: its sessions are gone. */
    const start = (): Publisher =>
      createBlueskyPublisher(
        testLive({ origins: [pds.front.origin, pds.plc, videoFront.origin] }),
        addressesOf({ entryway: pds.front.origin, plc: pds.plc, video: videoFront.origin }),
      );
    const account = () => accountOf(zima.handle, zima.appPassword);
    /** Publishes on a server that has just started. */
    const publish = (
      given: Partial<Publication["post"]>,
      { attempt = attemptOf(), on = start(), by = account() } = {},
    ) => outcomeOf(on.publish(publicationOf(by, given), attempt.attempt, signal));
    const locate = (
      { stored }: ReturnType<typeof attemptOf>,
      { on = start(), by = account() } = {},
    ) => outcomeOf(on.locate(publicationOf(by, {}), stored.trace, new Date(), signal));

    const postsOf = async ({ did }: RealMember) =>
      (await pds.reader.com.atproto.repo.listRecords({ repo: did, collection, limit: 100 })).data
        .records;
    async function newest(): Promise<AppBskyFeedPost.Record> {
      const [first] = await postsOf(zima);
      if (!AppBskyFeedPost.isRecord(first?.value)) throw new Error("There is no post.");
      return first.value as AppBskyFeedPost.Record;
    }

    it("lets the video service store the video on this server, and publishes it", async () => {
      video.takes(2);
      const first = attemptOf();
      const given = { text: "Kapa", videoUrl, altText: "Kapa se okreće" };
      expect(await publish(given, { attempt: first })).toMatchObject({ ok: "waiting" });
      const attempt = attemptOf(first.stored.trace);
      expect(await publish(given, { attempt })).toMatchObject({ ok: true });
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
      const on = start();
      const attempt = attemptOf();
      await publish({ id: 8, text: "Ovo ostaje" }, { on });
      const outcome = await publish({ text: "Ovo se briše" }, { attempt, on });
      const externalId = "externalId" in outcome ? outcome.externalId : "";
      for (const server of [on, start()]) {
        expect(await server.remove?.(account(), externalId, signal)).toEqual({ ok: true });
      }
      expect(await postsOf(zima)).toHaveLength(before + 1);
      expect((await newest()).text).toBe("Ovo ostaje");
      expect(await locate(attempt)).toEqual({ ok: "absent" });
    });

    it("has one post when the same trace is published again, even with another text", async () => {
      const before = (await postsOf(zima)).length;
      const attempt = attemptOf();
      const first = await publish({ text: "Staro" }, { attempt });
      for (const text of ["Staro", "Novo"]) {
        const again = attemptOf(attempt.stored.trace);
        expect(await publish({ text }, { attempt: again })).toEqual(first);
      }
      expect(await postsOf(zima)).toHaveLength(before + 1);
      expect((await newest()).text).toBe("Staro");
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
      for (const [handle, error] of [
        [zima.handle, "Invalid identifier or password"],
        ["nema.test", "Unable to resolve handle"],
      ] as const) {
        const tested = start().test(accountOf(handle, "canary-wrong"), signal);
        expect(await outcomeOf(tested)).toEqual({ ok: false, error, why: "credentials" });
      }
    });

    /** Returns a token of this account that has ended, signed as the server signs them. */
    const endedToken = () =>
      new SignJWT({ scope: "com.atproto.access" })
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
        .setSubject(zima.did)
        .setAudience(`did:web:localhost%3A${new URL(pds.front.origin).port}`)
        .setIssuedAt(new Date(Date.now() - 7_200_000))
        .setExpirationTime(new Date(Date.now() - 3_600_000))
        .sign(new TextEncoder().encode(pds.jwtSecret));
    /** Returns a login whose tokens are replaced, as if it had been long ago. */
    const withTokens =
      (tokens: { accessJwt: string; refreshJwt?: string }): Fault =>
      async (asked, handler) => {
        const { body = "", ...reply } = await handler(asked);
        return { ...reply, body: JSON.stringify({ ...JSON.parse(body), ...tokens }) };
      };

    it.each([
      ["is refreshed without another login", undefined, 1],
      ["is replaced by one login if it cannot be refreshed", "not.a.token", 2],
    ])("a session that has ended %s", async (_, refreshJwt, logins) => {
      const before = (await postsOf(zima)).length;
      const tokens = { accessJwt: await endedToken(), ...(refreshJwt && { refreshJwt }) };
      pds.front.next(createSession, withTokens(tokens));
      expect(await publish({ text: "Drugi" })).toMatchObject({ ok: true });
      expect(pds.front.timesOf(refreshSession)).toBe(1);
      expect(pds.front.timesOf(createSession)).toBe(logins);
      expect(await postsOf(zima)).toHaveLength(before + 1);
    });

    it("says that the account is gone when it was deleted", async () => {
      const gone = await pds.createMember("gone.test");
      const by = accountOf(gone.handle, gone.appPassword);
      const [on, attempt] = [start(), attemptOf()];
      expect(await publish({ text: "Zbogom" }, { attempt, on, by })).toMatchObject({ ok: true });
      await pds.deleteMember(gone.did);
      const refused = { ok: false, why: "credentials" };
      // With the session of before, and after a start.
      for (const server of [on, start()]) {
        expect(await publish({ text: "Zbogom" }, { on: server, by })).toMatchObject(refused);
      }
      expect(await locate(attempt, { on, by })).toMatchObject(refused);
    });

    it("says that the account is deactivated", async () => {
      const away = await pds.createMember("away.test");
      const by = accountOf(away.handle, away.appPassword);
      const [on, attempt] = [start(), attemptOf()];
      await publish({ text: "Pauza" }, { attempt, on, by });
      await pds.deactivate(away);
      expect(await publish({ text: "Pauza" }, { on, by })).toEqual({
        ...{ ok: false, error: "Account is deactivated", why: "credentials" },
      });
      // Its handle does not lead to it any more.
      const byDid = accountOf(away.did, away.appPassword);
      expect(await outcomeOf(on.test(byDid, signal))).toEqual({
        ...{ ok: false, error: "This account is deactivated.", why: "credentials" },
      });
      expect(await locate(attempt, { on, by })).toMatchObject({ ok: false, why: "credentials" });
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

    it("takes texts up to the server's own limit", async () => {
      const text = "👩‍👩‍👧".repeat(150) + "š".repeat(150);
      expect(await publish({ text })).toMatchObject({ ok: true });
    });
  },
);
