import { withScheme } from "@/shared/api/fields";
import { apiHost } from "@/shared/config/env";

export type SafeUrl = {
  readonly href: string;
  /** False for an image that the console's policy does not let the browser load: over http, elsewhere. */
  readonly isShown: boolean;
  /** True if it leads to another site, whose name is then shown. */
  readonly isExternal: boolean;
  readonly host: string;
};

/**
 * Returns an address from the server if it may be followed: http, https (also if the scheme is left out),
 * or a path of our own origin (the backend's, if that is elsewhere). Anything else — `javascript:`, `data:`, a name and
 * password before the host — is only shown as text.
 */
export function safeUrl(address: string | null | undefined): SafeUrl | undefined {
  if (!address || address.length > 8_000) return undefined;
  const text = withScheme(address);
  const isPath = /^\/(?![/\\])/.test(text);
  if (!isPath && !/^https?:\/\/[^/\\]/i.test(text)) return undefined;
  try {
    const url = new URL(text, apiHost || window.location.origin);
    const isHttp = url.protocol === "http:" || url.protocol === "https:";
    if (!isHttp || url.username || url.password) return undefined;
    const isShown = url.protocol === "https:" || ownOrigins().includes(url.origin);
    return { href: url.href, isShown, isExternal: !isPath, host: url.host };
  } catch {
    return undefined;
  }
}

/** The note at the address of a file that the console's policy does not let the browser load. */
export const notShownNote = (address: string, kind: "image" | "video" = "image") =>
  safeUrl(address)?.isShown === false
    ? `Not shown here: the console loads ${kind}s over https only.`
    : undefined;

const ownOrigins = () => [window.location.origin, ...(apiHost ? [new URL(apiHost).origin] : [])];
