import type { AdAccount, Ads } from "../../ports/ads.ts";
import { hashOf } from "./random.ts";

/**
 * Accepts tokens of at least 20 characters of the kind that Facebook uses, and refuses those that
 * contain 'wrong'. A token opens two accounts, always the same; one that contains 'empty' opens none.
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
