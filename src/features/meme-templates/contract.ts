import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/reply/listing";
import { memeTemplateSchema, memeTemplateUpdateSchema, newMemeTemplateSchema } from "./schema";

export const memeTemplatesApi = {
  list: endpoint.get("admin/meme-templates/", {
    reply: listing(memeTemplateSchema),
  }),
  add: endpoint.post("admin/meme-templates/", {
    status: 201,
    body: newMemeTemplateSchema,
    reply: memeTemplateSchema,
    isReplyOptional: true,
  }),
  update: endpoint.put("admin/meme-templates/{id}", {
    body: memeTemplateUpdateSchema,
    reply: memeTemplateSchema,
    isReplyOptional: true,
  }),
  remove: endpoint.delete("admin/meme-templates/{id}"),
};
