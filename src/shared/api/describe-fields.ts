import type { z } from "@/shared/config/zod";

type Texts<Fields> = { readonly [Name in keyof Fields]?: string };

const described = new WeakMap<object, Texts<Readonly<Record<string, unknown>>>>();

/**
 * Says what fields of an object mean, for the OpenAPI document. The texts are stored beside the
 * object's schema and not with the schema of each field, because several objects can share that
 * one. An object that extends another has texts of its own only.
 */
export function describeFields<Fields extends z.core.$ZodShape>(
  object: z.ZodMiniObject<Fields, z.core.$ZodObjectConfig>,
  texts: NoInfer<Texts<Fields>>,
): void {
  described.set(object, texts);
}

/** Returns what was said of the fields of an object; nothing for any other schema. */
export const fieldTexts = (schema: object) => described.get(schema) ?? {};
