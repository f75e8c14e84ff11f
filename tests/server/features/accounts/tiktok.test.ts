import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accountsApi } from "@/features/accounts/contract";
import { createTikTok } from "../../../../server/adapters/live/tiktok/connect.ts";
import { createTikTokApi } from "../../../../server/adapters/live/tiktok/tokens.ts";
import { accounts, groups } from "../../../../server/db/schema.ts";
import { insertAccount } from "../../../../server/features/accounts/accounts.ts";
import type { TikTok } from "../../../../server/ports/oauth.ts";
import { liveWorld } from "../../../../server/ports/world.ts";
import { liveOf } from "../../../peers/support/publishing.ts";
import { startTikTok, tiktokApp } from "../../../peers/tiktok/peer.ts";
import { capturedLog } from "../../../support/captured-log.ts";
import { createWorld, type World } from "../../world.ts";

const own = "https://console.example.com";
const elsewhere = "https://other.example.com";
const paths = ["/publishing/tiktok/connect", "/api/v1/publishing/tiktok/connect"];

let world: World;
let peer: Awaited<ReturnType<typeof startTikTok>>;
let group: number;
let account: number;
let connect: ReturnType<typeof vi.fn<TikTok["connect"]>>;
let logged: () => string;

beforeEach(async () => {
  peer = await startTikTok();
  const { log, text } = capturedLog();
  logged = text;
  const clock = { now: () => world.clock.now() };
  const api = createTikTokApi(
    liveOf(clock, peer.origin),
    { ...tiktokApp, isDirect: false },
    peer.addresses,
  );
  const real = createTikTok(api);
  connect = vi.fn(real.connect);
  world = await createWorld({
    environment: { PUBLIC_ORIGINS: `${own},${elsewhere}` },
    log,
    ports: { world: liveWorld(["tiktok"], false), tiktok: { ...real, connect } },
  });
  group = await world.addGroup();
  account = await addTikTok("zima.rs");
});
afterEach(async () => {
  await world.close();
  await peer.close();
});

async function addTikTok(platform_username: string) {
  const added = await world.call(accountsApi.add, {
    params: { id: group },
    body: { platform_type: "tiktok", platform_username, credentials: {} },
  });
  return Number(added.id);
}

const begin = (
  query: Record<string, string> = {},
  [path = ""] = paths,
  token: string = world.token,
) => {
  const all = new URLSearchParams({ account_id: String(account), token, ...query });
  return world.fetch(`${own}${path}?${all}`, { redirect: "manual" });
};
const cookieOf = (answer: Response) => (answer.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
const locationOf = (answer: Response) => new URL(answer.headers.get("Location") ?? "", own);
const follow = (to: URL | string, cookie = "") =>
  world.fetch(to, { redirect: "manual", headers: cookie ? { Cookie: cookie } : {} });

/** Allows access on TikTok's page. @returns the URL that it leads to */
const allow = async (page: URL) => locationOf(await fetch(page, { redirect: "manual" }));

async function connectOnce(query: Record<string, string> = {}) {
  const begun = await begin(query);
  return follow(await allow(locationOf(begun)), cookieOf(begun));
}

const rowOf = async (id = account) => {
  const [row] = await world.database.db.select().from(accounts).where(eq(accounts.id, id));
  if (!row) throw new Error("There is no such account.");
  return row;
};

test.each(paths)(
  "%s leads to TikTok without the token, and is neither cached nor sent as a referrer",
  async (path) => {
    const answer = await begin({}, [path]);
    expect(answer.status).toBe(303);
    const { headers } = answer;
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Set-Cookie")).toMatch(
      /^tiktok-connect=v2\.[\w.-]+; Max-Age=600; Path=\/publishing\/tiktok\/callback; HttpOnly; Secure; SameSite=Lax$/,
    );
    const target = locationOf(answer);
    expect(target.origin + target.pathname).toBe(`${peer.origin}/v2/auth/authorize/`);
    expect(target.searchParams.get("redirect_uri")).toBe(
      "https://console.example.com/publishing/tiktok/callback",
    );
    for (const told of [target.href, headers.get("Set-Cookie") ?? "", await answer.text()]) {
      expect(told).not.toContain(world.token);
    }
  },
);

test("primes the account, says whose it is and until when, and leads back to it", async () => {
  const back = await connectOnce();
  expect(back.status).toBe(303);
  expect(back.headers.get("Location")).toBe(
    `https://console.example.com/dashboard/config?group=${group}&tab=accounts`,
  );
  expect(back.headers.get("Set-Cookie")).toMatch(/^tiktok-connect=; Max-Age=0/);
  expect(await world.accounts(group)).toEqual([
    {
      ...{ id: account, platform_type: "tiktok", platform_username: "zima.rs" },
      ...{ is_active: true, last_known_error: null, health: "ready", owner: "Zima" },
      expires_at: new Date((await rowOf()).credentials_expire_at ?? 0).toISOString(),
      api_ends_at: null,
      credentials_changed_at: expect.stringMatching(/Z$/),
    },
  ]);
  const { credentials, credentials_expire_at: end } = await rowOf();
  expect(credentials).not.toContain("canary");
  const days = ((end?.getTime() ?? 0) - world.clock.now().getTime()) / (24 * 60 * 60_000);
  expect(Math.round(days)).toBe(365);
  expect(connect.mock.calls[0]?.[0]).toMatchObject({ id: account, credentials: {}, proxy: null });
});

test("asks TikTok through the proxy of the account's group, or not at all", async () => {
  const { db } = world.database;
  await db.update(groups).set({ proxy_server: "http://127.0.0.1:9" }).where(eq(groups.id, group));
  const answer = await connectOnce();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("TikTok did not confirm the connection. Try again.");
  expect(connect.mock.calls[0]?.[0].proxy).toMatchObject({ server: "http://127.0.0.1:9" });
  expect(peer.calls).toEqual(["GET /v2/auth/authorize/"]);
  await db.update(groups).set({ proxy_password: "not sealed" }).where(eq(groups.id, group));
  const unread = await connectOnce();
  expect(unread.status).toBe(409);
  expect(await unread.text()).toContain(
    "The proxy of the account&#39;s group cannot be read: enter it again.",
  );
  expect(await rowOf()).toMatchObject({ is_active: false, credentials: null });
});

describe("an account that was connected before", () => {
  beforeEach(async () => {
    await connectOnce();
    await world.database.db
      .update(accounts)
      .set({ is_active: false, last_known_error: "invalid_grant", last_test: "failed" })
      .where(eq(accounts.id, account));
  });

  test("works again once the same person connects it", async () => {
    const before = await rowOf();
    peer.consent.name = "Zima i sneg";
    expect((await connectOnce()).status).toBe(303);
    expect(await rowOf()).toMatchObject({
      ...{ is_active: true, last_known_error: null, last_test: "passed" },
      credentials_owner: "Zima i sneg",
    });
    expect((await rowOf()).credentials).not.toBe(before.credentials);
  });

  test("is not given to another person, whom the browser is signed in as", async () => {
    const before = await rowOf();
    Object.assign(peer.consent, { openId: "canary-open-2", name: "Leto" });
    const answer = await connectOnce();
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(
      "TikTok was opened as Leto, but this account is connected to Zima. Sign in there as that user, or clear the account&#39;s credentials first.",
    );
    expect(await rowOf()).toEqual(before);
    await world.call(accountsApi.clearCredentials, { params: { id: account } });
    expect((await connectOnce()).status).toBe(303);
    expect(await rowOf()).toMatchObject({ is_active: true, credentials_owner: "Leto" });
  });

  test("can be connected where its stored connection cannot be read any more", async () => {
    await world.database.db
      .update(accounts)
      .set({ credentials: "sealed with another key" })
      .where(eq(accounts.id, account));
    expect((await connectOnce()).status).toBe(303);
    expect(await rowOf()).toMatchObject({ is_active: true, credentials_owner: "Zima" });
  });
});

test("leads back to the origin of the console, if that is a configured one", async () => {
  const back = await connectOnce({ origin: elsewhere });
  expect(back.headers.get("Location")).toBe(
    `https://other.example.com/dashboard/config?group=${group}&tab=accounts`,
  );
  for (const origin of ["https://evil.example", `${elsewhere}/`, `${own}.evil.example`, ""]) {
    const refused = await begin({ origin });
    expect([refused.status, refused.headers.get("Location")]).toEqual([400, null]);
  }
});

test("leads back with nothing changed when it is declined, and shows any other error", async () => {
  const begun = await begin();
  const state = locationOf(begun).searchParams.get("state") ?? "";
  const callback = (error: string) =>
    `${own}/publishing/tiktok/callback?${new URLSearchParams({ error, state })}`;
  const back = await follow(callback("access_denied"), cookieOf(begun));
  expect([back.status, locationOf(back).searchParams.get("tab")]).toEqual([303, "accounts"]);
  const refused = await follow(callback("<b>invalid_scope</b>"), cookieOf(begun));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(
    "TikTok refused the connection: &lt;b&gt;invalid_scope&lt;/b&gt;",
  );
  expect(connect).not.toHaveBeenCalled();
  expect(await rowOf()).toMatchObject({ is_active: false, credentials: null });
});

test.each([
  ["an invalid token", () => ({ token: "garbage" }), 401, "Your session has ended."],
  ["no token", () => ({ token: "" }), 401, "Your session has ended."],
  ["a missing account", () => ({ account_id: "999999" }), 404, "No such account."],
  ["no account", () => ({ account_id: "" }), 404, "No such account."],
])("is refused with a page for %s", async (_, query, status, sentence) => {
  const answer = await begin(query());
  const page = await answer.text();
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Content-Type")).toContain("text/html");
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(page).toContain("<h1>Connect TikTok</h1>");
  expect(page).toContain(sentence);
});

test("is refused for an account of another platform", async () => {
  const added = await insertAccount(world.database.db, world.ports.secrets, {
    ...{ group_id: group, platform_type: "bluesky", platform_username: "zima", is_active: true },
    credentials: { identifier: "zima", password: "good" },
  });
  const answer = await begin({ account_id: String(added?.id) });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("This is not an account of TikTok.");
});

describe("accepts no answer", () => {
  async function refused(callback: URL, cookie: string) {
    const answer = await follow(callback, cookie);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("took too long or was not started here");
    expect(connect).not.toHaveBeenCalled();
    expect(await rowOf()).toMatchObject({ is_active: false, credentials: null });
  }

  test("in a browser that did not ask", async () => {
    const callback = await allow(locationOf(await begin()));
    await refused(callback, "");
    await refused(callback, cookieOf(await begin()));
    await refused(callback, "tiktok-connect=garbage");
  });

  test("with a different or missing state", async () => {
    const begun = await begin();
    const callback = await allow(locationOf(begun));
    callback.searchParams.set("state", "other");
    await refused(callback, cookieOf(begun));
    callback.searchParams.delete("state");
    await refused(callback, cookieOf(begun));
  });

  test("that was sealed for Reddit", async () => {
    const begun = await begin();
    const callback = await allow(locationOf(begun));
    const state = callback.searchParams.get("state");
    const content = { state, token: world.token, group, account, origin: own };
    const until = world.clock.now().getTime() + 60_000;
    const sealed = world.ports.secrets.seal(
      JSON.stringify({ content, until }),
      "cookie reddit-connect",
    );
    await refused(callback, `tiktok-connect=${sealed}`);
  });

  test("after ten minutes", async () => {
    const begun = await begin();
    const callback = await allow(locationOf(begun));
    world.clock.advance(600_001);
    await refused(callback, cookieOf(begun));
  });
});

test("accepts no answer from an operator whose session has ended meanwhile", async () => {
  const token = await world.app.sessions.issue({ id: "1", name: "One" });
  const begun = await begin({}, paths, token);
  const callback = await allow(locationOf(begun));
  await world.app.sessions.revoke(token);
  const answer = await follow(callback, cookieOf(begun));
  expect([answer.status, connect.mock.calls.length]).toEqual([401, 0]);
});

test("a failure links back to the accounts of the console that it was started from", async () => {
  const linkOf = async (answer: Response) =>
    (/<a href="([^"]+)">Back to the accounts<\/a>/.exec(await answer.text())?.[1] ?? "").replaceAll(
      "&amp;",
      "&",
    );
  const begun = await begin({ origin: elsewhere });
  const callback = `${own}/publishing/tiktok/callback`;
  const state = locationOf(begun).searchParams.get("state") ?? "";
  const refused = await follow(`${callback}?error=invalid_scope&state=${state}`, cookieOf(begun));
  expect(await linkOf(refused)).toBe(`${elsewhere}/dashboard/config?group=${group}&tab=accounts`);
  // Whatever the address says, the link leads to a console of this server.
  for (const answer of [
    await begin({ origin: "https://evil.example.com" }),
    await follow(callback),
  ]) {
    expect(answer.status).toBe(400);
    expect(await linkOf(answer)).toBe(`${own}/dashboard/config?tab=accounts`);
  }
});

test("accepts a code once, and stores nothing for an account that was deleted meanwhile", async () => {
  const begun = await begin();
  const callback = await allow(locationOf(begun));
  expect((await follow(callback, cookieOf(begun))).status).toBe(303);
  const again = await follow(callback, cookieOf(begun));
  expect(again.status).toBe(400);
  expect(await again.text()).toContain(
    "TikTok refused the connection: invalid_grant: Authorization code is expired.",
  );
  const other = await begin();
  await world.call(accountsApi.remove, { params: { id: account } });
  const gone = await follow(await allow(locationOf(other)), cookieOf(other));
  expect(gone.status).toBe(404);
  expect(await world.accounts(group)).toEqual([]);
});

test("shows that TikTok did not answer, and no secret", async () => {
  const begun = await begin();
  const callback = await allow(locationOf(begun));
  connect.mockRejectedValueOnce(new Error(`fetch failed: Bearer ${world.token}`));
  const silent = await follow(callback, cookieOf(begun));
  expect(silent.status).toBe(503);
  const page = await silent.text();
  expect(page).toContain("TikTok did not confirm the connection. Try again.");
  expect(page).not.toContain(world.token);
  expect(await rowOf()).toMatchObject({ is_active: false, credentials: null });
});

test("leaves no token and no code in the log", async () => {
  await connectOnce();
  await begin({ token: `${world.token}x` });
  expect(logged()).toContain("/publishing/tiktok/connect");
  for (const secret of [world.token, "canary", "token=", "code="]) {
    expect(logged()).not.toContain(secret);
  }
});

test("priming is said to be the connection, and the console is told that it has one", async () => {
  expect(await world.refusal(accountsApi.primeSession, { params: { id: account } })).toEqual({
    status: 409,
    detail:
      "A TikTok account is connected on TikTok. Reload the console, then choose 'Prime session' again.",
  });
  const health = (await (await world.fetch("/healthz")).json()) as { capabilities: string[] };
  expect(health.capabilities).toContain("tiktok-connect");
});
