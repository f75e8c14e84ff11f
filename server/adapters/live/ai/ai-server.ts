import * as z from "zod/mini";
import { Fault } from "../../../kernel/fault.ts";
import { NotSentError, type Refused } from "../../../ports/outcome.ts";
import { words } from "../answer.ts";
import { type Answer, type Call, type Http, NoAnswerError } from "../http.ts";
import { platformWords } from "../platform-words.ts";

/** A server with OpenAI's API, and the key for it; a local one may need none. */
export type AiServer = {
  /** Without a slash at its end: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  readonly url: string;
  readonly key: string | undefined;
};

/** The names of the variables that say what is wrong: `AI_TEXT_KEY`. */
export type Variables = { readonly url: string; readonly key: string; readonly model: string };

/** The words of a server about an error; all fields may be missing. */
export type ErrorWords = { readonly words: string; readonly code: string };

export type AskResult =
  | { readonly ok: true; readonly json: unknown }
  | (Refused & { readonly status?: number; readonly said?: ErrorWords });

type Options = {
  readonly http: Http;
  readonly server: AiServer;
  readonly variables: Variables;
  readonly now: () => Date;
};

/** The function that calls a server with OpenAI's API. */
export type Ask = (
  call: Pick<Call, "method" | "json" | "parts" | "signal"> & { path: string },
) => Promise<AskResult>;

const second = 1000;
const day = 86_400_000;
/** The first wait for a server that does not say how long; each further one is twice as long. */
const firstWait = 20 * second;
const longestWait = 3_600_000;

/**
 * Makes the function that calls a server. It returns the certain refusals, and throws a Fault if there
 * was no answer, or none that says anything; a repetition costs money, but harms nobody.
 */
export function createAsk({ http, server, variables, now }: Options): Ask {
  let wait = firstWait;

  return async ({ method, path, json, parts, signal }) => {
    const authorization = server.key && `Bearer ${server.key}`;
    const answer = await http({
      method,
      url: `${server.url}${path}`,
      headers: authorization ? { authorization } : {},
      ...(json !== undefined && { json }),
      ...(parts && { parts }),
      signal,
    }).catch((error: unknown) => {
      if (error instanceof NotSentError) return error;
      if (error instanceof NoAnswerError) throw new Fault("The AI server did not answer in time.");
      throw error;
    });
    if (answer instanceof NotSentError) {
      const retryAt = new Date(now().getTime() + 60 * second);
      return { ok: false, why: "later", error: answer.message, retryAt };
    }
    const { status, said } = outcomeOf(answer);
    if (status >= 200 && status < 300) {
      wait = firstWait;
      if (answer.json === undefined) {
        throw new Fault("The AI server's response could not be read.");
      }
      return { ok: true, json: answer.json };
    }
    const words = platformWords({ credentials: { key: server.key ?? "" } }, said.words);
    const error = `${status}${words && `: ${words}`}`;
    const refused = { ok: false, status, said: { words, code: said.code }, error } as const;

    if (status === 401 || status === 403) {
      const next = `Check ${variables.key} on the server.`;
      return {
        ...refused,
        why: "credentials",
        error: `The AI server refused the key. ${next} (${error})`,
      };
    }
    // Waiting does not help: a person pays.
    if (status === 402 || (status === 429 && /quota|billing|credit/.test(said.code))) {
      const next = "There is no credit left at the AI server.";
      return { ...refused, why: "credentials", error: `${next} (${error})` };
    }
    if (status === 429 || said.code === "slow_down") {
      const given = waitOf(answer.headers, now());
      const ms = given ?? wait;
      if (given === undefined) wait = Math.min(longestWait, wait * 2);
      const retryAt = new Date(now().getTime() + ms);
      return {
        ...refused,
        why: "later",
        error: `The AI server accepts no more calls for now. (${error})`,
        retryAt,
      };
    }
    if (status === 404) {
      const isModel = said.code === "model_not_found" || /model/i.test(words);
      const cause = isModel
        ? `The AI server does not have the model that ${variables.model} names.`
        : `The address in ${variables.url} leads to no server with OpenAI's API.`;
      return { ...refused, error: `${cause} (${error})` };
    }
    const isCertain = (status >= 400 && status < 500) || status === 501;
    if (isCertain && status !== 408 && status !== 409) {
      return {
        ...refused,
        error: /content_?(policy|filter)|moderation/i.test(said.code)
          ? declined(words)
          : `The AI server refused the request. (${error})`,
      };
    }
    throw new Fault(`The AI server answered with status ${status}.`);
  };
}

/** Returns the sentence that operators see if a model wants nothing to do with an order. */
export const declined = (words: string) => `The model declined${words ? `: ${words}` : "."}`;

const errorSchema = z.object({
  message: words,
  code: z.catch(z.optional(z.union([z.string(), z.number()])), undefined),
  type: words,
  param: words,
});
/** OpenAI's form; Ollama's older answers have the words alone. */
const problemSchema = z.object({ error: z.union([errorSchema, z.string()]) });

/**
 * Returns the status of an answer. OpenRouter answers 200 for an error that came after it had begun
 * to answer, with its status inside.
 */
function outcomeOf({ status, json }: Answer): {
  readonly status: number;
  readonly said: ErrorWords;
} {
  const problem = problemSchema.safeParse(json);
  if (!problem.success) return { status, said: { words: "", code: "" } };
  const { error } = problem.data;
  if (typeof error === "string") return { status, said: { words: error, code: "" } };
  const { message = "", code = "", type = "", param = "" } = error;
  const inside = status < 300 && typeof code === "number" && code >= 400 ? code : status;
  const name = typeof code === "string" && code ? code : type;
  const about = param && !message.includes(param) ? ` (${param})` : "";
  return { status: inside, said: { words: `${message}${about}`, code: name } };
}

/**
 * Returns how long to wait, in ms: by the standard's header, OpenAI's finer one, or its resets
 * of limits.
 */
function waitOf(headers: Headers, now: Date): number | undefined {
  const ms = headers.get("retry-after-ms");
  const after = headers.get("retry-after");
  const given =
    ms !== null
      ? Number(ms)
      : after !== null
        ? /^\d+(\.\d+)?$/.test(after)
          ? Number(after) * second
          : new Date(after).getTime() - now.getTime()
        : Math.max(
            durationOf(headers.get("x-ratelimit-reset-requests")),
            durationOf(headers.get("x-ratelimit-reset-tokens")),
          );
  return given > 0 ? Math.min(day, Math.ceil(given)) : undefined;
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: second,
  m: 60 * second,
  h: 3_600_000,
  d: day,
};

/** Returns `6m0s`, `1s` or `120ms` in ms; 0 if it is no duration. */
const durationOf = (duration: string | null): number =>
  [...(duration ?? "").matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)].reduce(
    (sum, [, number, unit = ""]) => sum + Number(number) * (units[unit] ?? 0),
    0,
  );
