import { NotSentError } from "../../../ports/outcome.ts";
import type { ProxyCheck } from "../../../ports/proxy.ts";
import { type ProxyRule, refusalOfProxy } from "./address.ts";
import { openTunnel } from "./proxy.ts";

/** A host that is always up; no request is sent to it. */
const defaultTarget = { hostname: "one.one.one.one", protocol: "https:", port: "" };

type Options = ProxyRule & {
  /** For tests. */
  readonly target?: typeof defaultTarget;
};

export const createProxyCheck = ({ target = defaultTarget, ...rule }: Options): ProxyCheck => ({
  refusalOf: (server) => refusalOfProxy(server, rule),
  test: async (proxy, signal) => {
    try {
      (await openTunnel(proxy, target, { ...rule, signal, timeout: 15_000 })).destroy();
      return { ok: true };
    } catch (error) {
      if (error instanceof NotSentError) return { ok: false, error: error.message };
      throw error;
    }
  },
});
