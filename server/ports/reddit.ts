import type { AuthorizationRequest } from "./authorization.ts";
import type { Refused } from "./outcome.ts";
import type { PlatformAccount } from "./publisher.ts";

export type Flair = { readonly id: string; readonly text: string; readonly modOnly: boolean };

/** Reddit besides publishing: connecting an account, and the flairs of a subreddit. */
export type Reddit = {
  /** The OAuth authorization page. It redirects back to `callback` with `code` and `state`. */
  readonly authorizationUrl: (request: AuthorizationRequest) => string;
  /**
   * Exchanges the code for the user's name and credentials; throws if Reddit was not reached. Of the
   * account only the proxy is known.
   */
  readonly connect: (
    account: PlatformAccount,
    code: string,
    callback: string,
    signal: AbortSignal,
  ) => Promise<
    | {
        readonly ok: true;
        readonly username: string;
        readonly credentials: Readonly<Record<string, string>>;
      }
    | Refused
  >;
  readonly flairs: (
    account: PlatformAccount,
    subreddit: string,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true; readonly flairs: readonly Flair[] } | Refused>;
};
