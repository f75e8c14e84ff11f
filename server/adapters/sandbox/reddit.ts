import type { Reddit } from "../../ports/oauth.ts";
import { refusalOfAccount, refuse } from "./publisher.ts";
import { subredditOf } from "./subreddits.ts";

/** The stand-in for Reddit's authorization page. */
export const authorizePath = "/sandbox/reddit/authorize";

const codePrefix = "sandbox-";

/** Returns the OAuth authorization code for a user. */
export const codeFor = (username: string) =>
  `${codePrefix}${Buffer.from(username).toString("base64url")}`;

/** Returns whether a name keeps Reddit's rule for user names. */
export const isUsername = (name: string) => /^[\w-]{3,20}$/.test(name);

export const sandboxReddit: Reddit = {
  authorizationUrl: ({ state, callback }) =>
    `${authorizePath}?${new URLSearchParams({ state, redirect_uri: callback })}`,
  connect: async (_, code) => {
    const encoded = code.startsWith(codePrefix) ? code.slice(codePrefix.length) : "";
    const username = Buffer.from(encoded, "base64url").toString();
    if (!isUsername(username)) return refuse("invalid_grant: the code is not valid any more.");
    return { ok: true, username, credentials: { refresh_token: `sandbox-${username}` } };
  },
  flairs: async (account, subreddit) => {
    const { refusal, flairs } = subredditOf(subreddit);
    return (
      refusalOfAccount(account) ?? (refusal === undefined ? { ok: true, flairs } : refuse(refusal))
    );
  },
};
