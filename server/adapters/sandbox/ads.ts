import type { AdAccount, Ads } from "../../ports/ads.ts";
import { hashOf } from "./random.ts";

/**
 * A token looks valid with 20 characters or more of those that Facebook's have. It opens two
 * accounts, the same every time; one that says 'empty' opens none, and one that says 'wrong' is
 * refused like one that does not look valid.
 */
export const sandboxAds: Ads = {
  accounts: async (token) => {
    if (!/^[\w.|-]{20,}$/.test(token) || /wrong/i.test(token)) {
      return { ok: false, error: "Invalid OAuth access token - Cannot parse access token. (190)" };
    }
    return { ok: true, accounts: /empty/i.test(token) ? [] : accountsOf(token) };
  },
};

const accountsOf = (token: string): AdAccount[] =>
  ["Glavni oglasni nalog", "Probne kampanje"].map((name, n) => ({
    id: `act_${String(hashOf(`ads:${token}:${n}`)).padStart(15, "1")}`,
    name,
  }));
