import * as z from "zod/mini";
import type { Refused } from "../../../ports/outcome.ts";
import { type Ask, declined, type ErrorWords } from "./ai-server.ts";
import type { Message } from "./prompt.ts";

/** The tokens that a model read and wrote. */
export type Completion = {
  readonly ok: true;
  readonly content: string;
  /** True if the answer was cut off because it became too long. */
  readonly isCutOff: boolean;
};

export type Tokens = { readonly in: number; readonly out: number };

/** The conversation did not fit into the model. */
export type PromptTooLong = { readonly ok: "too much"; readonly error: string };

/** Reasoning models spend it on their thoughts as well. */
const maxTokens = 4000;

const nullableText = { type: ["string", "null"] };
const string = { type: "string" };

/** Returns the schema of an answer, within what OpenAI's strict mode allows. */
function schemaOf(withCaptions: boolean) {
  const properties = {
    title: string,
    text: string,
    image_prompt: nullableText,
    ...(withCaptions && { top_text: string, bottom_text: string }),
  };
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}

type Order = {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly withCaptions: boolean;
  /** False for a server that has refused the form of the answer. */
  readonly isStructured: boolean;
  /** OpenAI's models refuse the older name of the limit, and others do not know the newer one. */
  readonly isOpenAi: boolean;
};

/**
 * Returns the body of the call: nothing that is not needed, because each server refuses something else.
 */
export const bodyOf = ({ model, messages, withCaptions, isStructured, isOpenAi }: Order) => ({
  model,
  messages: [...messages],
  ...(isStructured && {
    response_format: {
      type: "json_schema" as const,
      json_schema: { name: "post", strict: true, schema: schemaOf(withCaptions) },
    },
  }),
  ...(isOpenAi ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
});

const nothing = z.catch(z.nullish(z.string()), null);
/** In whole numbers that the database can add up, whatever a server says. */
const count = z.catch(z.int().check(z.minimum(0), z.maximum(1e9)), 0);
const answerSchema = z.object({
  choices: z.array(
    z.object({
      message: z.object({ content: nothing, refusal: nothing }),
      finish_reason: nothing,
    }),
  ),
});
const usageSchema = z.object({
  usage: z.object({ prompt_tokens: count, completion_tokens: count }),
});

type Options = {
  readonly ask: Ask;
  readonly model: string;
  readonly isOpenAi: boolean;
};

export type Complete = (
  order: { readonly messages: readonly Message[]; readonly withCaptions: boolean },
  signal: AbortSignal,
) => Promise<{ readonly answer: Completion | PromptTooLong | Refused; readonly tokens: Tokens }>;

const noTokens: Tokens = { in: 0, out: 0 };

/** Makes the function that asks a model for an answer, once. */
export function createComplete({ ask, model, isOpenAi }: Options): Complete {
  // A server that refuses the form refuses it always.
  let isStructured = true;

  const complete: Complete = async ({ messages, withCaptions }, signal) => {
    // Calls side by side: another one may have learnt meanwhile that the server refuses the form.
    const wasStructured = isStructured;
    const json = bodyOf({ model, messages, withCaptions, isStructured, isOpenAi });
    const asked = await ask({ method: "POST", path: "/chat/completions", json, signal });
    if (!asked.ok) {
      const { status, said, ...refused } = asked;
      if (status === 400 && said && wasStructured && isFormatRefusal(said)) {
        isStructured = false;
        return complete({ messages, withCaptions }, signal);
      }
      const isTooLong = status === 400 && said && isLengthRefusal(said);
      const answer = isTooLong ? ({ ok: "too much", error: refused.error } as const) : refused;
      return { answer, tokens: noTokens };
    }
    return { answer: completionOf(asked.json), tokens: tokensOf(asked.json) };
  };
  return complete;
}

const isFormatRefusal = ({ words, code }: ErrorWords) =>
  /response_format|json_schema/i.test(`${words} ${code}`);

const isLengthRefusal = ({ words, code }: ErrorWords) =>
  /context_length/.test(code) || /context (length|size|window)/i.test(words);

function completionOf(json: unknown): Completion | Refused {
  const read = answerSchema.safeParse(json);
  const [choice] = read.success ? read.data.choices : [];
  if (!choice) return { ok: true, content: "", isCutOff: false };
  const { message, finish_reason } = choice;
  if (message.refusal) return { ok: false, error: declined(message.refusal.slice(0, 500)) };
  if (finish_reason === "content_filter") return { ok: false, error: declined("") };
  return { ok: true, content: message.content ?? "", isCutOff: finish_reason === "length" };
}

function tokensOf(json: unknown): Tokens {
  const read = usageSchema.safeParse(json);
  if (!read.success) return noTokens;
  const { prompt_tokens, completion_tokens } = read.data.usage;
  return { in: prompt_tokens, out: completion_tokens };
}
