import { z } from "zod";

/** The values of variables, as they are read. */
export type Given<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;

export const list = z.string().transform((text) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);

export const flag = z
  .enum(["0", "1", "false", "true"], "must be 0 or 1")
  .transform((text) => text === "1" || text === "true");

export const days = z
  .string()
  .regex(/^\d{1,5}$/, "must be a whole number of days, at least 30")
  .transform(Number)
  .refine((number) => number >= 30, "must be a whole number of days, at least 30");

export const price = z
  .string()
  .regex(/^\d{1,5}(\.\d{1,6})?$/, "must be US dollars for a million tokens, like 2.5")
  .transform(Number);

export const isOrigin = (text: string) =>
  URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/**
 * Returns whether a text is an address below which calls are made: without a query, and without a
 * password in it.
 */
export const isService = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => !part);
};
