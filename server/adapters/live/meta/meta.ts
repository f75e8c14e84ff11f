import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Refused } from "../../../ports/outcome.ts";
import type { FreshCredentials, PlatformAccount, Removed } from "../../../ports/publisher.ts";
import type { Answer, Call } from "../http.ts";
import type { Live } from "../live.ts";

/** Meta did not do what it was asked for. */
export type Failure = {
  readonly ok: false;
  /** The refusal if the call prepares or reads: then nothing was published. */
  readonly refused: Refused;
  /** False if the call may have had its effect all the same. */
  readonly isCertain: boolean;
  readonly code: number | undefined;
  readonly subcode: number | undefined;
};

export type Reply<T> = { readonly ok: true; readonly value: T } | Failure;

/**
 * The function that calls one of Meta's APIs in the name of an account. The token is in a header:
 * addresses are written to logs on the way. Throws what the Http throws.
 */
export type Meta = <T>(call: Omit<Call, "signal">, answer: z.ZodType<T>) => Promise<Reply<T>>;

export const createMeta =
  (
    live: Live,
    platform: string,
    account: PlatformAccount,
    signal: AbortSignal,
    token = account.credentials.access_token,
  ): Meta =>
  async (call, schema) => {
    if (!token) return noToken;
    const headers = { authorization: `Bearer ${token}`, ...call.headers };
    const answer = await live.httpOf(account)({ ...call, headers, signal });
    const now = live.clock.now();
    if (answer.status < 200 || answer.status > 299) return failureOf(answer, platform, token, now);
    const parsed = schema.safeParse(answer.json);
    if (parsed.success) return { ok: true, value: parsed.data };
    return unclear(`${platform} gave an answer that this server cannot read.`, now);
  };

const noToken: Failure = {
  ...{ ok: false, isCertain: true, code: undefined, subcode: undefined },
  refused: { ok: false, why: "credentials", error: "The account has no access token." },
};

const minute = 60_000;
const hour = 60 * minute;
const laterBy = (now: Date, ms: number) => new Date(now.getTime() + ms);

const unclear = (error: string, now: Date, code?: number, subcode?: number): Failure => ({
  ...{ ok: false, isCertain: false, code, subcode },
  refused: { ok: false, why: "later", error, retryAt: laterBy(now, 2 * minute) },
});

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
export const metaErrorSchema = z.object({
  message: z.string().catch(""),
  code: z.number(),
  error_subcode: z.number().optional().catch(undefined),
  is_transient: z.boolean().optional().catch(undefined),
  error_user_msg: z.string().optional().catch(undefined),
});
const errorSchema = z.object({ error: metaErrorSchema });
type MetaError = z.infer<typeof metaErrorSchema>;

/** Returns the meaning of an answer other than 2xx. `platform` and `token` are for the words. */
export function failureOf(answer: Answer, platform: string, token: string, now: Date): Failure {
  const { status, headers, json } = answer;
  const error = errorSchema.safeParse(json).data?.error;
  const { code, error_subcode: subcode } = error ?? {};
  const words = error ? wordsOf(error, token) : "";
  const said =
    error && words ? withCodes(words, error) : `${platform} answered with status ${status}.`;
  const certain = (refused: Refused): Failure => ({
    ...{ ok: false, isCertain: true, code, subcode },
    refused,
  });
  const later = (retryAt: Date) => certain({ ok: false, why: "later", error: said, retryAt });
  const credentials = (words: string) => certain({ ok: false, why: "credentials", error: words });

  switch (kindOf(status, error)) {
    case "unclear":
      return unclear(said, now, code, subcode);
    case "limit":
      return later(limitEndsAt(headers, now));
    case "quota":
      return certain(quotaRefusal(said, now));
    case "policy":
      return later(laterBy(now, 24 * hour));
    case "permission":
      return credentials(`The token lacks a permission: ${said}`);
    case "credentials":
      return credentials(said);
    case "content": {
      const isDuplicate = code === duplicateCode;
      return certain({ ok: false, error: said, ...(isDuplicate && { isDuplicate }) });
    }
  }
}

/** Returns the refusal of a full quota. Its day moves: the oldest posts leave it bit by bit. */
export const quotaRefusal = (error: string, now: Date): Refused => ({
  ...{ ok: false, why: "later", error, retryAt: laterBy(now, 6 * hour), isQuota: true },
});

/** Facebook refuses a text that is the page's last one. */
export const duplicateCode = 506;

/** The account, not this post, is over a limit. */
const limitCodes: readonly number[] = [4, 17, 32, 341, 613];
/** The daily number of posts by the API. */
const quotaCode = 2_207_042;
/** Restricted account, and a post that looks like spam: Instagram gives the latter the code of a limit. */
const spamCodes: readonly number[] = [2_207_050, 2_207_051];

function kindOf(status: number, error: MetaError | undefined) {
  // A server in trouble says nothing about the token, whatever its body says.
  if (status >= 500 || status === 408 || status === 409) return "unclear";
  if (status === 429) return "limit";
  if (!error) return "unclear";
  const { code, error_subcode: subcode, is_transient, message } = error;
  if (subcode === quotaCode) return "quota";
  if (subcode !== undefined && spamCodes.includes(subcode)) return "content";
  if (limitCodes.includes(code) || (code >= 80_001 && code <= 80_014)) return "limit";
  if (code === 368) return "policy";
  if (code === 10 || (code >= 200 && code <= 299)) return "permission";
  // Code 190 usually says that the token is dead; with these words, that it may not act for the page.
  if (code === 190 && /before impersonating a user's page/i.test(message)) return "permission";
  if (code === 190 || code === 102) return "credentials";
  if (/\blog ?in (to|at) (www\.)?(instagram|facebook|threads)\./i.test(message)) {
    return "credentials";
  }
  const isGeneral = (code === 1 || code === 2) && subcode === undefined;
  return is_transient || isGeneral ? "unclear" : "content";
}

/** Returns the platform's words, without the tokens and addresses of media that Meta repeats in them. */
export function wordsOf(
  { error_user_msg, message }: Omit<MetaError, "code">,
  token: string,
): string {
  return (error_user_msg?.trim() || message.trim())
    .replaceAll(token, "…")
    .replace(/https?:\/\/([^\s/?#"'<>]+)[^\s"'<>]*/gi, "$1");
}

/**
 * Adds the codes to the words for people, because they tell what the error means: '… (36004/2207010)'.
 */
function withCodes(words: string, { code, error_subcode }: MetaError): string {
  const isSaid = new RegExp(`\\b${error_subcode ?? code}\\b`).test(words);
  const codes = error_subcode === undefined ? `${code}` : `${code}/${error_subcode}`;
  return isSaid ? words : `${words} (${codes})`;
}

const usageSchema = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })),
);

/**
 * Returns when a limit ends: Meta gives the minutes until then for business use cases. `X-App-Usage`
 * has only percentages of the last hour.
 *
 * @param otherwise the ms until then where Meta does not say it
 */
export function limitEndsAt(headers: Headers, now: Date, otherwise = hour): Date {
  const usage = usageSchema.safeParse(parsedJson(headers.get("x-business-use-case-usage"))).data;
  const minutes = Object.values(usage ?? {})
    .flat()
    .map((entry) => entry.estimated_time_to_regain_access);
  return laterBy(now, Math.max(0, ...minutes) * minute || otherwise);
}

function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/**
 * Returns whether an object cannot be read: Meta also answers so for one that it has made seconds ago.
 */
export const isUnreadable = ({ code, subcode }: Failure) => code === 100 && subcode === 33;

/** Reads the id from the answer of every call that makes something. */
export const idSchema = z.object({ id: z.string().min(1) }).transform(({ id }) => id);

/**
 * Returns the error of a file that was not fetched. Meta does not reach some hosts, such as tunnels:
 * the operator must know which it was.
 */
export const notFetchedFrom = (platform: string, url: string, said: string) =>
  `${platform} could not fetch the file from ${new URL(url).hostname}: ${said}`;

/** Compares texts as Meta does, which trims them: white space makes no difference. */
export const isSameText = (one: string, other: string) => normalized(one) === normalized(other);
const normalized = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();

/**
 * Returns a description of an image within its limit; a longer one would have the whole post refused.
 */
export const shortAltText = (text: string | null) =>
  text?.trim() ? [...text.trim()].slice(0, 1000).join("") : undefined;

/**
 * Returns the refusal of a search for a post. Throws if the platform is to be asked later: that says
 * nothing about the post.
 */
export function refusalOfSearch(refused: Refused): Refused {
  if (refused.why === "later") throw new Error(refused.error);
  return refused;
}

/**
 * Replaces a token of Instagram's login or of Threads, which ends after 60 days. The old one counts as
 * dead only if Meta says so; after any other failure it is tried tomorrow.
 */
export async function refreshToken(
  meta: Meta,
  host: string,
  grant_type: "ig_refresh_token" | "th_refresh_token",
  { credentials }: PlatformAccount,
  now: Date,
): Promise<FreshCredentials | Refused> {
  const reply = await meta(
    { method: "GET", url: `${host}/refresh_access_token`, query: { grant_type } },
    z.object({ access_token: z.string().min(1), expires_in: z.number() }),
  );
  if (!reply.ok) {
    const { code, refused } = reply;
    if (code === 190 && refused.why === "credentials") return refused;
    return { ok: false, why: "later", error: refused.error, retryAt: laterBy(now, 24 * hour) };
  }
  const { access_token, expires_in } = reply.value;
  return {
    ok: true,
    credentials: { ...credentials, access_token },
    expiresAt: laterBy(now, expires_in * 1000),
  };
}

/** A function that waits for this number of ms. */
export type Sleep = (ms: number) => Promise<unknown>;

/**
 * Reads the public address of a new post; undefined if Meta does not say it, which changes nothing
 * about the post. Meta may not know a post that it has made a second ago, so it is asked twice.
 */
export async function permalinkOf(
  meta: Meta,
  url: string,
  field: "permalink" | "permalink_url",
  pause: Sleep = setTimeout,
): Promise<string | undefined> {
  const schema = z.object({ [field]: z.string() });
  const read = () => meta({ method: "GET", url, query: { fields: field } }, schema);
  try {
    let reply = await read();
    if (!reply.ok) {
      await pause(1000);
      reply = await read();
    }
    return reply.ok ? webAddress(reply.value[field]) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a whole address: those of videos come without their host. */
export function webAddress(permalink: string | undefined): string | undefined {
  if (!permalink || !URL.canParse(permalink, "https://www.facebook.com")) return undefined;
  const url = new URL(permalink, "https://www.facebook.com");
  return url.protocol === "https:" ? url.href : undefined;
}

/**
 * Deletes a post of a page or of Threads, which takes the permission `threads_delete`:
 * https://developers.facebook.com/documentation/threads/posts/delete-posts
 */
export async function removePost(meta: Meta, url: string): Promise<Removed | Refused> {
  const reply = await meta({ method: "DELETE", url }, z.object({ success: z.literal(true) }));
  if (reply.ok) return { ok: true };
  if (!reply.isCertain) throw new Error(reply.refused.error);
  return reply.refused;
}
