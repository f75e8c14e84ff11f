import type { Refused } from "../../ports/outcome.ts";
import type { PlatformAccount } from "../../ports/publisher.ts";
import type { Live } from "./live.ts";

/** The answer of a platform to a refresh token. */
export type Renewed = {
  readonly ok: true;
  readonly access: string;
  /** The time for which it lasts, in seconds. */
  readonly seconds: number;
  /** Undefined if the old one stays. */
  readonly refreshToken: string | undefined;
  /** The time when the refresh token ends; null if it does not. */
  readonly refreshEndsAt: Date | null;
};

/**
 * A token for the account's calls. `refused` is one that the platform did not take: another is fetched.
 */
export type Access = (
  account: PlatformAccount,
  signal: AbortSignal,
  refused?: string,
) => Promise<{ readonly ok: true; readonly token: string } | Refused>;

type Session = {
  /** The refresh tokens that led here; the last one is valid. */
  readonly refreshTokens: readonly string[];
  readonly access: string;
  readonly until: Date;
};

/**
 * Creates the source of access tokens for accounts that are connected by a `refresh_token`. They are
 * kept in memory until they end. A new refresh token is stored before its access token is used,
 * because the old one may be void.
 */
export function createAccess(
  live: Pick<Live, "clock" | "saveCredentials" | "readCredentials" | "exclusively">,
  platform: string,
  renewWith: (
    account: PlatformAccount,
    refreshToken: string,
    signal: AbortSignal,
  ) => Promise<Renewed | Refused>,
): Access {
  const sessions = new Map<number, Session>();
  const running = new Map<number, Promise<Session | Refused>>();

  /**
   * Returns the session of an account; undefined if there is none, or the account has been connected
   * again since.
   */
  function sessionOf({ id, credentials }: PlatformAccount): Session | undefined {
    const session = sessions.get(id);
    const { refresh_token = "" } = credentials;
    return session?.refreshTokens.includes(refresh_token) ? session : undefined;
  }

  async function renew(account: PlatformAccount, signal: AbortSignal): Promise<Session | Refused> {
    const own = sessionOf(account)?.refreshTokens ?? [account.credentials.refresh_token ?? ""];
    // Another server may have used the last one, and stored the one that replaces it.
    const stored = (await live.readCredentials(account))?.refresh_token;
    const known = stored && !own.includes(stored) ? [...own, stored] : own;
    const refresh_token = known.at(-1) ?? "";
    const renewed = await renewWith(account, refresh_token, signal);
    if (!renewed.ok) return renewed;
    const { access, seconds, refreshToken: next, refreshEndsAt } = renewed;
    const isNew = next && next !== refresh_token;
    if (isNew) {
      const used = { ...account.credentials, refresh_token };
      const fresh = { ...used, refresh_token: next };
      await live.saveCredentials({ ...account, credentials: used }, fresh, refreshEndsAt);
    }
    // A minute early: a call takes some time.
    const until = new Date(live.clock.now().getTime() + (seconds - 60) * 1000);
    const session = { refreshTokens: isNew ? [...known, next] : known, access, until };
    sessions.set(account.id, session);
    return session;
  }

  return async (account, signal, refused) => {
    if (!account.credentials.refresh_token) {
      const error = `The account is not connected: connect it on ${platform} again.`;
      return { ok: false, why: "credentials", error };
    }
    const session = sessionOf(account);
    if (session && session.until > live.clock.now() && session.access !== refused) {
      return { ok: true, token: session.access };
    }
    // A second renewal at the same time would use a refresh token that the first has replaced.
    const renewal =
      running.get(account.id) ?? live.exclusively(account, () => renew(account, signal));
    running.set(account.id, renewal);
    const renewed = await renewal.finally(() => running.delete(account.id));
    return "access" in renewed ? { ok: true, token: renewed.access } : renewed;
  };
}
