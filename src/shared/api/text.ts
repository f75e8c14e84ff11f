import { z } from "@/shared/config/zod";

const atMost = (max: number) =>
  z.maxLength(max, {
    // Written when it is said: with its first number a page loads all that it knows of a language.
    error: () => `At most ${max.toLocaleString("en-US")} characters.`,
  });

/**
 * Text that has to be there; `missing` says so, and `abort` that nothing else is to be said then,
 * neither of its form nor by whoever looks at the whole record.
 */
export const requiredText = (max: number, missing: string | { error: string; abort: true }) =>
  z.string().check(z.trim(), z.minLength(1, missing), atMost(max));

/** Text that need not be there: what is left empty, or out, is none. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), atMost(max))),
    z.transform((text) => text || null),
  );

/**
 * A number that the server did not say, as a form holds it: its field is empty, and nothing is sent
 * before someone has typed one.
 */
// A form of numbers holds "" while nothing is typed, which its type does not say.
export const noNumber = "" as unknown as number;

/** Text of which "" and null are none. Where it may be left out, the field says so itself. */
export const emptyableText = (max: number) =>
  z.pipe(
    z.nullable(z.string().check(z.trim(), atMost(max))),
    z.transform((text) => text || null),
  );
