import { XRPCError } from "@atproto/api";
import { z } from "zod";
import { NotSentError, type Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import { type Http, isCertainRefusal, NoAnswerError } from "../http.ts";
import { platformWords } from "../platform-words.ts";

/** Bluesky's own addresses; tests have others. */
export const blueskyAddresses = {
  /** Resolves handles, and hosts those accounts that sign in by e-mail address. */
  entryway: "https://bsky.social",
  /** The directory of DIDs. */
  plc: "https://plc.directory",
  video: "https://video.bsky.app",
  /** Answers reads of public posts without a login. */
  appView: "https://public.api.bsky.app",
  /** Shows posts to readers. */
  site: "https://bsky.app",
} as const;

export type BlueskyAddresses = { readonly [name in keyof typeof blueskyAddresses]: string };

/** An answer that does not say whether the call had an effect. */
class UnclearAnswerError extends Error {
  override readonly name = "UnclearAnswerError";
}

const errorSchema = z.object({ error: z.string() });

const isCertain = (status: number, json: unknown) =>
  (status >= 200 && status < 300) ||
  status === 429 ||
  (isCertainRefusal(status) && errorSchema.safeParse(json).success);

/**
 * Returns the `fetch` that @atproto/api gets: one request each, through the proxy of the account's
 * group, to public addresses only, because a DID document can name any. Throws a NotSentError, a
 * NoAnswerError or, for an answer that is not certain, an UnclearAnswerError.
 */
export const fetchVia =
  (http: Http, signal: AbortSignal): typeof globalThis.fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const { status, headers, text, json } = await http({
      method: request.method === "POST" ? "POST" : "GET",
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(bytes.length > 0 && { bytes }),
      reach: "public",
      signal,
    });
    if (!isCertain(status, json)) {
      throw new UnclearAnswerError(
        `${new URL(request.url).hostname} answered with status ${status}.`,
      );
    }
    const shown = status >= 400 ? withoutToken(text, request.headers.get("authorization")) : text;
    // A response with this status must not have a body.
    return new Response(status === 204 || status === 205 ? null : shown, { status, headers });
  };

/** Returns a refusal without the token of its call, which a server may repeat in it. */
export function withoutToken(text: string, authorization: string | null): string {
  const token = authorization?.replace(/^Bearer /, "");
  return token ? text.replaceAll(token, "…") : text;
}

/**
 * Returns the error's name in the AT Protocol: 'InvalidSwap'; undefined for an error of another kind.
 */
export const errorName = (error: unknown): string | undefined =>
  error instanceof XRPCError ? error.error : undefined;

/** Names of errors that say something about the account, under whatever status they come. */
const accountErrors = new Set([
  "AccountDeactivated",
  "AccountNotFound",
  "AccountTakedown",
  "RepoDeactivated",
  "RepoNotFound",
  "RepoSuspended",
  "RepoTakendown",
]);

const tokenErrors = new Set(["ExpiredToken", "InvalidToken"]);

/** Returns whether the access token has ended or was revoked: another login may help. */
export const isStaleSession = (error: unknown) =>
  error instanceof XRPCError &&
  (tokenErrors.has(error.error) || (error.status === 401 && !accountErrors.has(error.error)));

const fiveMinutes = 5 * 60_000;

/** Returns when Bluesky takes calls again, which it says in Unix seconds. */
export function resetOf(reset: string | null | undefined, now: Date): Date {
  const at = Number(reset) * 1000;
  return new Date(at > now.getTime() ? at : now.getTime() + fiveMinutes);
}

/**
 * Returns the outcome of a call that Bluesky certainly refused. Throws an error that has neither
 * tokens nor bodies if it is not certain. Servers choose their words: the account's credentials are
 * never in them.
 */
export function refusalBy(error: unknown, account: PlatformAccount, now: Date): Refused {
  if (!(error instanceof XRPCError)) throw error;
  // The library turns every error of `fetch`, and every answer that it cannot read, into one of its own.
  if (error.status < 100) throw withoutBody(error);
  // The identifier is no secret, and stays in the words.
  const { password = "" } = account.credentials;
  const said = platformWords({ credentials: { password } }, error.message);
  const refused = { ok: false, error: said } as const;
  if (error.status === 429) {
    return { ...refused, why: "later", retryAt: resetOf(error.headers?.["ratelimit-reset"], now) };
  }
  if (error.error === "AuthFactorTokenRequired") {
    return {
      ok: false,
      error: "Bluesky asks for a code by e-mail. Enter an app password instead of the password.",
      why: "credentials",
    };
  }
  const isAccount = error.status === 401 || error.status === 403 || accountErrors.has(error.error);
  return isAccount ? { ...refused, why: "credentials" } : refused;
}

/** Returns the error without the answer's body, which has tokens after a login. */
function withoutBody({ cause }: XRPCError): Error {
  const isOurs =
    cause instanceof NotSentError ||
    cause instanceof NoAnswerError ||
    cause instanceof UnclearAnswerError;
  return isOurs ? cause : new Error("Bluesky gave an answer that cannot be read.");
}
