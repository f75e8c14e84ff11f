import type { z } from "@/shared/config/zod";
import { countDepartures } from "./lenient";

type Read<Reply> = { readonly reply: Reply; readonly departures: number };

/** Reads an answer, also from an envelope. Returns undefined if it cannot be read. */
export function readReply<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
): z.output<Schema> | undefined {
  return bestOf(schema, answer)?.reply;
}

/** The same, but returns undefined unless every field is as declared. */
export function readWhole<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
): z.output<Schema> | undefined {
  const read = bestOf(schema, answer);
  return read?.departures === 0 ? read.reply : undefined;
}

/**
 * Some servers wrap their answers in `{data: …}` or `{item: …}`. If both the wrapper and its content can
 * be read as the reply, the one that matches more fields is taken.
 */
function bestOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
): Read<z.output<Schema>> | undefined {
  let best: Read<z.output<Schema>> | undefined;
  for (const candidate of [answer, ...contentsOf(answer)]) {
    if (best?.departures === 0) break;
    const { result, departures } = countDepartures(() => schema.safeParse(candidate));
    if (!result.success || (best && best.departures <= departures)) continue;
    best = { reply: result.data, departures };
  }
  return best;
}

/** `listing` unwraps lists itself. */
function contentsOf(answer: unknown): readonly unknown[] {
  if (!isRecord(answer)) return [];
  return [answer.data, answer.item].filter(isRecord);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
