import type { PlatformAccount, Refused } from "./publisher.ts";

export type Flair = { readonly id: string; readonly text: string; readonly modOnly: boolean };

/** What of Reddit is more than publishing: connecting an account, and the flairs of a subreddit. */
export type Reddit = {
  /** Where a person allows the connection; Reddit leads back to `callback` with `code` and `state`. */
  readonly authorizationUrl: (request: {
    readonly state: string;
    /** Absolute. */
    readonly callback: string;
  }) => string;
  /** Who allowed it, with the credentials that post in that name; throws where Reddit was not reached. */
  readonly connect: (
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
