import type { Context as Call } from "hono";
import type { Config } from "../config.ts";

/**
 * Whether only this machine can be asking. A server that listens on loopback may still be reached
 * from outside through a proxy, which its configuration or the proxy's headers give away.
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
