import { z } from "@/shared/config/zod";

/** Text that need not be there: what is left empty, or out, is none. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString("en-US")} characters.`)
    .nullish()
    .transform((text) => text || null);
