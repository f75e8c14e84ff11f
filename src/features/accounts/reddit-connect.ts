import { backendAddress } from "@/shared/api/backend-address";
import type { Id } from "@/shared/api/id";
import { session } from "@/shared/session/session";

/**
 * Where the browser goes to have a Reddit account connected to a group; undefined without a token.
 * A browser that is sent somewhere brings no header, so the token has to be in the address. That is
 * made at the press and handed to the browser alone: it stands in no link of the page.
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
