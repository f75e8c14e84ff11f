import { decodeJwt, generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { isPeerInstalled } from "../../../scripts/lib/peers.mjs";
import { checkSignIn } from "../../../server/checks/live-check-sign-in.ts";
import { readConfig } from "../../../server/config.ts";
import { createSessions, createSignIn } from "../../../server/http/sign-in/sign-in.ts";
import { createLog } from "../../../server/kernel/log.ts";
import { deriveKey } from "../../../server/keys/secret-box.ts";
import {
  agreeAs,
  httpToProvider,
  type OidcUsers,
  oidcApp,
  startOidcProvider,
} from "../../peers/oidc/provider.ts";
import { closedPort } from "../../peers/support/raw-server.ts";
import { testKey } from "../../support/ports.ts";
import { createTestServer, type TestServer, testOrigin } from "../../support/server.ts";

const isInstalled = isPeerInstalled("oidc");

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const users: OidcUsers = {
  "7f2c-ana": {
    ...{ preferred_username: "ana", name: "Ana Anić" },
    ...{ email: "Ana@zima.example", email_verified: true },
    picture: "https://id.zima.example/ana.png",
  },
  "7f2c-boris": { name: "Boris", email: "boris@zima.example", email_verified: false },
  "vera@zima.example": {},
};

const callback = `${testOrigin}/login/oidc/callback`;
const away = `${testOrigin}/login?error=unauthorized`;
const adminIds = "7f2c-ana, vera@zima.example, boris@zima.example";

/** Returns the sign-in of a server that is set up for this issuer, and what it logs. */
function signInAt(issuer: string, { admins = adminIds, sandbox = false } = {}) {
  const lines: string[] = [];
  const config = readConfig({
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: oidcApp.clientId, OIDC_LABEL: "Zima ID" },
    ...{ OIDC_CLIENT_SECRET: oidcApp.clientSecret, ADMIN_IDS: admins },
  });
  const app = createSignIn({
    ...{ config, sandbox, sessions: server.app.sessions, ports: server.ports },
    http: httpToProvider,
    log: createLog({ level: "debug", destination: { write: (line) => void lines.push(line) } }),
  });
  const leave = async () => {
    const left = await app.request(`${testOrigin}/login/oidc?origin=${testOrigin}`);
    return {
      left,
      address: left.headers.get("Location") ?? "",
      cookie: (left.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "",
    };
  };
  const comeBack = async (to: URL, cookie: string) => {
    const back = await app.request(to.href, { headers: { Cookie: cookie } });
    return { status: back.status, location: back.headers.get("Location"), text: await back.text() };
  };
  return { app, config, lines, leave, comeBack };
}

const refusal = {
  status: 502,
  location: null,
  text: expect.stringContaining("Zima ID did not confirm the sign-in. Try again."),
};

describe.skipIf(!isInstalled)("The sign-in with OpenID Connect", { tags: ["peers"] }, () => {
  let provider: Awaited<ReturnType<typeof startOidcProvider>>;
  beforeAll(async () => {
    provider = await startOidcProvider({ callback, users });
  });
  afterAll(() => provider?.close());
  beforeEach(() => {
    Object.assign(provider.state, { tamper: undefined, metadata: {}, asked: [] });
  });

  /** Goes to the provider and comes back as one of its users. */
  async function signInAs(
    sub: string,
    {
      signIn = signInAt(provider.issuer),
      change = (_: URLSearchParams): void => undefined,
      declines = false,
    } = {},
  ) {
    const { address, cookie } = await signIn.leave();
    const to = await agreeAs(sub, address, { declines });
    change(to.searchParams);
    return { ...(await signIn.comeBack(to, cookie)), sent: new URL(address), to, cookie, signIn };
  }

  const whoIs = async (location: string | null) => {
    expect(location).toMatch(`${testOrigin}/auth/callback?token=`);
    const token = new URL(location ?? "").searchParams.get("token");
    const headers = { Authorization: `Bearer ${token}` };
    return (await server.request("auth/me", { headers })).json();
  };

  test("lets in a user whose subject is on the list", async () => {
    const { status, location, sent } = await signInAs("7f2c-ana");
    expect(status).toBe(303);
    expect(await whoIs(location)).toEqual({
      name: "ana",
      picture: "https://id.zima.example/ana.png",
    });
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      client_id: "console",
      response_type: "code",
      redirect_uri: callback,
      scope: "openid profile email",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  test("lets in a user whose verified e-mail address is on the list, in any case", async () => {
    const signIn = signInAt(provider.issuer, { admins: "ANA@Zima.example" });
    const { location } = await signInAs("7f2c-ana", { signIn });
    expect(await whoIs(location)).toMatchObject({ name: "ana" });
  });

  test.each([
    ["whom the list does not name", "7f2c-ana", "7f2c-other"],
    ["whose e-mail address is not verified", "7f2c-boris", "boris@zima.example"],
    ["whose subject looks like an address on the list", "vera@zima.example", "vera@zima.example"],
  ])("turns away a user %s, and logs which one", async (_case, sub, admins) => {
    const signIn = signInAt(provider.issuer, { admins });
    const { location } = await signInAs(sub, { signIn });
    expect(location).toBe(away);
    expect(signIn.lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: "a user who is not in ADMIN_IDS was turned away",
        user: sub,
      }),
    ]);
  });

  test("turns away a user who declines", async () => {
    expect((await signInAs("7f2c-ana", { declines: true })).location).toBe(away);
  });

  test("refuses a callback in a browser that did not start it", async () => {
    const signIn = signInAt(provider.issuer);
    const [mine, other] = [await signIn.leave(), await signIn.leave()];
    const to = await agreeAs("7f2c-ana", mine.address);
    expect((await signIn.comeBack(to, "")).status).toBe(400);
    expect((await signIn.comeBack(to, other.cookie)).status).toBe(400);
    // A browser that is made to use another one's state has another verifier all the same.
    to.searchParams.set("state", new URL(other.address).searchParams.get("state") ?? "");
    expect(await signIn.comeBack(to, other.cookie)).toMatchObject(refusal);
  });

  test("takes a code once", async () => {
    const { to, cookie, signIn } = await signInAs("7f2c-ana");
    expect(await signIn.comeBack(to, cookie)).toMatchObject(refusal);
  });

  test.each([
    [
      "another issuer in the callback",
      (query: URLSearchParams) => query.set("iss", "https://x.example"),
    ],
    ["no issuer in the callback", (query: URLSearchParams) => query.delete("iss")],
    ["no code", (query: URLSearchParams) => query.delete("code")],
    ["a made-up code", (query: URLSearchParams) => query.set("code", "made-up")],
    [
      "an error of the provider",
      (query: URLSearchParams) => {
        query.delete("code");
        query.set("error", "server_error");
      },
    ],
  ])("does not let in with %s", async (_case, change) => {
    expect(await signInAs("7f2c-ana", { change })).toMatchObject(refusal);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each([
    ["for another audience", () => ({ aud: "another-app" })],
    ["of another issuer", () => ({ iss: "https://x.example" })],
    ["that has expired", () => ({ iat: now() - 7200, exp: now() - 3600 })],
    ["with another nonce", () => ({ nonce: "other" })],
    ["without a nonce", () => ({ nonce: undefined })],
    ["of another user than the access token", () => ({ sub: "7f2c-boris" })],
    ["without a subject", () => ({ sub: undefined })],
  ])("does not let in with an id token %s", async (_case, changes) => {
    provider.state.tamper = async (answer) => ({
      ...answer,
      id_token: await provider.sign({ ...decodeJwt(String(answer.id_token)), ...changes() }),
    });
    expect(await signInAs("7f2c-ana")).toMatchObject(refusal);
    expect(provider.state.tamper).toBeUndefined();
  });

  test("takes an id token that the provider's own key signs, as the tests do", async () => {
    provider.state.tamper = async (answer) => ({
      ...answer,
      id_token: await provider.sign(decodeJwt(String(answer.id_token))),
    });
    expect((await signInAs("7f2c-ana")).status).toBe(303);
  });

  test("does not let in with an id token that another key has signed", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    provider.state.tamper = async (answer) => ({
      ...answer,
      id_token: await provider.sign(decodeJwt(String(answer.id_token)), privateKey),
    });
    expect(await signInAs("7f2c-ana")).toMatchObject(refusal);
  });

  test("does not let in with an id token that nobody has signed, or with none", async () => {
    provider.state.tamper = async (answer) => {
      const head = Buffer.from('{"alg":"none"}').toString("base64url");
      return { ...answer, id_token: `${head}.${String(answer.id_token).split(".")[1]}.` };
    };
    expect(await signInAs("7f2c-ana")).toMatchObject(refusal);
    provider.state.tamper = async ({ id_token: _, ...answer }) => answer;
    expect(await signInAs("7f2c-ana")).toMatchObject(refusal);
  });

  test("is checked by live:check: the provider and its keys, and nobody signs in", async () => {
    const { config } = signInAt(provider.issuer);
    const said: string[] = [];
    provider.state.asked.length = 0;
    expect(await checkSignIn(config, (line) => said.push(line), httpToProvider)).toBe(0);
    expect(provider.state.asked).toEqual(["discovery", "jwks"]);
    expect(said).toEqual([
      `Sign-in with Zima ID: its redirect URI is ${testOrigin}/login/oidc/callback`,
      "Sign-in with Zima ID: the provider answers, with 1 key; whether it takes the client's ID and secret shows a sign-in",
    ]);
  });

  test("is refused at the start if the issuer calls itself something else", async () => {
    provider.state.metadata = { issuer: "https://x.example" };
    const { left } = await signInAt(provider.issuer).leave();
    expect([left.status, left.headers.get("Location")]).toEqual([502, null]);
  });

  test("sends the secret in the body where the provider takes it there only", async () => {
    const other = await startOidcProvider({
      ...{ callback, users, authentication: "client_secret_post" },
    });
    onTestFinished(() => other.close());
    const { location } = await signInAs("7f2c-ana", { signIn: signInAt(other.issuer) });
    expect(await whoIs(location)).toMatchObject({ name: "ana" });
  });

  test("logs no secret, whatever fails", async () => {
    const signIn = signInAt(provider.issuer);
    const secrets = [oidcApp.clientSecret, encodeURIComponent(oidcApp.clientSecret)];
    provider.state.tamper = async (answer) => {
      secrets.push(String(answer.access_token), String(answer.id_token));
      return { ...answer, id_token: `${answer.id_token}x` };
    };
    const { to } = await signInAs("7f2c-ana", { signIn });
    secrets.push(to.searchParams.get("code") ?? "", to.searchParams.get("state") ?? "");
    await signInAs("7f2c-ana", { signIn, change: (query) => query.set("code", "canary-code") });
    expect(secrets.filter((text) => text.length > 10)).toHaveLength(6);
    expect(signIn.lines).toHaveLength(2);
    const logged = signIn.lines.join();
    expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
    expect(logged).not.toContain("canary");
  });

  test("ends with the entry in ADMIN_IDS that let the user in", async () => {
    const { database } = server;
    const sessionsWith = (admins: string) =>
      createSessions({
        config: signInAt(provider.issuer, { admins }).config,
        database,
        key: deriveKey(testKey, "sessions"),
        now: () => new Date(),
      });
    const signIn = signInAt(provider.issuer, { admins: "ana@zima.example" });
    const { location } = await signInAs("7f2c-ana", { signIn });
    const header = `Bearer ${new URL(location ?? "").searchParams.get("token")}`;
    const kept = sessionsWith("ana@zima.example, 7f2c-boris");
    expect(await kept.authenticate(header)).toMatchObject({ name: "ana" });
    await expect(sessionsWith("7f2c-boris").authenticate(header)).rejects.toMatchObject({
      status: 401,
    });
  });
});

test("a provider that cannot be reached is named, and asked again by the next sign-in", async () => {
  const signIn = signInAt(`https://localhost:${await closedPort()}`);
  for (let times = 1; times <= 2; times += 1) {
    const { left } = await signIn.leave();
    expect([left.status, left.headers.get("Set-Cookie")]).toEqual([502, null]);
    expect(await left.text()).toContain("Zima ID cannot be reached. Try again.");
    expect(signIn.lines).toHaveLength(times);
  }
});

test("beside OpenID Connect there is no other sign-in, in the sandbox neither", async () => {
  const { app } = signInAt("https://id.zima.example", { sandbox: true });
  const form = await app.request("/login/oidc", {
    method: "POST",
    headers: { Origin: testOrigin },
    body: new URLSearchParams({ as: "administrator", origin: testOrigin }),
  });
  expect(form.status).toBe(404);
  expect((await app.request(`/login/discord?origin=${testOrigin}`)).status).toBe(404);
});

describe("the variables of OpenID Connect", () => {
  const whole = {
    OIDC_ISSUER: "https://id.zima.example/realms/shop",
    OIDC_CLIENT_ID: "console",
    OIDC_CLIENT_SECRET: "canary-secret",
    ADMIN_IDS: "7f2c-ana",
  };

  test("are read together, and the name has a default", () => {
    expect(readConfig(whole)).toMatchObject({
      chatPlatform: "oidc",
      oidc: {
        issuer: "https://id.zima.example/realms/shop",
        clientId: "console",
        clientSecret: "canary-secret",
        label: "Single Sign-On",
        adminIds: ["7f2c-ana"],
      },
    });
    expect(readConfig({ ...whole, OIDC_LABEL: "Zima ID" }).oidc?.label).toBe("Zima ID");
    expect(readConfig({}).oidc).toBeUndefined();
  });

  const together = "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.";
  const address = "OIDC_ISSUER must be the https address by which the provider names itself.";
  test.each<[string, Record<string, string>, string]>([
    ["no issuer", { OIDC_ISSUER: "" }, together],
    ["no client id", { OIDC_CLIENT_ID: "" }, together],
    ["no client secret", { OIDC_CLIENT_SECRET: "" }, together],
    ["http", { OIDC_ISSUER: "http://id.zima.example" }, address],
    ["no address", { OIDC_ISSUER: "id.zima.example" }, address],
    ["a query", { OIDC_ISSUER: "https://id.zima.example/?a=b" }, address],
    ["a password", { OIDC_ISSUER: "https://a:canary@id.zima.example" }, address],
    [
      "markup for a name",
      { OIDC_LABEL: "<b>Zima</b>" },
      "OIDC_LABEL must be a name of at most 40 characters, like Example ID.",
    ],
    [
      "nobody who may sign in",
      { ADMIN_IDS: "" },
      "ADMIN_IDS must name the users of OIDC_ISSUER who may sign in, by their sub or their verified email.",
    ],
    [
      "Discord beside it",
      { DISCORD_CLIENT_ID: "app", DISCORD_CLIENT_SECRET: "secret" },
      "Operators sign in with Discord or with OpenID Connect: set DISCORD_… or OIDC_…, not both.",
    ],
  ])("end the start with %s", (_case, changes, sentence) => {
    let message = "";
    try {
      readConfig({ ...whole, ...changes });
    } catch (error) {
      message = String(error);
    }
    expect(message).toBe(`StartError: ${sentence}`);
  });

  test("end it too if only the name is set", () => {
    expect(() => readConfig({ OIDC_LABEL: "Zima ID" })).toThrow(together);
  });
});
