import type { AuthorizationRequest } from "./authorization.ts";
import type { Refused } from "./outcome.ts";
import type { PlatformAccount } from "./publisher.ts";

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
