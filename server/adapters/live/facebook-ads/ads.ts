import { z } from "zod";
import type { AdAccount, Ads } from "../../../ports/ads.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { Answer, Http } from "../http.ts";
import { limitEndsAt, pagingSchema, wordsOf } from "../meta/meta.ts";
import { metaGraph } from "../versions.ts";

const minute = 60_000;
const maxPages = 10;

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
      const accounts = new Map<string, AdAccount>();
      let after: string | undefined;
      for (let page = 0; page < maxPages; page += 1) {
        const answer = await http({
          method: "GET",
          url: `${address}/${metaGraph.version}/me/adaccounts`,
          query: { ...whole, ...(after !== undefined && { after }) },
          headers: { authorization: `Bearer ${token}` },
          signal,
        });
        if (answer.status < 200 || answer.status > 299) {
          return refusalOf(answer, token, clock.now());
        }
        const { data, paging } = pageSchema.parse(answer.json);
        for (const account of data) accounts.set(account.id, onList(account));
        // By the cursor: the address of the next page has the token in it.
        const next = paging?.next === undefined ? undefined : paging.cursors?.after;
        if (next === undefined || next === after) break;
        after = next;
      }
      return { ok: true, accounts: [...accounts.values()] };
    },
  };
}

const whole = { fields: "id,name,account_id,account_status", limit: "100" };

const pageSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().regex(/^act_\d+$/),
      name: z.string().catch(""),
      account_status: z.number().optional().catch(undefined),
    }),
  ),
  paging: pagingSchema,
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
function onList({ id, name, account_status: status }: z.infer<typeof pageSchema>["data"][number]) {
  const shown = name.trim() || id;
  if (status === undefined || status === 1) return { id, name: shown };
  return { id, name: `${shown} (${notActive[status] ?? "not active"})` };
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
const errorSchema = z.object({
  error: z.object({
    message: z.string().catch(""),
    type: z.string().optional().catch(undefined),
    code: z.number().optional().catch(undefined),
    error_subcode: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
  }),
});
type AdsError = z.infer<typeof errorSchema>["error"];

/**
 * Returns the meaning of an answer other than 2xx. Nothing is written there, so all of it is certain.
 */
function refusalOf(answer: Answer, token: string, now: Date): Refused {
  const error = errorSchema.safeParse(answer.json).data?.error;
  const words = error ? wordsOf(error, token) : "";
  const said = words || `Facebook answered with status ${answer.status}.`;
  switch (kindOf(answer.status, error)) {
    case "limit":
      return {
        ...{ ok: false, why: "later", error: said },
        retryAt: limitEndsAt(answer.headers, now, 15 * minute),
      };
    case "transient":
      return {
        ...{ ok: false, why: "later", error: said },
        retryAt: new Date(now.getTime() + 2 * minute),
      };
    case "permission":
      return {
        ...{ ok: false, why: "credentials" },
        error: `The token lacks the permission ads_read: ${said}`,
      };
    case "credentials":
      return { ok: false, why: "credentials", error: said };
    case "refused":
      return { ok: false, error: said };
  }
}

const isLimit = (code: number) =>
  [4, 17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014);

const isPermission = (code: number) => code === 3 || code === 10 || (code >= 200 && code <= 299);

function kindOf(status: number, error: AdsError | undefined) {
  // A server in trouble says nothing about the token, whatever its body says.
  if (status >= 500 || status === 408) return "transient";
  if (status === 429) return "limit";
  if (!error) return "transient";
  const { code = 0, error_subcode: subcode, type, is_transient: isTransient } = error;
  if (isLimit(code)) return "limit";
  if (isTransient || code === 1 || code === 2) return "transient";
  if (isPermission(code)) return "permission";
  if (code === 190 || code === 102) return "credentials";
  if (code === 100) return "refused";
  return type === "OAuthException" && subcode === undefined ? "credentials" : "refused";
}
