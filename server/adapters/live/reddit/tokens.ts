import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import { createAccess } from "../access-tokens.ts";
import type { Live } from "../live.ts";
import { platformWords } from "../platform-words.ts";
import {
  later,
  type RedditAddresses,
  type RedditApi,
  type RedditApp,
  refusalOf,
  userAgentOf,
} from "./api.ts";

const tokensSchema = z.object({
  access_token: z.string(),
  /** In seconds. */
  expires_in: z.number(),
  refresh_token: z.optional(z.string()),
});
const failureSchema = z.object({ error: z.string() });

const hour = 3_600_000;

type Tokens = z.output<typeof tokensSchema>;

/** Calls the token endpoint once: https://github.com/reddit-archive/reddit/wiki/OAuth2 */
export async function fetchTokens(
  { live, app, addresses }: Omit<RedditApi, "access">,
  account: PlatformAccount,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly tokens: Tokens } | Refused> {
  const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64");
  const answer = await live.httpOf(account)({
    method: "POST",
    url: `${addresses.www}/api/v1/access_token`,
    form,
    headers: { authorization: `Basic ${basic}`, "user-agent": userAgentOf(app) },
    signal,
  });
  const now = live.clock.now();
  if (answer.status === 401) {
    const error =
      "Reddit does not know this server's app: see REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET.";
    return { ok: false, why: "later", error, retryAt: new Date(now.getTime() + hour) };
  }
  const failure = failureSchema.safeParse(answer.json);
  if (failure.success && (answer.status === 200 || answer.status === 400)) {
    const { error: code } = failure.data;
    const secrets = { ...account, credentials: { ...form, secret: app.clientSecret } };
    const error = platformWords(secrets, code);
    return code === "invalid_grant"
      ? { ok: false, why: "credentials", error: `${error}: connect the account on Reddit again.` }
      : { ok: false, why: "later", error, retryAt: later(now, 0) };
  }
  if (answer.status !== 200) return refusalOf(answer, account, now);
  const tokens = tokensSchema.safeParse(answer.json);
  if (!tokens.success) throw new Error("Reddit answered in a form that is not known.");
  return { ok: true, tokens: tokens.data };
}

/** Returns the parts that Reddit's adapters share. */
export const createRedditApi = (
  live: Live,
  app: RedditApp,
  addresses: RedditAddresses,
): RedditApi => ({
  ...{ live, app, addresses },
  access: createAccess(live, "Reddit", async (account, refresh_token, signal) => {
    const form = { grant_type: "refresh_token", refresh_token };
    const fetched = await fetchTokens({ live, app, addresses }, account, form, signal);
    if (!fetched.ok) return fetched;
    const { access_token: access, expires_in: seconds, refresh_token: next } = fetched.tokens;
    return { ok: true, access, seconds, refreshToken: next, refreshEndsAt: null };
  }),
});
