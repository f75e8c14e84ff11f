import type { Refused } from "./outcome.ts";

/** The proxy of a group, with its opened password. */
export type GroupProxy = {
  /** `http://proxy.example.com:8080`, without user and password. */
  readonly server: string;
  readonly username: string | null;
  readonly password: string | null;
};

export type ProxyCheck = {
  /** Returns why a server is never used as a proxy, as far as its text says; undefined if it may be. */
  readonly refusalOf: (server: string) => string | undefined;
  /** Asks a proxy for a connection to the internet, without sending anything through it. */
  readonly test: (
    proxy: GroupProxy,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true } | Refused>;
};
