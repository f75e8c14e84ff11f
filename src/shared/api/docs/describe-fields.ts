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

const unread = new WeakMap<object, Readonly<Record<string, z.core.$ZodType>>>();

/**
 * Says for the OpenAPI document what is in fields that the console does not read, and whose schema it
 * does not load for that reason. In the object's own schema they are unknown.
 */
export function describeUnread<Fields extends z.core.$ZodShape>(
  object: z.ZodMiniObject<Fields, z.core.$ZodObjectConfig>,
  schemas: NoInfer<{ readonly [Name in keyof Fields]?: z.core.$ZodType }>,
): void {
  unread.set(object, schemas as Readonly<Record<string, z.core.$ZodType>>);
}

/** Returns the schemas of an object's fields that the console does not read. */
export const unreadFields = (schema: object) => unread.get(schema) ?? {};
