import { z } from "@/shared/config/zod";

/** The answer of calls that only say what they started or did. */
export const messageSchema = z
  .object({
    message: z.nullish(z.string()),
    task_id: z.nullish(z.union([z.string(), z.number()])),
  })
  .register(z.globalRegistry, { id: "Message" });
