import { createHttp, type Http } from "../adapters/live/http.ts";
import type { Config } from "../config.ts";
import { readProvider } from "../http/sign-in/oidc.ts";
import { counted } from "../kernel/sentences.ts";
import { homeOrigin } from "../settings/network.ts";

/**
 * Says which redirect URIs a provider of OpenID Connect must know, and whether it describes itself and
 * has keys. Nobody is signed in. Returns how many did not pass; 0 without such a provider.
 */
export async function checkSignIn(
  config: Config,
  say: (line: string) => void,
  http: Http = createHttp({ proxy: null }),
): Promise<number> {
  const { oidc, publicOrigins } = config;
  if (!oidc) return 0;
  const name = `Sign-in with ${oidc.label}`;
  const origins = publicOrigins.length > 0 ? publicOrigins : [homeOrigin(config)];
  const uris = origins.map((origin) => `${origin}/login/oidc/callback`).join(", ");
  say(`${name}: its redirect ${origins.length > 1 ? "URIs are" : "URI is"} ${uris}`);
  try {
    const keys = await readProvider(oidc, http);
    say(
      `${name}: the provider answers, with ${counted(keys, "key")}; whether it takes the client's ID and secret shows a sign-in`,
    );
    return 0;
  } catch (error) {
    say(`${name}: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}
