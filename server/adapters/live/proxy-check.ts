import { NotSentError } from "../../ports/outcome.ts";
import type { ProxyCheck } from "../../ports/proxy-check.ts";
import { openTunnel } from "./proxy.ts";

/** A host that is always up; no request is sent to it. */
const somewhere = { hostname: "one.one.one.one", protocol: "https:", port: "" };

/** `target` is an argument for tests. */
export const createProxyCheck = (target = somewhere): ProxyCheck => ({
  test: async (proxy, signal) => {
    try {
      (await openTunnel(proxy, target, { signal, patience: 15_000 })).destroy();
      return { ok: true };
    } catch (error) {
      if (error instanceof NotSentError) return { ok: false, error: error.message };
      throw error;
    }
  },
});
