import * as z from "zod/mini";
import { Fault } from "../../../kernel/fault.ts";
import { withTimeLimit } from "../../../kernel/time-limit.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Refused } from "../../../ports/outcome.ts";
import type { TextModel, TextOrder, WrittenPost } from "../../../ports/text-model.ts";
import type { Http } from "../http.ts";
import { type AiServer, createAsk } from "./ai-server.ts";
import {
  cleanLine,
  cleanText,
  cutLine,
  cutToFit,
  fits,
  hasForeignLink,
  withoutForeignLinks,
} from "./clean-text.ts";
import { type Complete, createComplete, type Tokens } from "./completion.ts";
import {
  endingOf,
  linkOf,
  longestCaption,
  longestTitle,
  type Message,
  messagesOf,
  toldLength,
} from "./prompt.ts";
import { isSuspicious } from "./suspicious.ts";

/** The server and model that write texts. */
export type TextServer = AiServer & { readonly model: string };

/** One order for a text, with all that was asked for it. */
export type RecordedOrder = {
  readonly model: string;
  readonly outcome: "ok" | "refused" | "credentials" | "later" | "unknown";
  readonly ms: number;
  /** The number of times that the model was asked. */
  readonly tries: number;
  readonly tokens: Tokens;
};

/** Carries out an order to a model, and records its outcome and time in ms: `unknown` if it throws. */
export async function recordingOrder<Made extends { readonly ok: true } | Refused>(
  carryOut: () => Promise<Made>,
  record: (outcome: RecordedOrder["outcome"], ms: number) => void | Promise<void>,
): Promise<Made> {
  const started = performance.now();
  const ended = (outcome: RecordedOrder["outcome"]) =>
    record(outcome, Math.round(performance.now() - started));
  let made: Made;
  try {
    made = await carryOut();
  } catch (error) {
    await ended("unknown");
    throw error;
  }
  await ended(made.ok ? "ok" : (made.why ?? "refused"));
  return made;
}

type Options = {
  readonly server: TextServer;
  readonly http: Http;
  readonly clock: Clock;
  /** Takes one text of the day's number; false if there is none left. */
  readonly take: () => Promise<boolean>;
  /** Gives the text back that was taken last: the server did not take the order. */
  readonly release: () => Promise<void>;
  readonly record: (order: RecordedOrder) => Promise<void>;
  /** The longest time of one call, in ms; for tests. */
  readonly timeout?: number;
};

export const textVariables = { url: "AI_TEXT_URL", key: "AI_TEXT_KEY", model: "AI_TEXT_MODEL" };

const noneLeft: Refused = {
  ok: false,
  error:
    "Today's limit of texts is reached. AI_TEXT_PER_DAY on the server sets it, per day in UTC.",
};

/** The number of recent posts that the model gets if all of them are too much for it. */
const fewRecent = 10;

/** Writes posts by a model that is asked at most twice for each. */
export function createTextModel({
  server,
  http,
  clock,
  take,
  release,
  record,
  timeout = 60_000,
}: Options): TextModel {
  const ask = createAsk({ http, server, variables: textVariables, now: clock.now });
  const isOpenAi = new URL(server.url).hostname === "api.openai.com";
  const complete = createComplete({ ask, model: server.model, isOpenAi });

  return {
    write: async (order, signal) => {
      if (!(await take())) return noneLeft;
      let tries = 0;
      let tokens: Tokens = { in: 0, out: 0 };
      const counted: Complete = async (asked) => {
        tries += 1;
        const result = await withTimeLimit(timeout, signal, (limited) => complete(asked, limited));
        tokens = { in: tokens.in + result.tokens.in, out: tokens.out + result.tokens.out };
        return result;
      };
      return recordingOrder(
        async () => {
          const written = await write(order, counted, signal);
          if (!written.ok && written.why === "later") await release();
          return written;
        },
        (outcome, ms) => record({ model: server.model, outcome, ms, tries, tokens }),
      );
    },
  };
}

const noPost = "The model did not return a post.";

async function write(
  order: TextOrder,
  complete: Complete,
  signal: AbortSignal,
): Promise<({ readonly ok: true } & WrittenPost) | Refused> {
  const withCaptions = order.template !== undefined;
  let messages = messagesOf(order, order.recentPosts.length);
  let { answer } = await complete({ messages, withCaptions }, signal);
  let isShortened = false;
  if (answer.ok === "too much") {
    isShortened = true;
    messages = messagesOf(order, fewRecent);
    ({ answer } = await complete({ messages, withCaptions }, signal));
  }
  if (answer.ok === "too much") return { ok: false, error: answer.error };
  if (!answer.ok) return answer;
  const first = read(answer.content, answer.isCutOff, order);
  if (first.draft && (isShortened || first.complaint === undefined)) {
    return { ok: true, ...finishDraft(first.draft, order) };
  }
  if (isShortened || first.complaint === undefined) throw new Fault(noPost);

  const again: Message[] = [
    ...messages,
    { role: "assistant", content: answer.content.slice(0, longestAnswer) },
    { role: "user", content: first.complaint },
  ];
  const second = await complete({ messages: again, withCaptions }, signal).catch(
    (error: unknown) => {
      // The first answer is only too long, and that can be helped without the model.
      if (first.draft) return undefined;
      throw error;
    },
  );
  const better =
    second?.answer.ok === true
      ? read(second.answer.content, second.answer.isCutOff, order).draft
      : undefined;
  const draft = better ?? first.draft;
  if (draft) return { ok: true, ...finishDraft(draft, order) };
  if (second && second.answer.ok === false) return second.answer;
  throw new Fault(noPost);
}

const line = z.nullish(z.string());
const draftSchema = z.object({
  title: line,
  text: z.string(),
  image_prompt: line,
  top_text: line,
  bottom_text: line,
});

type Draft = {
  readonly title: string;
  readonly text: string;
  readonly imagePrompt: string;
  readonly top: string;
  readonly bottom: string;
};

/** A draft, and what is wrong with it; without a draft the answer is of no use at all. */
type ReadDraft =
  | { readonly draft: Draft; readonly complaint?: string }
  | { readonly draft?: undefined; readonly complaint: string };

/** More than `max_tokens` allows, in characters: some servers do not know that limit. */
const longestAnswer = 20_000;

function read(content: string, isCutOff: boolean, order: TextOrder): ReadDraft {
  const answer = withoutReasoning(content);
  if (isCutOff || answer.length > longestAnswer) {
    return { complaint: "Your answer was cut off. Answer again, much shorter." };
  }
  const parsed = draftSchema.safeParse(jsonOf(answer));
  if (!parsed.success) return { complaint: "That was not the JSON object. Answer with it alone." };
  const { title, text, image_prompt, top_text, bottom_text } = parsed.data;
  const draft: Draft = {
    title: cleanLine(title ?? ""),
    text: cleanText(text),
    imagePrompt: cleanLine(image_prompt ?? ""),
    top: cleanLine(top_text ?? ""),
    bottom: cleanLine(bottom_text ?? ""),
  };
  if (draft.text === "") return { complaint: 'The "text" is empty. Answer again, with a text.' };
  if (order.withImage && draft.imagePrompt === "") {
    return { complaint: 'The "image_prompt" is missing. Answer again, with it.' };
  }
  if (order.template && draft.top === "" && draft.bottom === "") {
    return { complaint: '"top_text" and "bottom_text" are missing. Answer again, with both.' };
  }
  if (!fits(withLink(draft.text, order), order.limits)) {
    return { draft, complaint: `Shorten the text to ${toldLength(order)} characters.` };
  }
  if (
    order.template &&
    [draft.top, draft.bottom].some((each) => [...each].length > longestCaption)
  ) {
    const complaint = `Shorten "top_text" and "bottom_text" to ${longestCaption} characters each.`;
    return { draft, complaint };
  }
  return { draft };
}

/** Removes the thoughts that local models write before their answer. */
const withoutReasoning = (content: string) => content.replace(/^\s*<think>[\s\S]*?<\/think>/, "");

/** Returns the JSON in an answer, which may be in a code fence. */
function jsonOf(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

/** Returns the text with the link of its product, unless the model has written that itself. */
function withLink(text: string, order: TextOrder): string {
  const link = linkOf(order);
  return link !== null && text.includes(link) ? text : `${text}${endingOf(order)}`;
}

/** Returns the text with its link, within all limits: it is cut before the link, never within it. */
function fitText(text: string, order: TextOrder): string {
  const added = withLink(text, order);
  if (fits(added, order.limits)) return added;
  const link = linkOf(order);
  const alone = link === null ? text : cleanText(text.replaceAll(link, ""));
  const ending = endingOf(order);
  return `${cutToFit(alone, ending, order.limits)}${ending}`.trim();
}

/** Returns a draft within all limits, without foreign links, and with the link of its product. */
function finishDraft(draft: Draft, order: TextOrder): WrittenPost {
  const link = linkOf(order);
  const isForeign = [draft.title, draft.text, draft.top, draft.bottom, draft.imagePrompt].some(
    (part) => hasForeignLink(part, link),
  );
  const kept = withoutForeignLinks(draft.text, link);
  if (kept === "") throw new Fault("The model's text had only links to other pages.");
  const text = fitText(kept, order);
  const title = withoutForeignLinks(draft.title, link) || cleanLine(kept);
  const shown = [draft.title, draft.text, ...(order.template ? [draft.top, draft.bottom] : [])];
  const captionOf = (caption: string) =>
    cutLine(withoutForeignLinks(caption, link), longestCaption);
  return {
    title: cutLine(title, longestTitle),
    text,
    imagePrompt: order.withImage ? draft.imagePrompt : null,
    captions: order.template
      ? { top: captionOf(draft.top), bottom: captionOf(draft.bottom) }
      : null,
    needsReview: isForeign || isSuspicious(shown.join("\n"), order),
  };
}
