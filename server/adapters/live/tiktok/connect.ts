import type { TikTok } from "../../../ports/oauth.ts";
import { readUser, type TikTokApi, type TikTokApp, tiktokOf } from "./api.ts";
import { fetchTokens } from "./tokens.ts";

/**
 * Returns the scopes to ask for. TikTok refuses the whole request if the app lacks one of them:
 * https://developers.tiktok.com/doc/scopes-overview
 */
const scopesOf = ({ isDirect }: TikTokApp) => [
  "user.info.basic",
  "video.list",
  isDirect ? "video.publish" : "video.upload",
];

/** Connects accounts: https://developers.tiktok.com/doc/login-kit-web */
export const createTikTok = (api: TikTokApi): TikTok => ({
  authorizationUrl: ({ state, callback }) => {
    const query = new URLSearchParams({
      client_key: api.app.clientKey,
      ...{ response_type: "code", state, redirect_uri: callback },
      scope: scopesOf(api.app).join(","),
    });
    return `${api.addresses.www}/v2/auth/authorize/?${query}`;
  },

  connect: async (account, code, callback, signal) => {
    const grant = { grant_type: "authorization_code", code, redirect_uri: callback };
    const fetched = await fetchTokens(api, account, grant, signal);
    if (!fetched.ok) return fetched;
    const { access_token: token, refresh_token, open_id, scope, refreshEndsAt } = fetched.tokens;
    // TikTok lets a person allow a part of it.
    const missing = scopesOf(api.app).filter((name) => !scope.split(",").includes(name));
    if (missing.length > 0) {
      return { ok: false, error: `${missing.join(", ")} was not allowed. Allow everything.` };
    }
    const credentials = { refresh_token, open_id };
    const access: TikTokApi["access"] = async () => ({ ok: true, token });
    const user = await readUser(tiktokOf({ ...api, access }, { ...account, credentials }), signal);
    if (!user.ok) return user;
    return {
      ...{ ok: true, owner: user.answer.user.display_name, credentials },
      expiresAt: refreshEndsAt,
    };
  },
});
