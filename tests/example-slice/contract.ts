import { endpoint } from "@/shared/api/endpoint";
import { requiredText } from "@/shared/api/fields";
import { idSchema } from "@/shared/api/id";
import { listing } from "@/shared/api/reply/listing";
import { z } from "@/shared/config/zod";

/** A text that operators put into posts again and again. */
export const snippetSchema = z.object({ id: idSchema, name: z.string(), text: z.string() });

/** Both the rules of the form and the body of the call. A larger slice has a `schema.ts` for them. */
export const newSnippetSchema = z.strictObject({
  name: requiredText(200, "Name is required."),
  text: requiredText(2000, "Text is required."),
});

export type Snippet = z.infer<typeof snippetSchema>;

/** The calls are not in the product's spec, so they have a capability: `/healthz` announces it. */
const capability = "snippets";

export const snippetsApi = {
  list: endpoint.get("admin/snippets/", { capability, reply: listing(snippetSchema) }),
  add: endpoint.post("admin/snippets/", {
    capability,
    status: 201,
    body: newSnippetSchema,
    reply: snippetSchema,
  }),
  remove: endpoint.delete("admin/snippets/{id}", { capability }),
};
