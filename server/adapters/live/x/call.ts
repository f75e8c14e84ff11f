import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import type { PlatformAccount } from "../../../ports/publisher.ts";
import { type Done, doneOf, failureOf, words } from "../answer.ts";
import type { Answer, Call } from "../http.ts";
import type { Live } from "../live.ts";
import { platformWords } from "../platform-words.ts";
import { keysOf, signatureOf } from "./authorization.ts";

/** Its versions have no end: X changes version 2 in place. */
export const xAddress = "https://api.x.com";

const noKeys: Refused = {
  ok: false,
  why: "credentials",
  error:
    "X needs four keys to post: consumer key, consumer secret, access token and access token secret.",
};

/**
 * The function that calls X in the name of an account, which is bound once, so that each call is
 * one line.
 */
export type X = <T extends z.ZodMiniType>(
  call: Omit<Call, "url" | "headers"> & { readonly path: string },
  schema: T,
) => Promise<Done<z.output<T>> | Refused>;

/**
 * Calls in the name of an account, which needs its four keys; `isRead` takes the bearer token if it has
 * no others. A call returns X's certain refusals. It throws if X did not say for certain that the call
 * had no effect: no answer, an error of X's own servers, or an answer that cannot be read.
 */
export function xOf(live: Live, address: string, account: PlatformAccount, isRead = false) {
  const keys = keysOf(account);
  const { bearer_token } = account.credentials;
  if (!keys && !(isRead && bearer_token)) return noKeys;
  const http = live.httpOf(account);

  const x: X = async ({ path, query = {}, ...rest }, schema) => {
    const url = `${address}${path}`;
    const authorization = keys
      ? signatureOf(keys, { method: rest.method, url, params: query })
      : `Bearer ${bearer_token}`;
    const answer = await http({ ...rest, url, query, headers: { authorization } });
    return doneOf("X", answer, schema) ?? refusalOf(answer, account, live.clock.now());
  };
  return { ok: true, x } as const;
}

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors; all fields may be missing. */
const problemSchema = z.object({
  title: words,
  detail: words,
  type: words,
  errors: z.catch(z.optional(z.array(z.object({ message: words }))), undefined),
});

/** The last part of a problem's type, for accounts whose keys or rights are of no use any more. */
const credentialTypes = [
  ...["unsupported-authentication", "oauth1-permissions", "client-forbidden", "user-suspended"],
];

const hour = 3_600_000;

/** Throws if the answer is not a certain refusal. */
function refusalOf(answer: Answer, account: PlatformAccount, now: Date): Refused {
  const { status } = answer;
  const { title, detail, type = "", errors } = failureOf("X", answer, problemSchema);
  const kind = type.split("/").at(-1) ?? "";
  const said = errors?.[0]?.message ?? detail ?? title ?? "";
  const heading = title && title !== said ? `${status} ${title}` : String(status);
  const end = kind && kind !== "about:blank" ? ` (${kind})` : "";
  const error = platformWords(account, `${heading}: ${said}${end}`);
  if (status === 401) {
    const next =
      "Check all four keys; a new access token in X's developer portal replaces an old one.";
    return { ok: false, why: "credentials", error: `${error}. ${next}` };
  }
  if (status === 403 && credentialTypes.includes(kind)) {
    return { ok: false, why: "credentials", error };
  }
  // Credits are bought by a person, and a cap is lifted by one: asking more often does not help.
  if (status === 402 || kind === "usage-capped") {
    return { ok: false, why: "later", error, retryAt: new Date(now.getTime() + 6 * hour) };
  }
  if (status === 429) return { ok: false, why: "later", error, retryAt: resetOf(answer, now) };
  if (status === 403 && /duplicate content/i.test(said)) {
    return { ok: false, error, isDuplicate: true };
  }
  return { ok: false, error };
}

/**
 * Returns when X takes calls again. Its headers have Unix seconds; those of 24 hours count once they
 * are used up. Without a usable time, a quarter of an hour: the length of X's other windows.
 */
function resetOf({ headers }: Answer, now: Date): Date {
  const daily = ["x-user-limit-24hour", "x-app-limit-24hour"].filter(
    (name) => headers.get(`${name}-remaining`) === "0",
  );
  const seconds = ["x-rate-limit", ...daily].map((name) => Number(headers.get(`${name}-reset`)));
  const reset = Math.max(...seconds.filter(Number.isFinite)) * 1000;
  const isUsable = reset > now.getTime() && reset < now.getTime() + 25 * hour;
  return new Date(isUsable ? reset : now.getTime() + hour / 4);
}
