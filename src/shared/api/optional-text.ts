import { z } from "@/shared/config/zod";

/** Text that need not be there: what is left empty, or out, is none. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(
      z
        .string()
        .check(z.trim(), z.maxLength(max, `At most ${max.toLocaleString("en-US")} characters.`)),
    ),
    z.transform((text) => text || null),
  );

/** Text of which "" and null are none. Where it may be left out, the field says so itself. */
export const emptyableText = (max: number) =>
  z.pipe(
    z.nullable(
      z
        .string()
        .check(z.trim(), z.maxLength(max, `At most ${max.toLocaleString("en-US")} characters.`)),
    ),
    z.transform((text) => text || null),
  );
