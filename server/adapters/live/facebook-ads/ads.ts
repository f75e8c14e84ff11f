import { z } from "zod";
import type { Ads } from "../../../ports/ads.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { Answer, Http } from "../http.ts";
import { pageSchema, readPages } from "../meta/lists.ts";
import { limitEndsAt, metaErrorSchema, wordsOf } from "../meta/meta.ts";
import { metaGraph } from "../versions.ts";

const minute = 60_000;

/**
 * Returns the ad accounts that a user's token opens, at most 1,000. The token is in a header:
 * addresses are written to logs on the way.
 * https://developers.facebook.com/docs/graph-api/reference/user/adaccounts
 *
 * @param address replaces Facebook in tests
 */
export function createFacebookAds(
  http: Http,
  clock: Clock,
  address = "https://graph.facebook.com",
): Ads {
  return {
    accounts: async (token, signal) => {
      const pages = await readPages(async (page) => {
        const answer = await http({
          method: "GET",
          url: `${address}/${metaGraph.version}/me/adaccounts`,
          query: { ...whole, ...page },
          headers: { authorization: `Bearer ${token}` },
          signal,
        });
        const isRead = answer.status >= 200 && answer.status <= 299;
        if (!isRead) return refusalOf(answer, token, clock.now());
        return { ok: true, value: pageSchema(accountSchema).parse(answer.json) };
      });
      if (!pages.ok) return pages;
      // An account that is on two pages, because the list changed meanwhile, is in it once.
      const accounts = new Map(pages.value.items.map((account) => [account.id, onList(account)]));
      return { ok: true, accounts: [...accounts.values()] };
    },
  };
}

const whole = { fields: "id,name,account_id,account_status", limit: "100" };

const accountSchema = z.object({
  id: z.string().regex(/^act_\d+$/),
  name: z.string().catch(""),
  account_status: z.number().optional().catch(undefined),
});

/** https://developers.facebook.com/docs/marketing-api/reference/ad-account#fields */
const notActive: Readonly<Record<number, string>> = {
  2: "disabled",
  3: "unsettled",
  7: "in risk review",
  8: "settlement pending",
  9: "in grace period",
  100: "closure pending",
  101: "closed",
};

/**
 * Returns an account for the list. One that is not active says so in its name, which is what the
 * operator chooses by.
 */
function onList({ id, name, account_status: status }: z.infer<typeof accountSchema>) {
  const shown = name.trim() || id;
  if (status === undefined || status === 1) return { id, name: shown };
  return { id, name: `${shown} (${notActive[status] ?? "not active"})` };
}

const errorSchema = z.object({
  error: z.object({
    ...metaErrorSchema.shape,
    code: z.number().optional().catch(undefined),
    type: z.string().optional().catch(undefined),
  }),
});

/**
 * Returns the meaning of an answer other than 2xx. Nothing is written there, so all of it is certain.
 */
function refusalOf({ status, headers, json }: Answer, token: string, now: Date): Refused {
  const error = errorSchema.safeParse(json).data?.error;
  const said = (error && wordsOf(error, token)) || `Facebook answered with status ${status}.`;
  const later = (retryAt: Date): Refused => ({ ok: false, why: "later", error: said, retryAt });
  const soon = later(new Date(now.getTime() + 2 * minute));
  // A server in trouble says nothing about the token, whatever its body says.
  if (status >= 500 || status === 408) return soon;
  const { code = 0, error_subcode: subcode, type, is_transient: isTransient } = error ?? {};
  if (status === 429 || isLimit(code)) return later(limitEndsAt(headers, now, 15 * minute));
  if (!error || isTransient || code === 1 || code === 2) return soon;
  if (isPermission(code)) {
    const lacking = `The token lacks the permission ads_read: ${said}`;
    return { ok: false, why: "credentials", error: lacking };
  }
  const isDead =
    [190, 102].includes(code) ||
    (code !== 100 && type === "OAuthException" && subcode === undefined);
  return { ok: false, error: said, ...(isDead && { why: "credentials" }) };
}

const isLimit = (code: number) =>
  [4, 17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014);

const isPermission = (code: number) => code === 3 || code === 10 || (code >= 200 && code <= 299);
