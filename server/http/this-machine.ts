import type { Context as Call } from "hono";
import type { Config } from "../config.ts";

/** The facts that decide whether a request counts as one of this machine. */
export type Place = {
  readonly config: Config;
  /** True if the outside world is the built-in stand-in. */
  readonly sandbox: boolean;
};

/**
 * Returns true if the request counts as one of this machine: it came over loopback, without a
 * header of a proxy. A reverse proxy on this machine need not add such a header (nginx's plain
 * `proxy_pass` adds none), so this is no proof. It is trusted in the sandbox alone, where nothing real
 * is behind it, and not with PUBLIC_ORIGINS, which says that there is a proxy.
 */
export const isThisMachine = (call: Call, { config, sandbox }: Place): boolean =>
  sandbox &&
  config.loopback &&
  config.publicOrigins.length === 0 &&
  proxyHeaders.every((name) => call.req.header(name) === undefined);

const proxyHeaders = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"];
