import type { Clock } from "../../ports/clock.ts";
import type { PlatformAccount } from "../../ports/publisher.ts";
import type { Http } from "./http.ts";
import type { Media } from "./media/media.ts";

/** The objects that the adapters of all platforms share. */
export type Live = {
  /** Calls in the name of an account: through the proxy of its group. */
  readonly httpOf: (account: PlatformAccount) => Http;
  readonly media: Media;
  /**
   * Stores credentials that a platform has replaced while they were used (Reddit, TikTok). Await it
   * before the new ones are used: the old ones may be void.
   */
  readonly saveCredentials: (
    account: PlatformAccount,
    credentials: PlatformAccount["credentials"],
    expiresAt: Date | null,
  ) => Promise<void>;
  /**
   * Runs `work` while no other server does for the same account: of two that use a refresh token at the
   * same time, one would be refused, or its new token lost. Throws if the other takes too long.
   */
  readonly exclusively: <T>(account: PlatformAccount, work: () => Promise<T>) => Promise<T>;
  /** Those that the account has now: another server may have stored others since it was read. */
  readonly readCredentials: (
    account: PlatformAccount,
  ) => Promise<PlatformAccount["credentials"] | undefined>;
  readonly clock: Clock;
  /** The origin at which others reach this server: `https://console.example.com`. */
  readonly publicOrigin: string;
};
