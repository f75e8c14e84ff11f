import { apiHost } from "@/shared/config/env";

export type SafeUrl = {
  readonly href: string;
  /** Whether it leads to another site, whose name is then shown. */
  readonly isExternal: boolean;
  readonly host: string;
};

/**
 * An address that the server sent, if it may be followed: http, https, or a path of our own origin
 * (which is the backend's where that lives elsewhere). Anything else — `javascript:`, `data:`, a
 * name and password before the host — is only ever text.
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
