import { exportJWK, generateKeyPair } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { Http } from "../../../server/adapters/live/http.ts";
import { checkSignIn } from "../../../server/checks/live-check-sign-in.ts";
import { readConfig } from "../../../server/config.ts";
import { NotSentError } from "../../../server/ports/outcome.ts";

const issuer = "https://id.zima.example/realms/shop";
const secret = "canary-oidc-secret";
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
};
let key: object;
beforeAll(async () => {
  const { publicKey } = await generateKeyPair("RS256");
  key = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256" };
});

/** Returns the lines of the check and how many did not pass; `answers` are the provider's, by address. */
async function check(answers: Record<string, unknown>, environment: Record<string, string> = {}) {
  const config = readConfig({
    ...{ LIVE: "bluesky", OIDC_ISSUER: issuer, OIDC_LABEL: "Zima ID", ADMIN_IDS: "ana" },
    ...{ OIDC_CLIENT_ID: "console", OIDC_CLIENT_SECRET: secret },
    ...environment,
  });
  const said: string[] = [];
  const asked: string[] = [];
  const http: Http = async ({ url, method }) => {
    asked.push(`${method} ${url}`);
    const json = answers[url];
    if (json === undefined)
      throw new NotSentError("id.zima.example could not be reached (ENOTFOUND).");
    const headers = new Headers({ "content-type": "application/json" });
    const status = json === 404 ? 404 : 200;
    return { status, headers, json, text: JSON.stringify(json) };
  };
  const failed = await checkSignIn(config, (line) => said.push(line), http);
  return { failed, said, asked };
}

const described = `${issuer}/.well-known/openid-configuration`;
const name = "Sign-in with Zima ID";

describe("live:check asks a provider of OpenID Connect", () => {
  test("for what it says of itself and for its keys, and names the redirect URIs", async () => {
    expect(
      await check(
        { [described]: metadata, [metadata.jwks_uri]: { keys: [key] } },
        { PUBLIC_ORIGINS: "https://console.example.com,https://konzola.example.com" },
      ),
    ).toEqual({
      failed: 0,
      said: [
        `${name}: its redirect URIs are https://console.example.com/login/oidc/callback, https://konzola.example.com/login/oidc/callback`,
        `${name}: the provider answers, with 1 key; whether it takes the client's ID and secret shows a sign-in`,
      ],
      asked: [`GET ${described}`, `GET ${metadata.jwks_uri}`],
    });
  });

  test("also if operators come to the server's own address", async () => {
    const { said } = await check({ [described]: metadata, [metadata.jwks_uri]: { keys: [key] } });
    expect(said[0]).toBe(`${name}: its redirect URI is http://localhost:4100/login/oidc/callback`);
  });

  test.each<[what: string, answers: Record<string, unknown>, words: RegExp]>([
    [
      "is away",
      {},
      /: OIDC_ISSUER leads to no provider of that name: id\.zima\.example could not be reached \(ENOTFOUND\)\.$/,
    ],
    ["has no description", { [described]: 404 }, /OIDC_ISSUER/],
    [
      "calls itself something else",
      { [described]: { ...metadata, issuer: "https://x.example" } },
      /OIDC_ISSUER/,
    ],
    [
      "names no keys",
      { [described]: { ...metadata, jwks_uri: undefined } },
      /no address of its keys/,
    ],
    ["has keys that are away", { [described]: metadata }, /could not be reached/],
    ["has no key", { [described]: metadata, [metadata.jwks_uri]: { keys: [] } }, /no keys/],
    ["has a page for its keys", { [described]: metadata, [metadata.jwks_uri]: 404 }, /no keys/],
  ])("and counts one that %s", async (_, answers, words) => {
    const { failed, said } = await check(answers);
    expect(failed).toBe(1);
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(words);
    expect(said.join()).not.toContain("canary");
  });
});

test("live:check says nothing of a sign-in without OpenID Connect", async () => {
  const none = { OIDC_LABEL: "", OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" };
  expect(await check({}, none)).toEqual({ failed: 0, said: [], asked: [] });
});
