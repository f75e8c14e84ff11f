import { lenient, lenientText } from "@/shared/api/lenient";
import { z } from "@/shared/config/zod";

/** The operator who is signed in. */
export const personSchema = z.object({
  name: lenientText,
  picture: lenient(z.nullable(z.string())),
});
