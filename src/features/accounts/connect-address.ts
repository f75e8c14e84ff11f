import { backendAddress } from "@/shared/api/backend-address";
import type { Id } from "@/shared/api/id";
import { session } from "@/shared/session/session";

/**
 * Returns the backend address that connects a Reddit account to a group; undefined without a token.
 * A navigation sends no authorization header, so the token must be in the address. Call this on the
 * click and pass the address to the browser only: no link on the page may contain the token.
 */
export const redditConnectAddress = (group: Id) =>
  connectAddress("/api/v1/publishing/reddit/connect", { group_id: String(group) });

/** The same for an account of the console that is connected on TikTok. */
export const tiktokConnectAddress = (account: Id) =>
  connectAddress("/api/v1/publishing/tiktok/connect", { account_id: String(account) });

export const tokenMissing = "Authentication token not found. Please log in again.";

function connectAddress(path: string, query: Readonly<Record<string, string>>) {
  const token = session.token();
  if (!token) return undefined;
  return backendAddress(path, {}, { ...query, token, origin: window.location.origin });
}

/** Leaves the console for a page of the backend. */
export const leaveFor = (address: string) => window.location.assign(address);
