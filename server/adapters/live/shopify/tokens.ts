import * as z from "zod";
import type { Clock } from "../../../ports/clock.ts";
import { ShopBusy, type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";
import type { Http } from "../http.ts";
import { platformWords } from "../platform-words.ts";

/**
 * The function that returns a token for the shop's calls; `refused` is one that the shop did not
 * take: another is fetched.
 */
export type Tokens = (
  shop: ShopConnection,
  base: string,
  signal: AbortSignal,
  refused?: string,
) => Promise<string>;

const tokenSchema = z.object({
  access_token: z.string().min(1),
  /** In seconds; a day. */
  expires_in: z.number().positive(),
});
const failureSchema = z.object({
  error: z.string(),
  error_description: z.string().catch(""),
});

/**
 * Returns true for the keys of an app of the Dev Dashboard, whose token lives a day and must be fetched.
 */
export const areClientCredentials = ({ credentials }: ShopConnection) => {
  const { api_key = "", password = "" } = credentials;
  const isToken = /^shp[a-z]{2}_/.test(password);
  return /^shpss_/.test(password) || (/^[0-9a-f]{32}$/.test(api_key) && !isToken);
};

type Token = { readonly text: string; readonly until: number };

/**
 * Creates the source of tokens. The token of an app made in the shop's admin is its password. That of
 * any other app is fetched for its client id and secret, and kept in memory for 80 % of its life:
 * https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant
 */
export function createTokens(http: Http, clock: Clock): Tokens {
  const known = new Map<string, Token>();
  const running = new Map<string, Promise<Token>>();

  async function fetchToken(shop: ShopConnection, base: string, signal: AbortSignal) {
    const { api_key: client_id = "", password: client_secret = "" } = shop.credentials;
    const { status, headers, json } = await http({
      method: "POST",
      url: `${base}/admin/oauth/access_token`,
      form: { grant_type: "client_credentials", client_id, client_secret },
      signal,
    });
    const now = clock.now().getTime();
    const token = tokenSchema.safeParse(json);
    if (status === 200 && token.success) {
      const { access_token: text, expires_in } = token.data;
      return { text, until: now + expires_in * 800 };
    }
    if (status === 429) throw new ShopBusy("Shopify asks to wait.", retryTime(headers, now));
    if (status >= 500) throw new Error(`Shopify answered with status ${status}.`);
    const { data } = failureSchema.safeParse(json);
    const words = data ? `${data.error}: ${data.error_description}` : `status ${status}`;
    throw new ShopRefusal(
      `Shopify refuses the API key and the secret: ${platformWords(shop, words)}`,
      "credentials",
    );
  }

  return async (shop, base, signal, refused) => {
    const { api_key = "", password = "" } = shop.credentials;
    if (!areClientCredentials(shop)) return password;
    const key = JSON.stringify([base, api_key, password]);
    const token = known.get(key);
    if (token && token.text !== refused && token.until > clock.now().getTime()) return token.text;
    const renewal = running.get(key) ?? fetchToken(shop, base, signal);
    running.set(key, renewal);
    const fresh = await renewal.finally(() => running.delete(key));
    known.set(key, fresh);
    return fresh.text;
  };
}

/** Returns when a 429 allows the next call; after 5 s if it does not say so. */
export function retryTime(headers: Headers, now: number): Date {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return new Date(
    now + 1000 * (Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : 5),
  );
}
