import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";
import type { PlatformAccount } from "../../../ports/publisher.ts";

/**
 * The four keys that act for a user of X: OAuth 1.0a, which is the only way for keys that are typed in.
 */
export type Keys = {
  readonly consumer: { readonly key: string; readonly secret: string };
  readonly token: { readonly key: string; readonly secret: string };
};

/** Returns the four keys of an account; undefined if one is missing. */
export function keysOf({ credentials }: PlatformAccount): Keys | undefined {
  const { consumer_key, consumer_secret, access_token, access_token_secret } = credentials;
  return consumer_key && consumer_secret && access_token && access_token_secret
    ? {
        consumer: { key: consumer_key, secret: consumer_secret },
        token: { key: access_token, secret: access_token_secret },
      }
    : undefined;
}

type Signed = {
  readonly method: string;
  /** Without a query. */
  readonly url: string;
  /** The query, and the fields of a form. JSON and multipart bodies are not signed. */
  readonly params: Readonly<Record<string, string>>;
};

/**
 * Returns the value of the header `Authorization` that signs a call with HMAC-SHA1:
 * https://docs.x.com/fundamentals/authentication/oauth-1-0a/creating-a-signature
 */
export function signatureOf({ consumer, token }: Keys, { method, url, params }: Signed): string {
  const oauth = new OAuth({
    consumer,
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
  });
  const authorization = oauth.authorize({ method, url, data: params }, token);
  return oauth.toHeader(authorization).Authorization;
}
