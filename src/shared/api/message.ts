import { z } from "@/shared/config/zod";

/** The answer of calls that only say what they started or did. */
export const messageSchema = z
  .object({
    message: z.string().nullish(),
    task_id: z.union([z.string(), z.number()]).nullish(),
  })
  .meta({ id: "Message" });
