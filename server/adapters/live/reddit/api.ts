import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import type { Access } from "../access-tokens.ts";
import { words } from "../answer.ts";
import { type Answer, type Call, isCertainRefusal } from "../http.ts";
import type { Live } from "../live.ts";
import { platformWords } from "../platform-words.ts";

/** The app that Reddit has approved for this server. */
export type RedditApp = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The Reddit user who answers for the app, without `u/`. */
  readonly username: string;
};

export type RedditAddresses = {
  /** For the sign-in. */
  readonly www: string;
  readonly api: string;
  /** The ends of the hosts that may get media, because Reddit names the address of an upload. */
  readonly uploadHosts: readonly string[];
};

export const redditAddresses: RedditAddresses = {
  www: "https://www.reddit.com",
  api: "https://oauth.reddit.com",
  uploadHosts: [".amazonaws.com"],
};

/**
 * Returns the name of this program. Reddit answers 429 to programs without a name of their own:
 * https://github.com/reddit-archive/reddit/wiki/API
 */
export const userAgentOf = ({ username }: RedditApp) =>
  `web:social-publishing-console:v1 (by /u/${username})`;

/** The objects that the adapters of Reddit share: for publishing, figures and connecting. */
export type RedditApi = {
  readonly live: Live;
  readonly app: RedditApp;
  readonly addresses: RedditAddresses;
  readonly access: Access;
};

type RedditCall = Pick<Call, "method" | "query" | "form" | "signal"> & { readonly path: string };

/** Reddit in the name of an account. */
export type RedditCalls = {
  /**
   * Makes one call. Returns Reddit's certain refusals, and throws if Reddit did not say for certain
   * that the call had no effect.
   */
  readonly call: <T extends z.ZodMiniType>(
    call: RedditCall,
    schema: T,
  ) => Promise<{ readonly ok: true; readonly answer: z.output<T> } | Refused>;
  /** Reads what may not be there, or not for this user. */
  readonly read: <T extends z.ZodMiniType>(
    path: string,
    schema: T,
    signal: AbortSignal,
  ) => Promise<
    { readonly ok: true; readonly answer: z.output<T> } | { readonly ok: "missing" } | Refused
  >;
};

export function callsOf(
  { live, app, addresses, access }: RedditApi,
  account: PlatformAccount,
): RedditCalls {
  const http = live.httpOf(account);

  type Replied = { readonly ok: true; readonly answer: Answer; readonly token: string };
  async function send(
    { path, query, ...rest }: RedditCall,
    refused?: string,
  ): Promise<Replied | Refused> {
    const given = await access(account, rest.signal, refused);
    if (!given.ok) return given;
    const answer = await http({
      ...rest,
      url: `${addresses.api}${path}`,
      // Without it, Reddit escapes HTML in texts.
      query: { ...query, raw_json: "1" },
      headers: { authorization: `Bearer ${given.token}`, "user-agent": userAgentOf(app) },
    });
    // A token may end early. Reddit certainly did nothing, so the call is made again, once.
    const isFirst = refused === undefined;
    return answer.status === 401 && isFirst
      ? send({ path, query, ...rest }, given.token)
      : { ok: true, answer, token: given.token };
  }

  const resultOf = <T extends z.ZodMiniType>({ answer, token }: Replied, schema: T) => {
    if (answer.status < 200 || answer.status > 299) {
      const secrets = { ...account.credentials, token };
      return refusalOf(answer, { ...account, credentials: secrets }, live.clock.now());
    }
    const parsed = schema.safeParse(answer.json);
    if (!parsed.success) throw new Error("Reddit answered in a form that is not known.");
    return { ok: true, answer: parsed.data } as const;
  };

  return {
    call: async (call, schema) => {
      const sent = await send(call);
      return sent.ok ? resultOf(sent, schema) : sent;
    },
    read: async (path, schema, signal) => {
      const sent = await send({ method: "GET", path, signal });
      if (!sent.ok) return sent;
      // A subreddit that is not known is searched for: 302.
      return [302, 403, 404].includes(sent.answer.status)
        ? { ok: "missing" }
        : resultOf(sent, schema);
    },
  };
}

const failureSchema = z.object({ message: words, reason: words, explanation: words });

/** Throws if the answer is not a certain refusal. */
export function refusalOf(answer: Answer, account: PlatformAccount, now: Date): Refused {
  const { status } = answer;
  const failure = failureSchema.safeParse(answer.json);
  // Reddit answers 429 also with a page.
  if (status === 429) {
    const retryAt = later(now, Number(answer.headers.get("x-ratelimit-reset")));
    return {
      ok: false,
      why: "later",
      error: "429: Reddit accepts no more calls for now.",
      retryAt,
    };
  }
  if (!isCertainRefusal(status) || !failure.success) {
    throw new Error(`Reddit answered with status ${status}.`);
  }
  const { message = "", reason, explanation } = failure.data;
  const said = [message, explanation].filter(Boolean).join(": ");
  const end = reason ? ` (${reason})` : "";
  const error = platformWords(account, `${status} ${said}${end}`);
  return status === 401 ? { ok: false, why: "credentials", error } : { ok: false, error };
}

const minute = 60_000;

/** Returns the time in this number of seconds; in ten minutes if the number makes no sense. */
export const later = (now: Date, seconds: number) =>
  new Date(now.getTime() + (seconds > 0 && seconds <= 86_400 ? seconds * 1000 : 10 * minute));
