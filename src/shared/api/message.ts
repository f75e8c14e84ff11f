import { z } from "@/shared/config/zod";
import { lenient } from "./lenient";

/**
 * The answer of calls that only say what they started or did. One that says something else, or
 * nothing, tells that it was done all the same.
 */
export const messageSchema = lenient(
  z.object({
    message: lenient(z.nullish(z.string())),
    task_id: lenient(z.nullish(z.union([z.string(), z.number()]))),
  }),
  (): { message?: string | null; task_id?: string | number | null } => ({}),
).register(z.globalRegistry, { id: "Message" });
