import { describe, expect, it, onTestFinished } from "vitest";
import { createFacebookAds } from "../../../server/adapters/live/facebook-ads/ads";
import { createHttp } from "../../../server/adapters/live/http";
import {
  type AdAccountOnFacebook,
  adAccount,
  adTokens,
  startFacebookAds,
} from "../../peers/facebook-ads/peer";
import { busy, graphError } from "../../peers/meta/graph";
import { createTime } from "../../peers/support/publishing";
import { silent } from "../../peers/support/tries";
import { createWorld } from "../world";
import { livePortsOf } from "./live-ports";
import { signal } from "./meta-support";

const call = "GET /v26.0/me/adaccounts";
const accountsOf = (count: number) => Array.from({ length: count }, (_, n) => adAccount(n + 1));

async function start(accounts: readonly AdAccountOnFacebook[] = accountsOf(2)) {
  const peer = await startFacebookAds(accounts);
  onTestFinished(() => peer.close());
  const ads = createFacebookAds(createHttp({ proxy: null }), createTime(), peer.origin);
  const read = () => silent(ads.accounts(adTokens.good, signal));
  return { peer, read };
}

describe("The ad accounts of a token", () => {
  it("are read with their names, which say what is not active, and the token is in no address", async () => {
    const { peer, read } = await start([
      adAccount(1),
      adAccount(2, { account_status: 2 }),
      adAccount(3, { account_status: 101, name: " " }),
      adAccount(4, { account_status: 201 }),
    ]);
    expect(await read()).toEqual({
      ok: true,
      accounts: [
        { id: "act_1", name: "Nalog 1" },
        { id: "act_2", name: "Nalog 2 (disabled)" },
        { id: "act_3", name: "act_3 (closed)" },
        { id: "act_4", name: "Nalog 4 (not active)" },
      ],
    });
    expect(peer.requests.map(({ rawQuery }) => rawQuery)).toEqual([
      "fields=id%2Cname%2Caccount_id%2Caccount_status&limit=100",
    ]);
  });

  it.each([
    ["may be none", 0, 0, 1],
    ["are read page by page, by the cursor", 201, 201, 3],
    ["are at most ten pages of them", 1_101, 1_000, 10],
  ])("%s", async (_, there, count, calls) => {
    const { peer, read } = await start(accountsOf(there));
    const answer = await read();
    const ids = accountsOf(count).map(({ id }) => id);
    expect(answer.ok && answer.accounts.map(({ id }) => id)).toEqual(ids);
    expect(peer.calls).toHaveLength(calls);
  });

  const pageWith = (after: string) => {
    const paging = { cursors: { after }, next: "https://graph.facebook.com/canary" };
    return { status: 200, json: { data: [adAccount(1)], paging } };
  };

  it("end where Facebook gives the same cursor again", async () => {
    const { peer, read } = await start();
    for (let page = 0; page < 2; page += 1) peer.disturb(call, { answer: pageWith("MQ==") });
    expect(await read()).toEqual({ ok: true, accounts: [{ id: "act_1", name: "Nalog 1" }] });
    expect(peer.calls).toHaveLength(2);
  });

  it("are not read at all if a later page fails", async () => {
    const { peer, read } = await start(accountsOf(101));
    peer.disturb(call, { answer: pageWith("MA==") });
    peer.disturb(call, { answer: busy(3) });
    expect(await read()).toMatchObject({ ok: false, why: "later" });
  });
});

describe("Facebook's refusal of the ad accounts", () => {
  const said = "Something.";
  const credentials = { ok: false, why: "credentials", error: said };
  const permission = {
    ...{ ok: false, why: "credentials" },
    error: "The token lacks the permission ads_read: Something.",
  };
  const at = (time: string) => ({
    ...{ ok: false, why: "later", error: said },
    retryAt: new Date(`2026-11-27T${time}Z`),
  });
  const [limit, transient] = [at("10:15:00"), at("10:02:00")];
  const refused = { ok: false, error: said };
  it.each<[meaning: string, outcome: object, errors: readonly object[]]>([
    [
      "a dead token: an OAuthException without subcode, too",
      credentials,
      [
        ...[460, 463, 467].map((error_subcode) => ({ code: 190, error_subcode })),
        ...[190, 102, 2500, undefined].map((code) => ({ code })),
      ],
    ],
    ["a missing permission", permission, [3, 10, 200, 299].map((code) => ({ code }))],
    [
      "a limit, though it calls itself transient",
      limit,
      [
        ...[4, 17, 32, 613, 80_000, 80_014].map((code) => ({ code })),
        { code: 4, is_transient: true },
      ],
    ],
    [
      "a trouble of its own",
      transient,
      [{ code: 1 }, { code: 2 }, { code: 960, is_transient: true }],
    ],
    [
      "anything else",
      refused,
      [
        { code: 100 },
        { code: 100, error_subcode: 33 },
        { code: 2635, type: "GraphMethodException" },
      ],
    ],
  ])("by the code means %s", async (_meaning, outcome, errors) => {
    const { peer, read } = await start();
    for (const error of errors) {
      peer.disturb(call, { answer: graphError({ message: said, code: 0, ...error }) });
      expect([error, await read()]).toEqual([error, outcome]);
    }
  });

  it("because of a limit says when it ends, by the header for business use cases", async () => {
    const { peer, read } = await start();
    peer.disturb(call, { answer: busy(7) });
    expect(await read()).toMatchObject({ ...at("10:07:00"), error: expect.any(String) });
  });

  it("never blames the token for a server in trouble", async () => {
    const { peer, read } = await start();
    peer.disturb(call, { answer: graphError({ status: 500, message: said, code: 190 }) });
    expect(await read()).toEqual(transient);
    peer.disturb(call, { answer: { status: 404, text: "<h1>canary</h1>" } });
    expect(await read()).toEqual({ ...transient, error: "Facebook answered with status 404." });
    peer.disturb(call, { answer: { status: 429, text: "" } });
    expect(await read()).toEqual({ ...limit, error: "Facebook answered with status 429." });
  });

  it("repeats neither the token nor an address", async () => {
    const { peer, read } = await start();
    const message = `No ${adTokens.good} at https://graph.facebook.com/me?access_token=canary`;
    peer.disturb(call, { answer: graphError({ message, code: 100 }) });
    expect(await read()).toEqual({ ok: false, error: "No … at graph.facebook.com" });
  });
});

describe("A live world", () => {
  const accountsIn = async (environment: Record<string, string>) => {
    const world = await createWorld();
    const { ads } = await livePortsOf(world, environment);
    await world.close();
    // Aborted before it begins, so that nothing connects.
    return ads.accounts("canary", AbortSignal.abort());
  };

  it("that does not name facebook_ads has it switched off", async () => {
    expect(await accountsIn({ LIVE: "facebook_page" })).toEqual({
      ok: false,
      error: "Facebook Ads is switched off on this server: LIVE does not name facebook_ads.",
    });
  });

  it("that names it asks Facebook, also in a rehearsal, which reads", async () => {
    for (const HOLD of ["0", "1"]) {
      await expect(accountsIn({ LIVE: "facebook_ads", HOLD })).rejects.toThrow(
        "graph.facebook.com could not be reached.",
      );
    }
  });
});

it("Facebook's ad accounts are not known after a lost answer, or one that cannot be read", async () => {
  const { peer, read } = await start();
  peer.disturb(call, { cut: "after" });
  await expect(read()).rejects.toThrow("127.0.0.1 did not answer.");
  for (const json of [{}, { data: [{ id: "17" }] }, { data: [{}] }]) {
    peer.disturb(call, { answer: { status: 200, json } });
    await expect(read()).rejects.toThrow();
  }
});
