import * as z from "zod/mini";
import { type Answer, isCertainRefusal } from "./http.ts";

/** A field of another type must not make a certain refusal an unknown outcome. */
export const words = z.catch(z.optional(z.string()), undefined);

/** A call that the platform carried out. */
export type Done<T> = { readonly ok: true; readonly answer: T; readonly headers: Headers };

/**
 * Reads the answer to a call that the platform carried out; undefined for any other answer. Throws if it
 * cannot be read.
 */
export function doneOf<T extends z.ZodMiniType>(
  platform: string,
  { status, json, headers }: Answer,
  schema: T,
): Done<z.output<T>> | undefined {
  if (status < 200 || status > 299) return undefined;
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new Error(`${platform} answered in a form that is not known.`);
  return { ok: true, answer: parsed.data, headers };
}

/** Reads a certain refusal. Throws for an answer after which the call may have had an effect. */
export function failureOf<T extends z.ZodMiniType>(
  platform: string,
  { status, json }: Answer,
  schema: T,
): z.output<T> {
  const failure = schema.safeParse(json);
  if (!isCertainRefusal(status) || !failure.success) {
    throw new Error(`${platform} answered with status ${status}.`);
  }
  return failure.data;
}
