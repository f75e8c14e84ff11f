import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { newSnippetSchema, snippetSchema } from "./schema";

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
