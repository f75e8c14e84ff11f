import type { Refused } from "./outcome.ts";
import type { GroupProxy } from "./publisher.ts";

/** Asks a proxy for a connection to the internet, without sending anything through it. */
export type ProxyCheck = {
  readonly test: (
    proxy: GroupProxy,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | Refused>;
};
