import * as z from "zod/mini";
import type { Reddit } from "../../../ports/oauth.ts";
import { callsOf, type RedditApi, type RedditCalls } from "./api.ts";
import { flairsOf } from "./subreddits.ts";
import { fetchTokens } from "./tokens.ts";

/**
 * `history` is for finding posts again, `edit` for deleting the post of a check:
 * https://www.reddit.com/dev/api/oauth
 */
const scope = "identity read submit edit flair history";

const meSchema = z.object({
  name: z.string(),
  is_suspended: z.catch(z.optional(z.boolean()), undefined),
});

/** Asks Reddit whose account this is. */
export const readMe = ({ call }: RedditCalls, signal: AbortSignal) =>
  call({ method: "GET", path: "/api/v1/me", signal }, meSchema);

/** Connects accounts, and reads the flairs of subreddits. */
export const createReddit = (api: RedditApi): Reddit => ({
  authorizationUrl: ({ state, callback }) => {
    const query = new URLSearchParams({
      client_id: api.app.clientId,
      ...{ response_type: "code", state, redirect_uri: callback },
      // Without it Reddit gives no refresh token.
      ...{ duration: "permanent", scope },
    });
    return `${api.addresses.www}/api/v1/authorize?${query}`;
  },

  connect: async (account, code, callback, signal) => {
    const form = { grant_type: "authorization_code", code, redirect_uri: callback };
    const fetched = await fetchTokens(api, account, form, signal);
    if (!fetched.ok) return fetched;
    const { access_token: token, refresh_token } = fetched.tokens;
    if (!refresh_token) return { ok: false, error: "Reddit gave no lasting access." };
    const access: RedditApi["access"] = async () => ({ ok: true, token });
    const me = await readMe(callsOf({ ...api, access }, account), signal);
    if (!me.ok) return me;
    return { ok: true, username: me.answer.name, credentials: { refresh_token } };
  },

  flairs: (account, subreddit, signal) => flairsOf(callsOf(api, account), subreddit, signal),
});
