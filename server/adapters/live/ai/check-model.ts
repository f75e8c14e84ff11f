import * as z from "zod/mini";
import { createHttp } from "../http.ts";
import { type AiServer, createAsk, type Variables } from "./ai-server.ts";

/** The result of a check, in words. */
type CheckResult = { readonly passes: boolean; readonly words: string };

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Asks a server for its models, which costs nothing, and says if the wanted one is among them. */
export async function checkModel(
  { model, ...server }: AiServer & { readonly model: string },
  variables: Variables,
): Promise<CheckResult> {
  const http = createHttp({ proxy: null });
  const ask = createAsk({ http, server, variables, now: () => new Date() });
  try {
    const signal = AbortSignal.timeout(30_000);
    const answer = await ask({ method: "GET", path: "/models", signal });
    const isMissing = !answer.ok && !answer.why && [404, 405].includes(answer.status ?? 0);
    if (!answer.ok && !isMissing) return { passes: false, words: answer.error };
    const listed = modelsSchema.safeParse(answer.ok ? answer.json : undefined);
    if (!listed.success) {
      const words = `reached; it does not list its models, so ${model} was not looked for`;
      return { passes: true, words };
    }
    const models = listed.data.data.map(({ id }) => id);
    // Ollama lists the whole name, and takes the short one for its latest version.
    if (models.includes(model) || models.includes(`${model}:latest`)) {
      return { passes: true, words: `works, and has ${model}` };
    }
    const others = models.slice(0, 10).join(", ") || "none";
    const more = models.length > 10 ? " and others" : "";
    const words = `there is no ${model}, which ${variables.model} names. It has: ${others}${more}`;
    return { passes: false, words };
  } catch (error) {
    return { passes: false, words: error instanceof Error ? error.message : String(error) };
  }
}
