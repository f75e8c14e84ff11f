import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { memeTemplatesApi } from "./contract";
import { memeTemplateSchema } from "./schema";

memeTemplateSchema.register(z.globalRegistry, { id: "MemeTemplate" });

const sampleBody = {
  name: "Dva dugmeta",
  template_image_url: "https://cdn.example.com/memes/dva-dugmeta.png",
  usage_explanation: "Two buttons with one wish each; below them someone who cannot choose.",
  humor_explanation: "Both wishes are right and they exclude each other.",
  is_active: true,
};

const sampleTemplate = { id: 3, ...sampleBody };

export const memeTemplatesDocs = documented(memeTemplatesApi, {
  list: {
    summary: "Lists the meme templates, oldest first.",
    sample: { reply: [sampleTemplate] },
  },
  add: {
    summary: "Adds a meme template.",
    sample: { body: sampleBody, reply: sampleTemplate },
  },
  update: {
    summary: "Replaces what a meme template says.",
    sample: { body: sampleBody, reply: sampleTemplate },
  },
  remove: {
    summary: "Deletes a meme template.",
    sample: {},
  },
});
