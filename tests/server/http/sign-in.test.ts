import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { readConfig } from "../../../server/config.ts";
import { DatabaseUnavailable } from "../../../server/db/unavailable.ts";
import { checkSignIn } from "../../../server/http/sign-in/identity-provider.ts";
import { sealedCookie } from "../../../server/http/sign-in/sealed-cookie.ts";
import {
  createSessions,
  createSignIn,
  type Sessions,
} from "../../../server/http/sign-in/sign-in.ts";
import { deriveKey } from "../../../server/keys/secret-box.ts";
import { testKey } from "../../support/ports.ts";
import { createTestServer, type TestServer, testOrigin } from "../../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllGlobals());

const day = 86_400_000;

const status = async (authorization: string | undefined, at = server) =>
  (
    await at.fetch("/api/v1/publishing/account-groups", {
      headers: authorization === undefined ? {} : { Authorization: authorization },
    })
  ).status;

describe("the call that says who is signed in", () => {
  const me = (token?: string) =>
    server.fetch("/api/v1/auth/me", {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });

  test("answers with the name, and the picture if there is one", async () => {
    const picture = "https://cdn.discordapp.com/avatars/9/face.png?size=64";
    const token = await server.app.sessions.issue({ id: "9", name: "ana", picture });
    expect(await (await me(token)).json()).toEqual({ name: "ana", picture });
    expect(await (await me(server.token)).json()).toEqual({
      name: "Administrator",
      picture: null,
    });
  });

  test("needs a token", async () => {
    expect((await me()).status).toBe(401);
  });
});

describe("a token", () => {
  test("is required, and the refusal says of what kind", async () => {
    const answer = await server.fetch("/api/v1/publishing/account-groups");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await answer.json()).toEqual({ detail: "Not authenticated" });
  });

  test("opens the API", async () => {
    expect(await status(`Bearer ${server.token}`)).toBe(200);
  });

  test("cannot be made up or changed", async () => {
    const [head, body, signature] = server.token.split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const token of [
      "garbage",
      `${head}.${body}.`,
      `${none}.${body}.`,
      `${head}x.${body}.${signature}`,
    ]) {
      expect(await status(`Bearer ${token}`)).toBe(401);
    }
    expect(await status(`Basic ${server.token}`)).toBe(401);
  });

  test("of a revoked session is refused", async () => {
    const token = await server.app.sessions.issue({ id: "1", name: "One" });
    expect(await status(`Bearer ${token}`)).toBe(200);
    await server.app.sessions.revoke(token);
    expect(await status(`Bearer ${token}`)).toBe(401);
  });

  test("of a session that is revoked while it is read is refused from then on", async () => {
    const token = await server.app.sessions.issue({ id: "1", name: "One" });
    const asked = Array.from({ length: 5 }, () => status(`Bearer ${token}`));
    await Promise.all([server.app.sessions.revoke(token), ...asked]);
    expect(await status(`Bearer ${token}`)).toBe(401);
  });

  test("of a user who is taken off the list is refused, and so is one of the built-in sign-in", async () => {
    const { database } = server;
    const sessionsWith = (environment: Record<string, string>) =>
      createSessions({
        config: readConfig(environment),
        database,
        key: deriveKey(testKey, "sessions"),
        now: () => new Date(),
      });
    const listed = { DISCORD_CLIENT_ID: "app", DISCORD_CLIENT_SECRET: "secret" };
    const both = sessionsWith({ ...listed, ADMIN_IDS: "42,7" });
    const ana = { id: "42", name: "ana", picture: null };
    const boris = { id: "7", name: "boris", picture: null };
    const [ofAna, ofBoris] = [await both.issue(ana), await both.issue(boris)];
    expect(await both.authenticate(`Bearer ${ofBoris}`)).toEqual(boris);

    const one = sessionsWith({ ...listed, ADMIN_IDS: "42" });
    expect(await one.authenticate(`Bearer ${ofAna}`)).toEqual(ana);
    // The server's own token was issued when there was no list.
    for (const token of [ofBoris, server.token]) {
      await expect(one.authenticate(`Bearer ${token}`)).rejects.toMatchObject({ status: 401 });
    }
    expect(await status(`Bearer ${server.token}`)).toBe(200);
  });

  test("ends after 7 days without use, and after 30 days in any case", async () => {
    let now = Date.now();
    const { config, database } = server;
    const sessions = createSessions({ config, database, key: testKey, now: () => new Date(now) });
    const user = { id: "1", name: "One", picture: null };
    const used = `Bearer ${await sessions.issue(user)}`;
    for (let days = 0; days < 30; days += 6) {
      expect(await sessions.authenticate(used)).toEqual(user);
      now += 6 * day;
    }
    await expect(sessions.authenticate(used)).rejects.toThrow("Not authenticated");
    const idle = `Bearer ${await sessions.issue(user)}`;
    now += 7 * day + 1000;
    await expect(sessions.authenticate(idle)).rejects.toThrow("Not authenticated");
  });
});

describe("a logout", () => {
  const post = (path: string, token: string, at = server) =>
    at.fetch(`/api/v1/auth/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
    });

  test("ends this session at once, and no other of the same user", async () => {
    const ana = { id: "42", name: "ana", picture: null };
    const [here, elsewhere] = [
      await server.app.sessions.issue(ana),
      await server.app.sessions.issue(ana),
    ];
    expect(await status(`Bearer ${here}`)).toBe(200);
    const answer = await post("logout", here);
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(await status(`Bearer ${here}`)).toBe(401);
    expect(await status(`Bearer ${elsewhere}`)).toBe(200);
  });

  test("of all sessions ends every one of this user, and none of another", async () => {
    const ana = { id: "43", name: "ana" };
    const [here, elsewhere, ofBoris] = [
      await server.app.sessions.issue(ana),
      await server.app.sessions.issue(ana),
      await server.app.sessions.issue({ id: "44", name: "boris" }),
    ];
    // They are in the server's cache of sessions.
    for (const token of [here, elsewhere]) expect(await status(`Bearer ${token}`)).toBe(200);
    expect((await post("end-all-sessions", here)).status).toBe(204);
    for (const token of [here, elsewhere]) expect(await status(`Bearer ${token}`)).toBe(401);
    expect(await status(`Bearer ${ofBoris}`)).toBe(200);
  });

  test("that is repeated is answered like the first one, because browsers repeat a POST themselves", async () => {
    for (const path of ["logout", "end-all-sessions"]) {
      const token = await server.app.sessions.issue({ id: "45", name: "ana" });
      expect((await post(path, token)).status).toBe(204);
      expect((await post(path, token)).status).toBe(204);
      expect(await status(`Bearer ${token}`)).toBe(401);
    }
  });

  test("of all sessions is refused with an ended session while another one goes on", async () => {
    const ana = { id: "48", name: "ana" };
    const [ended, elsewhere] = [
      await server.app.sessions.issue(ana),
      await server.app.sessions.issue(ana),
    ];
    await post("logout", ended);
    expect((await post("end-all-sessions", ended)).status).toBe(401);
    expect(await status(`Bearer ${elsewhere}`)).toBe(200);
  });

  test("without a valid token is refused", async () => {
    for (const path of ["logout", "end-all-sessions"]) {
      const answer = await post(path, "garbage");
      expect([answer.status, await answer.json()]).toEqual([401, { detail: "Not authenticated" }]);
      const read = await server.fetch(`/api/v1/auth/${path}`);
      expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
    }
  });

  test("holds for other server processes of the same database", async () => {
    const other = createSessions({
      config: server.config,
      database: { ...server.database, kind: "postgres" },
      key: deriveKey(testKey, "sessions"),
      now: () => new Date(),
    });
    const token = await server.app.sessions.issue({ id: "46", name: "ana" });
    expect(await other.authenticate(`Bearer ${token}`)).toMatchObject({ id: "46" });
    await post("end-all-sessions", token);
    await expect(other.authenticate(`Bearer ${token}`)).rejects.toMatchObject({ status: 401 });
  });

  test("is announced, so that the console may call it", async () => {
    const health = await (await server.fetch("/healthz")).json();
    expect(health.capabilities).toEqual(expect.arrayContaining(["logout", "end-all-sessions"]));
  });
});

/** Creates the sign-in of a server with another configuration, or with a real outside world. */
const signInOf = (
  environment: Record<string, string>,
  sandbox = true,
  sessions: Sessions = server.app.sessions,
) =>
  createSignIn({
    config: readConfig(environment),
    sandbox,
    sessions,
    ports: server.ports,
  });

const ask = (query: string, headers = {}) => server.fetch(`/login/discord${query}`, { headers });
const choose = (as: string, { origin = testOrigin, sender = testOrigin } = {}) =>
  server.fetch("/login/discord", {
    method: "POST",
    body: new URLSearchParams({ as, origin }),
    headers: sender === "" ? {} : { Origin: sender },
    redirect: "manual",
  });

describe("the built-in sign-in", () => {
  test("offers two users, and says that it stands in for Discord", async () => {
    const answer = await ask(`?origin=${testOrigin}`);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain("<h1>Sign in to the sandbox</h1>");
    expect(text).toContain("stands in for Discord");
    expect(text).toContain("Continue as Administrator");
    expect(text).toContain("Continue as Stranger");
    expect(answer.headers.get("Content-Security-Policy")).toContain(
      `form-action 'self' ${testOrigin}`,
    );
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const style = await server.fetch("/login/sign-in.css");
    expect([style.status, style.headers.get("Content-Type")]).toEqual([
      200,
      "text/css; charset=utf-8",
    ]);
  });

  test("lets the administrator in with a token that opens the API", async () => {
    const answer = await choose("administrator");
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get("Location") ?? "");
    expect(target.origin + target.pathname).toBe(`${testOrigin}/auth/callback`);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(await status(`Bearer ${target.searchParams.get("token")}`)).toBe(200);
  });

  test("turns the stranger away", async () => {
    const answer = await choose("stranger");
    expect(answer.headers.get("Location")).toBe(`${testOrigin}/login?error=unauthorized`);
  });

  test.each([
    "",
    "?origin=https://evil.example",
    `?origin=${testOrigin}/`,
    `?origin=${testOrigin}.evil.example`,
  ])("hands no token to an origin that is not on the list: %s", async (query) => {
    expect((await ask(query)).status).toBe(400);
  });

  test("accepts no choice that another page made", async () => {
    expect((await choose("administrator", { sender: "https://evil.example" })).status).toBe(403);
    expect((await choose("administrator", { sender: "null" })).status).toBe(403);
    expect((await choose("administrator", { sender: "" })).status).toBe(400);
    expect((await choose("administrator", { origin: "https://evil.example" })).status).toBe(400);
  });

  test("knows no other platform", async () => {
    expect((await server.fetch(`/login/slack?origin=${testOrigin}`)).status).toBe(404);
  });

  test("serves only this machine", async () => {
    expect((await ask(`?origin=${testOrigin}`, { "X-Forwarded-For": "203.0.113.9" })).status).toBe(
      403,
    );
    const reachable: Record<string, string>[] = [
      { HOST: "0.0.0.0" },
      // A reverse proxy on this machine, which need not say that it is one.
      { PUBLIC_ORIGINS: "https://console.example.com" },
      { PUBLIC_ORIGINS: "http://localhost:8080" },
    ];
    for (const environment of reachable) {
      const answer = await signInOf(environment).request(`/login/discord?origin=${testOrigin}`);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("DEV_LOGIN=1");
      const chosen = await signInOf(environment).request("/login/discord", {
        method: "POST",
        headers: { Origin: testOrigin },
        body: new URLSearchParams({ as: "administrator", origin: testOrigin }),
      });
      expect([chosen.status, chosen.headers.get("Location")]).toEqual([403, null]);
    }
    const demonstration = signInOf({ HOST: "0.0.0.0", DEV_LOGIN: "1" });
    expect((await demonstration.request(`/login/discord?origin=${testOrigin}`)).status).toBe(200);
  });

  test("serves nobody when the world outside is real, not even as a demonstration", async () => {
    const demonstration: Record<string, string>[] = [{}, { DEV_LOGIN: "1" }];
    for (const environment of demonstration) {
      const answer = await signInOf(environment, false).request(
        `/login/discord?origin=${testOrigin}`,
      );
      expect(answer.status).toBe(403);
    }
  });

  test("is not there beside the sign-in with Discord", async () => {
    const own = signInOf({
      DISCORD_CLIENT_ID: "app",
      DISCORD_CLIENT_SECRET: "secret",
      ADMIN_IDS: "42",
    });
    const answer = await own.request("/login/discord", {
      method: "POST",
      headers: { Origin: testOrigin },
      body: new URLSearchParams({ as: "administrator", origin: testOrigin }),
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([404, null]);
  });
});

describe("a start at which nobody could sign in is refused", () => {
  const startOf = (environment: Record<string, string>, sandbox = true) =>
    checkSignIn({ config: readConfig(environment), sandbox });
  const discord = {
    DISCORD_CLIENT_ID: "app",
    DISCORD_CLIENT_SECRET: "secret",
    ADMIN_IDS: "42",
  };
  const oidc = {
    OIDC_ISSUER: "https://id.example.com",
    OIDC_CLIENT_ID: "console",
    OIDC_CLIENT_SECRET: "secret",
    ADMIN_IDS: "42",
  };
  const origins = { PUBLIC_ORIGINS: "https://console.example.com" };

  test("with PUBLIC_ORIGINS, unless there is Discord or OpenID Connect, or it is a demonstration", () => {
    const sentence =
      "With PUBLIC_ORIGINS operators sign in with Discord or OpenID Connect: set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and ADMIN_IDS, or OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and ADMIN_IDS, or DEV_LOGIN=1 for a demonstration in which nobody is checked.";
    expect(() => startOf(origins)).toThrow(sentence);
    // The sign-in with Discord is at /login/discord only.
    expect(() => startOf({ ...origins, ...discord, CHAT_PLATFORM: "slack" })).toThrow(sentence);
    startOf({ ...origins, ...discord });
    startOf({ ...origins, ...oidc });
    startOf({ ...origins, DEV_LOGIN: "1" });
    startOf({});
  });

  test("in a real world without Discord and OpenID Connect", () => {
    const sentence =
      "Outside the sandbox operators sign in with Discord or OpenID Connect: set DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and ADMIN_IDS, or OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and ADMIN_IDS.";
    const without: Record<string, string>[] = [{}, origins, { DEV_LOGIN: "1" }];
    for (const environment of without) {
      expect(() => startOf(environment, false)).toThrow(sentence);
    }
    startOf(discord, false);
    startOf(oidc, false);
  });
});

describe("the sign-in with Discord", () => {
  const environment = {
    DISCORD_CLIENT_ID: "app",
    DISCORD_CLIENT_SECRET: "secret",
    ADMIN_IDS: "42",
  };

  /** Goes to Discord and comes back as the given user, with the cookie or another one. */
  async function signInAs(
    id: string,
    change: (query: URLSearchParams) => void = () => undefined,
    withCookie: (cookie: string, query: URLSearchParams) => string = (cookie) => cookie,
    sessions = server.app.sessions,
    discord: typeof fetch = async (input) =>
      Response.json(
        (input instanceof Request ? input.url : String(input)).includes("oauth2/token")
          ? { access_token: "at", token_type: "Bearer" }
          : { id, username: "ana", avatar: "face" },
      ),
  ) {
    const own = signInOf(environment, true, sessions).onError((error) => {
      throw error;
    });
    const left = await own.request(`${testOrigin}/login/discord?origin=${testOrigin}`);
    const sent = new URL(left.headers.get("Location") ?? "");
    const cookie = (left.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    vi.stubGlobal("fetch", discord);
    const query = new URLSearchParams({ code: "c", state: sent.searchParams.get("state") ?? "" });
    change(query);
    const back = await own.request(`${testOrigin}/login/discord/callback?${query}`, {
      headers: { Cookie: withCookie(cookie, query) },
    });
    return { left, sent, back };
  }

  test("lets in a user on the list", async () => {
    const { left, sent, back } = await signInAs("42");
    expect(sent.origin).toBe("https://discord.com");
    expect(sent.searchParams.get("redirect_uri")).toBe(`${testOrigin}/login/discord/callback`);
    expect(sent.searchParams.get("code_challenge_method")).toBe("S256");
    expect(left.headers.get("Set-Cookie")).toMatch(/HttpOnly; SameSite=Lax$/);
    expect(back.headers.get("Location")).toMatch(`${testOrigin}/auth/callback?token=`);
    const token = new URL(back.headers.get("Location") ?? "").searchParams.get("token");
    const me = await server.request("auth/me", { headers: { Authorization: `Bearer ${token}` } });
    expect(await me.json()).toEqual({
      name: "ana",
      picture: "https://cdn.discordapp.com/avatars/42/face.png?size=64",
    });
  });

  test("is confirmed over HTTP while undici is loaded, as in a live world", async () => {
    const asked: { path: string | undefined; length: string | undefined; body: string }[] = [];
    const discord = createHttpServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { url, headers } = request;
      asked.push({ path: url, length: headers["content-length"], body });
      response.setHeader("content-type", "application/json");
      response.end(
        url === "/api/oauth2/token"
          ? '{"access_token":"at","token_type":"Bearer"}'
          : '{"id":"42","username":"ana","avatar":null}',
      );
    });
    await once(discord.listen(0, "localhost"), "listening");
    // A server on TCP has an address object.
    const { port } = discord.address() as AddressInfo;
    // A live server loads undici before its first call: then undici sends what Node's fetch is given.
    const before = getGlobalDispatcher();
    const undici = new Agent().compose(
      (dispatch) => (options, handler) =>
        dispatch({ ...options, origin: `http://localhost:${port}` }, handler),
    );
    setGlobalDispatcher(undici);
    onTestFinished(async () => {
      setGlobalDispatcher(before);
      await undici.destroy();
      discord.close();
    });
    const { back } = await signInAs("42", undefined, undefined, undefined, fetch);
    expect(back.headers.get("Location")).toMatch(`${testOrigin}/auth/callback?token=`);
    const [exchange, user] = asked;
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
      grant_type: "authorization_code",
      code: "c",
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${testOrigin}/login/discord/callback`,
    });
    expect(exchange).toMatchObject({
      path: "/api/oauth2/token",
      length: String(exchange?.body.length),
    });
    expect(user).toMatchObject({ path: "/api/users/@me", body: "" });
  });

  test("turns away a user who is not, and one who declines", async () => {
    const away = `${testOrigin}/login?error=unauthorized`;
    expect((await signInAs("7")).back.headers.get("Location")).toBe(away);
    const declined = await signInAs("42", (query) => query.delete("code"));
    expect(declined.back.headers.get("Location")).toBe(away);
  });

  test("does not blame Discord when the database is away", async () => {
    const away = new DatabaseUnavailable(new Error("cut"));
    const sessions = { ...server.app.sessions, issue: () => Promise.reject(away) };
    await expect(signInAs("42", undefined, undefined, sessions)).rejects.toBe(away);
  });

  test("refuses a callback for a sign-in that this browser did not start", async () => {
    expect((await signInAs("42", (query) => query.set("state", "other"))).back.status).toBe(400);
  });

  test("refuses its cookie after ten minutes, though a browser may still send it", async () => {
    const later = await signInAs("42", undefined, (cookie) => {
      server.clock.advance(600_001);
      return cookie;
    });
    expect([later.back.status, later.back.headers.get("Location")]).toEqual([400, null]);
  });

  test("accepts no cookie that the server sealed for something else", async () => {
    const content = z.record(z.string(), z.string());
    const other = sealedCookie({ name: "other", path: "/", content });
    const give = new Hono().get("/", (call) => {
      const state = call.req.query("state") ?? "";
      const pending = { state, verifier: "v", nonce: "n", origin: testOrigin };
      other.set(call, server.ports, pending, false);
      return call.text("");
    });
    const state = "s";
    const given = await give.request(`/?state=${state}`);
    const [, value] = /^other=([^;]+)/.exec(given.headers.get("Set-Cookie") ?? "") ?? [];
    expect(value).toMatch(/^v2\./);
    const { back } = await signInAs(
      "42",
      (query) => query.set("state", state),
      () => `sign-in=${value}`,
    );
    expect([back.status, back.headers.get("Location")]).toEqual([400, null]);
  });
});
