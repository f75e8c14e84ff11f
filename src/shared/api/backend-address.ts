import { apiHost } from "@/shared/config/env";
import { fillPath } from "./path";

/**
 * Returns the URL of a call: a path that begins with a slash is the host's own, any other belongs
 * to this version of the API.
 */
export function addressOf(path: string, params: Record<string, string | number>) {
  const filled = fillPath<string>(path, params);
  const origin = apiHost || window.location.origin;
  return filled.startsWith("/") ? `${origin}${filled}` : `${origin}/api/v1/${filled}`;
}

/** Returns the URL of a backend page that the browser itself navigates to, such as its sign-in. */
export function backendAddress(
  path: string,
  params: Record<string, string>,
  search: Record<string, string>,
) {
  const origin = apiHost || window.location.origin;
  return `${origin}${fillPath<string>(path, params)}?${new URLSearchParams(search)}`;
}
