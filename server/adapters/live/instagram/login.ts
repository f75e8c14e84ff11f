import { createHash } from "node:crypto";
import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import type { Live } from "../live.ts";
import { createMeta, type Failure, type Meta, type Reply } from "../meta/meta.ts";
import { metaGraph } from "../versions.ts";

export type InstagramAddresses = {
  readonly instagram: string;
  readonly facebook: string;
  readonly upload: string;
};

export const instagramAddresses: InstagramAddresses = {
  instagram: "https://graph.instagram.com",
  facebook: "https://graph.facebook.com",
  upload: "https://rupload.facebook.com",
};

/** The two logins, whose tokens have different hosts. */
type Kind = "instagram" | "facebook";

type Api = {
  readonly kind: Kind;
  /** Address of the API for this token: `https://graph.instagram.com/v26.0`. */
  readonly base: string;
  /** The professional account's id, which the token is checked against. */
  readonly userId: string;
  readonly meta: Meta;
};
export type Login = Api & { readonly username: string };

type FoundLogin = { readonly ok: true; readonly login: Login };

/**
 * Finds out which of the two logins an account's token belongs to, by asking both hosts, and whether it
 * is the token of the account that was entered. The answer is kept in memory until the token changes or
 * the server restarts; `test` always asks again.
 */
export function createLogins(live: Live, addresses: InstagramAddresses) {
  type Known = Pick<Login, "kind" | "username"> & { readonly digest: string };
  const known = new Map<number, Known>();

  const apiOf = (account: PlatformAccount, kind: Kind, signal: AbortSignal): Api => ({
    ...{ kind, base: `${addresses[kind]}/${metaGraph.version}` },
    userId: account.credentials.instagram_user_id ?? "",
    meta: createMeta(live, "Instagram", account, signal),
  });

  async function find(
    account: PlatformAccount,
    signal: AbortSignal,
  ): Promise<FoundLogin | Refused> {
    const { access_token: token = "", instagram_user_id: userId = "" } = account.credentials;
    if (!token || !userId) return refused("No keys have been entered for this account.");
    const failures: Failure[] = [];
    for (const kind of kindsFor(token)) {
      const api = apiOf(account, kind, signal);
      const owner = await ownerOf(api);
      if (owner.ok) {
        const { id, username } = owner.value;
        if (id !== userId) {
          return refused(
            `This token belongs to @${username}, whose Instagram user ID is ${id}, not ${userId}.`,
          );
        }
        known.set(account.id, { digest: digestOf(account), kind, username });
        return { ok: true, login: { ...api, username } };
      }
      if (owner.refused.why !== "credentials") return owner.refused;
      failures.push(owner);
    }
    // The host that knows the token says more than that it cannot read it.
    const [first, other] = failures;
    const telling = other?.subcode !== undefined && first?.subcode === undefined ? other : first;
    return telling?.refused ?? refused("The token was refused.");
  }

  return {
    find,
    get: async (account: PlatformAccount, signal: AbortSignal): Promise<FoundLogin | Refused> => {
      const last = known.get(account.id);
      if (last?.digest !== digestOf(account)) return find(account, signal);
      const { kind, username } = last;
      return { ok: true, login: { ...apiOf(account, kind, signal), username } };
    },
  };
}

/**
 * Returns the logins in the order in which they are asked. Tokens of Facebook's login begin with EAA
 * so far; the other host is asked all the same.
 */
const kindsFor = (token: string): readonly Kind[] =>
  token.startsWith("EAA") ? ["facebook", "instagram"] : ["instagram", "facebook"];

const digestOf = ({ credentials }: PlatformAccount) =>
  createHash("sha256")
    .update(`${credentials.instagram_user_id}:${credentials.access_token}`)
    .digest("hex");

const refused = (error: string): Refused => ({ ok: false, why: "credentials", error });

type Owner = { readonly id: string; readonly username: string };

async function ownerOf({ kind, base, userId, meta }: Api): Promise<Reply<Owner>> {
  if (kind === "instagram") {
    return meta(
      { method: "GET", url: `${base}/me`, query: { fields: "user_id,username" } },
      z
        .object({ user_id: z.string(), username: z.string() })
        .transform(({ user_id: id, username }) => ({ id, username })),
    );
  }
  const url = `${base}/${encodeURIComponent(userId)}`;
  // Pages have a username too, but no count of media: the id of the page is often entered instead.
  const query = { fields: "username,media_count" };
  const owner = z.object({ id: z.string(), username: z.string() });
  const reply = await meta({ method: "GET", url, query }, owner);
  return reply.ok ? reply : ofFacebookLogin(reply, userId);
}

function ofFacebookLogin(failure: Failure, userId: string): Failure {
  const { code, subcode, refused: answer } = failure;
  if (code === 100) {
    const error = `The token does not reach the Instagram user ${userId}.`;
    return { ...failure, refused: refused(error) };
  }
  if (code === 190 && subcode === 463) {
    const advice = "Use a System User token, which does not expire.";
    return { ...failure, refused: refused(`${answer.error} ${advice}`) };
  }
  return failure;
}
