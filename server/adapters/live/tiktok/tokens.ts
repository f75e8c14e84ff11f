import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import { createAccess } from "../access-tokens.ts";
import { words } from "../answer.ts";
import type { Live } from "../live.ts";
import { platformWords } from "../platform-words.ts";
import { type TikTokApi, type TikTokApp, tiktokAddresses } from "./api.ts";

const tokensSchema = z.object({
  access_token: z.string(),
  /** In seconds. */
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_expires_in: z.number(),
  open_id: z.string(),
  /** The scopes that the person has allowed, separated by commas. */
  scope: z.string(),
});
const failureSchema = z.object({ error: z.string(), error_description: words });

const hour = 3_600_000;

type Tokens = z.output<typeof tokensSchema> & { readonly refreshEndsAt: Date };

/**
 * Calls the token endpoint once; `grant` is what TikTok gives tokens for:
 * https://developers.tiktok.com/doc/oauth-user-access-token-management
 */
export async function fetchTokens(
  { live, app, addresses }: Omit<TikTokApi, "access">,
  account: PlatformAccount,
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly tokens: Tokens } | Refused> {
  const answer = await live.httpOf(account)({
    method: "POST",
    url: `${addresses.api}/v2/oauth/token/`,
    form: { client_key: app.clientKey, client_secret: app.clientSecret, ...grant },
    signal,
  });
  const now = live.clock.now();
  const tokens = tokensSchema.safeParse(answer.json);
  if (tokens.success) {
    const refreshEndsAt = new Date(now.getTime() + tokens.data.refresh_expires_in * 1000);
    return { ok: true, tokens: { ...tokens.data, refreshEndsAt } };
  }
  const failure = failureSchema.safeParse(answer.json);
  if (!failure.success || answer.status >= 500) {
    throw new Error(`TikTok answered with status ${answer.status}.`);
  }
  const { error: code, error_description = "" } = failure.data;
  const secrets = { credentials: { ...grant, secret: app.clientSecret } };
  const error = platformWords(secrets, `${code}: ${error_description}`);
  if (code === "invalid_grant") return { ok: false, why: "credentials", error };
  // The app is at fault, not the account.
  return { ok: false, why: "later", error, retryAt: new Date(now.getTime() + hour) };
}

/** Returns the parts that TikTok's adapters share. */
export function createTikTokApi(
  live: Live,
  app: TikTokApp,
  addresses = tiktokAddresses,
): TikTokApi {
  const server = { live, app, addresses };
  const access = createAccess(live, "TikTok", async (account, refresh_token, signal) => {
    const grant = { grant_type: "refresh_token", refresh_token };
    const fetched = await fetchTokens(server, account, grant, signal);
    if (!fetched.ok) return fetched;
    const { access_token: access, expires_in: seconds, refreshEndsAt } = fetched.tokens;
    return { ok: true, access, seconds, refreshToken: fetched.tokens.refresh_token, refreshEndsAt };
  });
  return { ...server, access };
}
