import type { Refused } from "./outcome.ts";
import type { PlatformAccount } from "./publisher.ts";

/** A request for an OAuth authorization page, which redirects to `callback` with a code and the state. */
export type AuthorizationRequest = {
  readonly state: string;
  /** Absolute. */
  readonly callback: string;
};

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

/** A connection to TikTok that was just allowed. */
export type ConnectedTikTok = {
  readonly ok: true;
  /** The name that its owner shows on TikTok; others may have the same. */
  readonly owner: string;
  /** `open_id` is the same whenever the same person connects. */
  readonly credentials: { readonly refresh_token: string; readonly open_id: string };
  readonly expiresAt: Date;
};

/** TikTok besides publishing: connecting an account. */
export type TikTok = {
  /** The OAuth authorization page. It redirects back to `callback` with `code` and `state`. */
  readonly authorizationUrl: (request: AuthorizationRequest) => string;
  /** Exchanges the code, through the proxy of the account's group; throws if TikTok was not reached. */
  readonly connect: (
    account: PlatformAccount,
    code: string,
    callback: string,
    signal: AbortSignal,
  ) => Promise<ConnectedTikTok | Refused>;
};
