import { beforeEach, describe, expect, it } from "vitest";
import { createBlueskyPublisher } from "../../../server/adapters/live/bluesky/publisher";
import { NoAnswerError } from "../../../server/adapters/live/http";
import { NotSentError } from "../../../server/ports/outcome";
import type { Publication } from "../../../server/ports/publisher";
import {
  dropBefore,
  type Fault,
  type Handler,
  refusal,
  startFront,
} from "../../peers/bluesky/front";
import { standInPds } from "../../peers/bluesky/pds-stand-in";
import { videoService } from "../../peers/bluesky/video-service";
import {
  accountOf,
  addressesOf,
  attemptOf,
  outcomeOf,
  publicationOf,
  signal,
  testLive,
} from "./bluesky-support";

const did = "did:plc:abcdefghijklmnopqrstuvwx";
const member = {
  handle: "zima.example.com",
  did,
  email: "zima@example.com",
  password: "canary-app-password",
};
const createSession = "/xrpc/com.atproto.server.createSession";
const refreshSession = "/xrpc/com.atproto.server.refreshSession";
const putRecord = "/xrpc/com.atproto.repo.putRecord";
const now = new Date("2026-11-27T08:00:00.000Z");

/** The pages that links lead to, by path. */
const pages = new Map<string, ReturnType<Handler>>();

async function startPeers() {
  let origin = "";
  const standIn = standInPds(member, () => origin);
  const front = await startFront(standIn.handler);
  origin = front.origin;
  const video = videoService(async (body, authorization) => {
    const answer = await fetch(`${origin}/xrpc/com.atproto.repo.uploadBlob`, {
      method: "POST",
      headers: { authorization, "content-type": "video/mp4" },
      body,
    });
    return answer.ok ? (await answer.json()).blob : undefined;
  });
  const videoFront = await startFront((asked) => video.handler(asked));
  const site = await startFront(
    ({ url }) => pages.get(url.pathname) ?? { status: 404, body: "Not found" },
  );
  return { standIn, front, video, videoFront, site };
}

const peers = await startPeers();
const { front, videoFront, site } = peers;
/** A server on this machine that counts as what it is: not public. */
const hidden = await startFront(() => ({ status: 200 }));
const origins = [front.origin, videoFront.origin, site.origin];
const addresses = addressesOf({
  entryway: front.origin,
  plc: front.origin,
  video: videoFront.origin,
});

beforeEach(() => {
  for (const peer of [front, videoFront, site, hidden]) peer.reset();
  pages.clear();
  peers.standIn.clear();
  peers.video.clear();
});

/** This server, just started. */
const start = (at = now) => {
  const live = testLive({ origins, now: () => at });
  return { ...createBlueskyPublisher(live, addresses), asked: live.media.asked };
};
const account = accountOf(member.handle, member.password);
const post = (given: Partial<Publication["post"]>) => publicationOf(account, given);
/** Publishes on a server that has just started. */
const publish = (given: Partial<Publication["post"]>, attempt = attemptOf(), on = start()) =>
  outcomeOf(on.publish(post(given), attempt, signal));
/** The records of the posts that are out. */
const posts = () => [...peers.standIn.posts.values()].map(({ record }) => record);

describe("Sessions at Bluesky", () => {
  it("serve many posts with one login", async () => {
    const publisher = start();
    for (const id of [1, 2, 3]) await publish({ id, text: `Post ${id}` }, attemptOf(), publisher);
    expect(posts()).toHaveLength(3);
    expect(front.timesOf(createSession)).toBe(1);
  });

  it("are made again for another password, and for another account", async () => {
    const publisher = start();
    await publish({ text: "Prvi" }, attemptOf(), publisher);
    const other = publicationOf(accountOf(member.handle, "canary-other"), { text: "Drugi" });
    expect(await outcomeOf(publisher.publish(other, attemptOf(), signal))).toMatchObject({
      why: "credentials",
    });
    const second = publicationOf(accountOf(member.did, member.password, { id: 2 }), { id: 2 });
    expect(await outcomeOf(publisher.publish(second, attemptOf(), signal))).toMatchObject({
      ok: true,
    });
    expect(front.timesOf(createSession)).toBe(3);
  });

  it("are refreshed when the access token has ended", async () => {
    const publisher = start();
    await publish({ id: 1, text: "Prvi" }, attemptOf(), publisher);
    peers.standIn.tokens.access.clear();
    expect(await publish({ id: 2, text: "Drugi" }, attemptOf(), publisher)).toMatchObject({
      ok: true,
    });
    expect([front.timesOf(createSession), front.timesOf(refreshSession)]).toEqual([1, 1]);
    // The refreshed session is kept.
    await publish({ id: 3, text: "Treći" }, attemptOf(), publisher);
    expect(front.timesOf(refreshSession)).toBe(1);
    expect(posts()).toHaveLength(3);
  });

  it.each<[what: string, fault: Fault | undefined]>([
    ["has ended, too", undefined],
    ["cannot be used because the server does not answer", dropBefore],
  ])("are replaced by one login when the refresh token %s", async (_, fault) => {
    const publisher = start();
    await publish({ id: 1, text: "Prvi" }, attemptOf(), publisher);
    peers.standIn.endSessions();
    if (fault) front.next(refreshSession, fault);
    expect(await publish({ id: 2, text: "Drugi" }, attemptOf(), publisher)).toMatchObject({
      ok: true,
    });
    expect(front.timesOf(createSession)).toBe(2);
    expect(posts()).toHaveLength(2);
  });

  it("are replaced by one login when the server calls the token invalid", async () => {
    const publisher = start();
    await publish({ id: 1, text: "Prvi" }, attemptOf(), publisher);
    front.next(putRecord, () => refusal(400, "InvalidToken", "Token could not be verified"));
    expect(await publish({ id: 2, text: "Drugi" }, attemptOf(), publisher)).toMatchObject({
      ok: true,
    });
    expect(front.timesOf(createSession)).toBe(2);
  });

  it("are tested by a login, because an old session proves nothing about the password", async () => {
    const publisher = start();
    await publish({ text: "Prvi" }, attemptOf(), publisher);
    expect(await outcomeOf(publisher.test(account, signal))).toEqual({
      ok: true,
      owner: "@zima.example.com",
    });
    expect(front.timesOf(createSession)).toBe(2);
    expect(
      await outcomeOf(publisher.test(accountOf(member.handle, "canary-other"), signal)),
    ).toEqual({ ok: false, error: "Invalid identifier or password", why: "credentials" });
    front.next(createSession, dropBefore);
    expect(await outcomeOf(publisher.test(account, signal))).toBeInstanceOf(NoAnswerError);
  });

  it.each([member.handle, `@${member.handle}`, ` ${member.handle} `, member.did, member.email])(
    "are made for the identifier '%s'",
    async (identifier) => {
      const tested = start().test(accountOf(identifier, member.password), signal);
      expect(await outcomeOf(tested)).toMatchObject({ ok: true });
    },
  );

  it("need no new credentials, because an app password does not end", async () => {
    expect(await start().refresh(account, signal)).toBeNull();
  });
});

describe("The way to Bluesky", () => {
  it("is the group's proxy alone: nothing is sent when it is away", async () => {
    const proxy = { server: "http://127.0.0.1:9", username: null, password: null };
    const publication = publicationOf(
      { ...account, proxy },
      { text: `Zdravo ${site.origin}/kapa` },
    );
    expect(await outcomeOf(start().publish(publication, attemptOf(), signal))).toEqual(
      new NotSentError("The group's proxy did not answer."),
    );
    expect([...front.asked, ...site.asked]).toEqual([]);
  });

  it("is known to be closed when no connection is made", async () => {
    const closed = addressesOf({ entryway: "http://localhost:9", plc: front.origin });
    const live = testLive({ origins: [...origins, "http://localhost:9"] });
    const publisher = createBlueskyPublisher(live, closed);
    const outcome = await outcomeOf(
      publisher.publish(post({ text: "Zdravo" }), attemptOf(), signal),
    );
    expect(outcome).toBeInstanceOf(NotSentError);
  });
});
