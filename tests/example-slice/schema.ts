import { idSchema } from "@/shared/api/id";
import { requiredText } from "@/shared/api/text";
import { z } from "@/shared/config/zod";

/** A text that operators put into posts again and again. */
export const snippetSchema = z.object({ id: idSchema, name: z.string(), text: z.string() });

/** Both the rules of the form and the body of the call. */
export const newSnippetSchema = z.strictObject({
  name: requiredText(200, "Name is required."),
  text: requiredText(2000, "Text is required."),
});

export type Snippet = z.infer<typeof snippetSchema>;
