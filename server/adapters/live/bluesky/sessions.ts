import { AtpAgent, type AtpSessionData } from "@atproto/api";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import { noAccount, pdsOf, withoutAt } from "./identity.ts";
import { type BlueskyAddresses, fetchVia, isStaleSession } from "./xrpc.ts";

type Stored = {
  /** The credentials that it was made with: a session of other ones is not used. */
  readonly credentialsKey: string;
  readonly pds: string;
  readonly session: AtpSessionData;
};

export type Sessions = {
  /** Logs in again. Throws an XRPCError if the credentials are refused. */
  readonly login: (account: PlatformAccount, signal: AbortSignal) => Promise<AtpAgent>;
  /**
   * Calls in the account's name; if the session has ended, refreshes it or logs in, and calls again.
   */
  readonly use: <Result>(
    account: PlatformAccount,
    signal: AbortSignal,
    call: (agent: AtpAgent) => Promise<Result>,
  ) => Promise<Result>;
};

/**
 * Returns the sessions of accounts, in memory: Bluesky takes 30 logins in five minutes and 300 a day
 * from an account, so that a login for each post would lock it out.
 * https://docs.bsky.app/docs/advanced-guides/rate-limits
 */
export function createSessions(live: Live, addresses: BlueskyAddresses): Sessions {
  const stored = new Map<number, Stored>();

  /** Returns an agent of the library that keeps its session here, and calls with this signal. */
  function agentAt(pds: string, account: PlatformAccount, signal: AbortSignal) {
    const agent: AtpAgent = new AtpAgent({
      service: pds,
      fetch: fetchVia(live.httpOf(account), signal),
      persistSession: (_event, session) => {
        const credentialsKey = credentialsOf(account);
        if (!session) stored.delete(account.id);
        else stored.set(account.id, { credentialsKey, pds: agent.dispatchUrl.origin, session });
      },
    });
    return agent;
  }

  async function login(account: PlatformAccount, signal: AbortSignal) {
    const { password = "" } = account.credentials;
    const identifier = withoutAt(account.credentials.identifier ?? "");
    if (!identifier || !password) {
      throw noAccount("Bluesky needs an identifier and an app password.");
    }
    const reach = { http: live.httpOf(account), addresses, signal };
    const agent = agentAt(await pdsOf(identifier, reach), account, signal);
    await agent.login({ identifier, password });
    return agent;
  }

  function resumed(account: PlatformAccount, signal: AbortSignal) {
    const found = stored.get(account.id);
    if (found?.credentialsKey !== credentialsOf(account)) return undefined;
    const agent = agentAt(found.pds, account, signal);
    agent.sessionManager.session = found.session;
    return agent;
  }

  return {
    login,
    use: async (account, signal, call) => {
      const agent = resumed(account, signal);
      if (!agent) return call(await login(account, signal));
      try {
        return await call(agent);
      } catch (error) {
        if (!isStaleSession(error)) throw error;
        return call(await login(account, signal));
      }
    },
  };
}

const credentialsOf = ({ credentials: { identifier, password } }: PlatformAccount) =>
  JSON.stringify([identifier, password]);
