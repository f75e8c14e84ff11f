import { z } from "@/shared/config/zod";
import { longestId } from "./is-id";

/**
 * An id of the backend: a number or a string, opaque, sent back as it came. Two ids are the same if
 * they have the same text, because an address holds text only.
 */
export const idSchema = z.union([
  z.int(),
  z.string().check(z.minLength(1), z.maxLength(longestId)),
]);

export type Id = z.infer<typeof idSchema>;

export const sameId = (one: Id | undefined, other: Id | undefined) =>
  one !== undefined && other !== undefined && String(one) === String(other);
