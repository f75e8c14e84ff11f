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

export type Login = {
  readonly kind: Kind;
  /** Address of the API for this token: `https://graph.instagram.com/v26.0`. */
  readonly base: string;
  /** The professional account's id, which the token was checked against. */
  readonly userId: string;
  readonly username: string;
  readonly meta: Meta;
};

type FoundLogin = { readonly ok: true; readonly login: Login };

/**
 * Finds out which of the two logins an account's token belongs to, by asking both hosts, and whether it
 * is the token of the account that was entered. The answer is kept in memory until the token changes or
 * the server restarts; `test` always asks again.
 */
export function createLogins(live: Live, addresses: InstagramAddresses) {
  type Known = { readonly digest: string; readonly kind: Kind; readonly username: string };
  const known = new Map<number, Known>();

  const metaOf = (account: PlatformAccount, signal: AbortSignal) =>
    createMeta(live, "Instagram", account, account.credentials.access_token, signal);
  const baseOf = (kind: Kind) => `${addresses[kind]}/${metaGraph.version}`;

  async function find(
    account: PlatformAccount,
    signal: AbortSignal,
  ): Promise<FoundLogin | Refused> {
    const { access_token: token = "", instagram_user_id: userId = "" } = account.credentials;
    if (!token || !userId) return refused("No keys have been entered for this account.");
    const meta = metaOf(account, signal);
    const failures: Failure[] = [];
    for (const kind of kindsFor(token)) {
      const owner = await ownerOf(meta, kind, baseOf(kind), userId);
      if (owner.ok) {
        const { id, username } = owner.value;
        if (id !== userId) {
          return refused(
            `This token belongs to @${username}, whose Instagram user ID is ${id}, not ${userId}.`,
          );
        }
        known.set(account.id, { digest: digestOf(token, userId), kind, username });
        return { ok: true, login: { kind, base: baseOf(kind), userId, username, meta } };
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
      const { access_token: token = "", instagram_user_id: userId = "" } = account.credentials;
      const last = known.get(account.id);
      if (last?.digest !== digestOf(token, userId)) return find(account, signal);
      const { kind, username } = last;
      const meta = metaOf(account, signal);
      return { ok: true, login: { kind, base: baseOf(kind), userId, username, meta } };
    },
  };
}

/**
 * Returns the logins in the order in which they are asked. Tokens of Facebook's login begin with EAA
 * so far; the other host is asked all the same.
 */
const kindsFor = (token: string): readonly Kind[] =>
  token.startsWith("EAA") ? ["facebook", "instagram"] : ["instagram", "facebook"];

const digestOf = (token: string, userId: string) =>
  createHash("sha256").update(`${userId}:${token}`).digest("hex");

const refused = (error: string): Refused => ({ ok: false, why: "credentials", error });

type Owner = { readonly id: string; readonly username: string };

async function ownerOf(
  meta: Meta,
  kind: Kind,
  base: string,
  userId: string,
): Promise<Reply<Owner>> {
  if (kind === "instagram") {
    const url = `${base}/me`;
    const reply = await meta(
      { method: "GET", url, query: { fields: "user_id,username" } },
      z.object({ user_id: z.string(), username: z.string() }),
    );
    if (!reply.ok) return reply;
    return { ok: true, value: { id: reply.value.user_id, username: reply.value.username } };
  }
  // Pages have a username too, but no count of media: the id of the page is often entered instead.
  const reply = await meta(
    {
      method: "GET",
      url: `${base}/${encodeURIComponent(userId)}`,
      query: { fields: "username,media_count" },
    },
    z.object({ id: z.string(), username: z.string() }),
  );
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
