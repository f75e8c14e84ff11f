import { z } from "@/shared/config/zod";
import type { PreviewMessage } from "./messages";

const errorsSchema = z
  .array(
    z.object({
      part: z.enum(["subject", "body"]),
      line: z.nullable(z.number()),
      message: z.string(),
    }),
  )
  .check(z.maxLength(10));

/** A mail can hold anything, so that its page is believed as little as a stranger's. */
const previewMessageSchema: z.ZodMiniType<PreviewMessage> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("rendered"),
    id: z.number(),
    subject: z.nullable(z.string().check(z.maxLength(500))),
    isShown: z.boolean(),
    errors: errorsSchema,
    sparseErrors: errorsSchema,
  }),
]);

export const readMessage = (data: unknown): PreviewMessage | undefined =>
  previewMessageSchema.safeParse(data).data;
