import type { ProxyCheck } from "../../ports/proxy-check.ts";
import { refuse } from "./publisher.ts";

/** Refuses a proxy with 'wrong' in its user name or password, and one with 'down' in its address. */
export const sandboxProxyCheck: ProxyCheck = {
  test: async ({ server, username, password }) => {
    if (/down/i.test(server)) return refuse("The group's proxy did not answer.");
    if (/wrong/i.test(`${username} ${password}`)) {
      return refuse("The group's proxy refused its user name or password.");
    }
    return { ok: true };
  },
};
