import { backendAddress } from "@/shared/api/backend-address";
import type { Id } from "@/shared/api/id";
import { session } from "@/shared/session/session";

/**
 * Returns the backend address that connects a Reddit account to a group; undefined without a token.
 * A navigation sends no authorization header, so the token must be in the address. Call this on the
 * click and pass the address to the browser only: no link on the page may contain the token.
 */
export function redditConnectAddress(group: Id): string | undefined {
  const token = session.token();
  if (!token) return undefined;
  return backendAddress(
    "/api/v1/publishing/reddit/connect",
    {},
    { group_id: String(group), token, origin: window.location.origin },
  );
}
