import { apiHost } from "@/shared/config/env";
import { fillPath } from "./path";

/** The address of one call of the contract: the host's own, or of the API of this version. */
export function addressOf(path: string, params: Record<string, string | number>) {
  const filled = fillPath<string>(path, params);
  const origin = apiHost || window.location.origin;
  return filled.startsWith("/") ? `${origin}${filled}` : `${origin}/api/v1/${filled}`;
}

/** The address of a page of the backend that the browser itself goes to, such as its sign-in. */
export function backendAddress(
  path: string,
  params: Record<string, string>,
  search: Record<string, string>,
) {
  const origin = apiHost || window.location.origin;
  return `${origin}${fillPath<string>(path, params)}?${new URLSearchParams(search)}`;
}
