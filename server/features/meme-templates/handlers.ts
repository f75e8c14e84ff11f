import { memeTemplatesDocs } from "@/features/meme-templates/contract-docs";
import { slice } from "../../kernel/handler.ts";
import {
  addMemeTemplate,
  listMemeTemplates,
  removeMemeTemplate,
  updateMemeTemplate,
} from "./meme-templates.ts";

/** The endpoints of meme templates, and what handles each. */
export const memeTemplatesSlice = slice(
  {
    name: "Meme templates",
    description: "The images that memes are made from, and what is funny about them.",
  },
  memeTemplatesDocs,
  {
    list: (_, context) => listMemeTemplates(context),
    add: ({ body }, context) => addMemeTemplate(context, body),
    update: ({ params, body }, context) => updateMemeTemplate(context, params.id, body),
    remove: ({ params }, context) => removeMemeTemplate(context, params.id),
  },
);
