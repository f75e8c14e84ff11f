import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  type UserInfoResponse,
} from "openid-client";
import { z } from "zod";
import { createHttp, type Http } from "../../adapters/live/http.ts";
import type { Oidc } from "../../settings/sign-in.ts";
import type { SignInPlatform } from "./sign-in-platform.ts";

/** In seconds. */
const timeout = 10;
/** The time for which the provider's description of itself is used, in ms. */
const maxAge = 3_600_000;

/**
 * Creates the sign-in with a provider of OpenID Connect, by the authorization code flow with PKCE.
 * The id token's signature, issuer, audience, time and nonce are checked.
 *
 * @param http replaces the connection in tests
 */
export function oidcSignIn(oidc: Oidc, http: Http = createHttp({ proxy: null })): SignInPlatform {
  const { adminIds } = oidc;
  let known: { readonly config: Configuration; readonly readAt: number } | undefined;

  /** Reads the provider when it is needed: the server starts although the provider is away. */
  async function provider(): Promise<Configuration> {
    if (known && Date.now() - known.readAt < maxAge) return known.config;
    const config = await discover(oidc, http);
    known = { config, readAt: Date.now() };
    return config;
  }

  return {
    authorizationUrl: async (callback, { state, verifier, nonce }) =>
      buildAuthorizationUrl(await provider(), {
        redirect_uri: callback,
        scope: "openid profile email",
        ...{ state, nonce, code_challenge_method: "S256" },
        code_challenge: await calculatePKCECodeChallenge(verifier),
      }).href,
    confirm: async (callback, query, { state, verifier, nonce }) => {
      if (query.get("error") === "access_denied") return { turnedAway: "declined" };
      const config = await provider();
      const tokens = await authorizationCodeGrant(config, new URL(`${callback}?${query}`), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("There is no id token.");
      const { sub } = claims;
      // Most providers put the name and the e-mail address only there.
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await fetchUserInfo(config, tokens.access_token, sub) : undefined;
      const about = more ? [more, claims] : [claims];
      const id = adminIds.find(isOneOf(sub, about.flatMap(verifiedEmail)));
      if (id === undefined) return { turnedAway: "stranger", id: sub };
      // The session holds the entry of the list, so that it ends when the entry is removed.
      return { user: { id, name: nameIn(about) ?? sub, picture: pictureIn(about) } };
    },
  };
}

const discover = ({ issuer, clientId, clientSecret }: Oidc, http: Http): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, undefined, clientAuthentication(clientSecret), {
    ...{ [customFetch]: fetchBy(http), execute: [enableNonRepudiationChecks], timeout },
  });

const keysSchema = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) });

/**
 * Reads what the provider says of itself, and its keys, of which it returns the number. Throws if
 * the provider is not one to sign in with, and in a sentence what is wrong.
 */
export async function readProvider(oidc: Oidc, http: Http): Promise<number> {
  const config = await discover(oidc, http).catch((error: unknown) => {
    throw new Error(`OIDC_ISSUER leads to no provider of that name: ${causeOf(error)}`);
  });
  const { jwks_uri: url } = config.serverMetadata();
  if (!url) throw new Error("the provider names no address of its keys");
  const signal = AbortSignal.timeout(timeout * 1000);
  const { json } = await http({ method: "GET", url, signal });
  const { data } = keysSchema.safeParse(json);
  if (!data) throw new Error("the provider has no keys at the address that it names for them");
  return data.keys.length;
}

/** Returns the message of the innermost error: the library's own say only that something went wrong. */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? causeOf(error.cause) : error.message;
};

type Claims = IDToken | UserInfoResponse;

/**
 * Matches entries of ADMIN_IDS. One with an @ is an e-mail address and must have been verified: it
 * never matches a subject, which users can choose at some providers.
 */
const isOneOf = (sub: string, emails: readonly string[]) => (entry: string) =>
  entry.includes("@") ? emails.includes(entry.toLowerCase()) : entry === sub;

const verifiedEmail = ({ email, email_verified }: Claims): string[] =>
  email_verified === true && typeof email === "string" ? [email.toLowerCase()] : [];

const textIn = (about: readonly Claims[], claim: string) =>
  about.map((claims) => claims[claim]).find((text) => typeof text === "string" && text.trim());

function nameIn(about: readonly Claims[]): string | undefined {
  const name = ["preferred_username", "name", "email"]
    .map((claim) => textIn(about, claim))
    .find((text) => typeof text === "string");
  return name?.slice(0, 200);
}

function pictureIn(about: readonly Claims[]): string | null {
  const picture = textIn(about, "picture");
  return typeof picture === "string" && /^https:/.test(picture) ? picture : null;
}

/**
 * Sends the client's secret in the header, OpenID Connect's default, unless the provider takes it in
 * the body only.
 */
const clientAuthentication =
  (secret: string): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isInBody = methods?.includes("client_secret_basic") === false;
    return (isInBody ? ClientSecretPost : ClientSecretBasic)(secret)(server, ...rest);
  };

/** Uses one connection for each call, and follows no redirects. */
const fetchBy =
  (http: Http): CustomFetch =>
  async (url, { method, headers, body, signal = AbortSignal.timeout(timeout * 1000) }) => {
    const answer = await http({
      ...{ method: method === "POST" ? "POST" : "GET", url, headers, signal },
      ...(body != null && { bytes: new TextEncoder().encode(String(body)) }),
    });
    return new Response(answer.text || null, { status: answer.status, headers: answer.headers });
  };
