import { bearerOf, expiredToken, fieldsOf, unknownToken } from "../meta/graph";
import {
  NotInTheDocuments,
  type Received,
  type Reply,
  refuseOtherHeaders,
  startPeer,
} from "../support/peer";

/** A person who manages ad accounts, and the one whose token has ended. */
export const adTokens = {
  good: "EAAGcanaryAds",
  expired: "EAAGcanaryExpired",
};

export type AdAccountOnFacebook = {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly account_status: number;
};

export const adAccount = (number: number, more: Partial<AdAccountOnFacebook> = {}) => ({
  id: `act_${number}`,
  name: `Nalog ${number}`,
  account_id: String(number),
  account_status: 1,
  ...more,
});

/** A strict stand-in for the ad accounts of a user, from Meta's documents. */
export async function startFacebookAds(accounts: readonly AdAccountOnFacebook[]) {
  /** `MQZD` is how cursors look; these are of the same alphabet. */
  const cursorOf = (index: number) => Buffer.from(`${index}`).toString("base64");

  function list({ query }: Received, origin: string, token: string): Reply {
    const { fields, limit, after } = fieldsOf(query, ["fields", "limit"], ["after"]);
    if (fields !== "id,name,account_id,account_status" || limit !== "100") {
      throw new NotInTheDocuments(`query: ${query}`);
    }
    const from = after === undefined ? 0 : Number(Buffer.from(after, "base64").toString()) + 1;
    const data = accounts.slice(from, from + 100);
    if (data.length === 0) return { status: 200, json: { data: [] } };
    const last = from + data.length - 1;
    const cursors = { before: cursorOf(from), after: cursorOf(last) };
    // The real one has the token in it.
    const next = `${origin}/v26.0/me/adaccounts?access_token=${token}&limit=100&after=${cursors.after}`;
    const hasMore = last < accounts.length - 1;
    return { status: 200, json: { data, paging: { cursors, ...(hasMore && { next }) } } };
  }

  return startPeer(async (request, origin) => {
    refuseOtherHeaders(request, ["authorization"]);
    const token = bearerOf(request);
    if (`${request.method} ${request.path}` !== "GET /v26.0/me/adaccounts") {
      throw new NotInTheDocuments("path");
    }
    switch (token) {
      case adTokens.good:
        return list(request, origin, token);
      case adTokens.expired:
        return expiredToken;
      default:
        return unknownToken;
    }
  });
}
