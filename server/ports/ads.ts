import type { Refused } from "./outcome.ts";

export type AdAccount = { readonly id: string; readonly name: string };

/** Advertising on Facebook. */
export type Ads = {
  /** Returns the ad accounts that a user's token opens; throws if Facebook was not reached. */
  readonly accounts: (
    userAccessToken: string,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true; readonly accounts: readonly AdAccount[] } | Refused>;
};
