import { apiHost } from "@/shared/config/env";

export type SafeUrl = {
  readonly href: string;
  /** True if it leads to another site, whose name is then shown. */
  readonly isExternal: boolean;
  readonly host: string;
};

/**
 * Returns an address from the server if it may be followed: http, https, or a path of our own
 * origin (the backend's, if that is elsewhere). Anything else — `javascript:`, `data:`, a name and
 * password before the host — is only shown as text.
 */
export function safeUrl(text: string | null | undefined): SafeUrl | undefined {
  if (!text || text.length > 8_000) return undefined;
  const isPath = /^\/(?![/\\])/.test(text);
  if (!isPath && !/^https?:\/\/[^/\\]/i.test(text)) return undefined;
  try {
    const url = new URL(text, apiHost || window.location.origin);
    const isHttp = url.protocol === "http:" || url.protocol === "https:";
    if (!isHttp || url.username || url.password) return undefined;
    return { href: url.href, isExternal: !isPath, host: url.host };
  } catch {
    return undefined;
  }
}
