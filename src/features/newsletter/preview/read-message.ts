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

/** Validates messages of the preview page. A mail can hold anything, so its page is not trusted. */
const previewMessageSchema: z.ZodMiniType<PreviewMessage> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("started") }),
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("rendered"),
    id: z.number(),
    subject: z.nullable(z.string().check(z.maxLength(500))),
    isShown: z.boolean(),
    size: z.nullable(z.number()),
    fullSize: z.nullable(z.number()),
    errors: errorsSchema,
    removed: errorsSchema,
    sparseErrors: errorsSchema,
  }),
]);

export const readMessage = (data: unknown): PreviewMessage | undefined =>
  previewMessageSchema.safeParse(data).data;
