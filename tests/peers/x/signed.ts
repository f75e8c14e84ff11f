import {
  type OAuth1AuthInfo,
  OAuth1Helper,
} from "twitter-api-v2/dist/cjs/client-mixins/oauth1.helper";
import { NotInTheDocuments, type Received } from "../support/peer";

export type Keys = {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string;
  readonly access_token_secret: string;
};

/** Another library than the one that signs: neither can hide an error of the other. */
class Verifier extends OAuth1Helper {
  expected(url: string, method: string, data: object, secret: string, info: OAuth1AuthInfo) {
    return this.getSignature({ url, method, data }, secret, info);
  }
}

const names = [
  ...["oauth_consumer_key", "oauth_nonce", "oauth_signature", "oauth_signature_method"],
  ...["oauth_timestamp", "oauth_token", "oauth_version"],
];

/** True if a request is signed by these keys, as X describes it. Throws if it is not OAuth 1.0a. */
export function isSigned(request: Received, origin: string, keys: Keys): boolean {
  const header = request.headers.authorization ?? "";
  const fields = Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      decodeURIComponent(value ?? ""),
    ]),
  );
  if (!header.startsWith("OAuth ") || Object.keys(fields).sort().join() !== names.join()) {
    throw new NotInTheDocuments("no signature");
  }
  const { oauth_signature, ...info } = fields;
  const age = Math.abs(Date.now() / 1000 - Number(info.oauth_timestamp));
  if (age > 300 || info.oauth_signature_method !== "HMAC-SHA1") return false;
  const verifier = new Verifier({
    consumerKeys: { key: keys.consumer_key, secret: keys.consumer_secret },
  });
  const { method, path, query } = request;
  const data = Object.fromEntries(query);
  const secret = keys.access_token_secret;
  return (
    info.oauth_consumer_key === keys.consumer_key &&
    info.oauth_token === keys.access_token &&
    oauth_signature ===
      verifier.expected(`${origin}${path}`, method, data, secret, info as unknown as OAuth1AuthInfo)
  );
}
