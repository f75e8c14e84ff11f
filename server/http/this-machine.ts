import type { Context as Call } from "hono";
import type { Config } from "../config.ts";

/**
 * Returns true if the request certainly comes from this machine. A server on loopback may still be
 * reachable through a proxy, which shows in PUBLIC_ORIGINS or in the proxy's headers.
 */
export function isThisMachine(call: Call, { loopback, publicOrigins }: Config): boolean {
  const isLocal = (origin: string) =>
    /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
  const proxied = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"];
  return (
    loopback &&
    publicOrigins.every(isLocal) &&
    proxied.every((name) => call.req.header(name) === undefined)
  );
}
