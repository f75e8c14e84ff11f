import { endpoint } from "@/shared/api/endpoint";
import { listing } from "@/shared/api/listing";
import { memeTemplateSchema, memeTemplateUpdateSchema, newMemeTemplateSchema } from "./schema";

const sampleBody = {
  name: "Dva dugmeta",
  template_image_url: "https://cdn.example.com/memes/dva-dugmeta.png",
  usage_explanation: "Two buttons with one wish each; below them someone who cannot choose.",
  humor_explanation: "Both wishes are right and they exclude each other.",
  is_active: true,
};
const sampleTemplate = { id: 3, ...sampleBody };

export const memeTemplatesApi = {
  list: endpoint.get("admin/meme-templates/", {
    summary: "Lists the meme templates, oldest first.",
    reply: listing(memeTemplateSchema),
    sample: { reply: [sampleTemplate] },
  }),
  add: endpoint.post("admin/meme-templates/", {
    summary: "Adds a meme template.",
    status: 201,
    body: newMemeTemplateSchema,
    reply: memeTemplateSchema,
    isReplyOptional: true,
    sample: { body: sampleBody, reply: sampleTemplate },
  }),
  update: endpoint.put("admin/meme-templates/{id}", {
    summary: "Replaces what a meme template says.",
    body: memeTemplateUpdateSchema,
    reply: memeTemplateSchema,
    isReplyOptional: true,
    sample: { body: sampleBody, reply: sampleTemplate },
  }),
  remove: endpoint.delete("admin/meme-templates/{id}", {
    summary: "Deletes a meme template.",
    sample: {},
  }),
};
