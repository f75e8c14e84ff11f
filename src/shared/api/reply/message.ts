import { z } from "@/shared/config/zod";
import { lenient } from "./lenient";

/**
 * The reply of calls that only report what they started or did. An answer with other fields, or
 * without any, still means that it was done.
 */
export const messageSchema = lenient(
  z.object({
    message: lenient(z.nullish(z.string())),
    task_id: lenient(z.nullish(z.union([z.string(), z.number()]))),
  }),
  (): { message?: string | null; task_id?: string | number | null } => ({}),
);
