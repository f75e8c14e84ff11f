import type { Http } from "../http.ts";
import { createAsk, modelsOf } from "./ai-server.ts";
import { type TextServer, textVariables } from "./text-model.ts";

/** The result of a check, in words. */
export type CheckResult = { readonly passes: boolean; readonly words: string };

/**
 * Asks a server for its models, which costs nothing, and says if the one that writes is among them.
 * Throws if there was no answer.
 */
export async function checkTextModel(
  { model, ...server }: TextServer,
  http: Http,
  signal: AbortSignal,
): Promise<CheckResult> {
  const ask = createAsk({ http, server, variables: textVariables, now: () => new Date() });
  const listed = await modelsOf(ask, signal);
  if (!listed.ok) return { passes: false, words: listed.error };
  const { models } = listed;
  if (!models)
    return {
      passes: true,
      words: `reached; it does not list its models, so ${model} was not looked for`,
    };
  // Ollama lists the whole name, and takes the short one for its latest version.
  if (models.includes(model) || models.includes(`${model}:latest`)) {
    return { passes: true, words: `works, and has ${model}` };
  }
  const others = models.slice(0, 10).join(", ") || "none";
  const more = models.length > 10 ? " and others" : "";
  return {
    passes: false,
    words: `there is no ${model}, which AI_TEXT_MODEL names. It has: ${others}${more}`,
  };
}
