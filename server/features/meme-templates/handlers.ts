import { memeTemplatesDocs } from "@/features/meme-templates/contract-docs";
import type { SliceHandlers } from "../../kernel/handler.ts";
import {
  addMemeTemplate,
  listMemeTemplates,
  removeMemeTemplate,
  updateMemeTemplate,
} from "./meme-templates.ts";

/** The endpoints of meme templates. */
export const memeTemplatesApi = memeTemplatesDocs;

/** Handles each endpoint of meme templates. */
export const memeTemplatesHandlers: SliceHandlers<typeof memeTemplatesApi> = {
  list: (_, context) => listMemeTemplates(context),
  add: ({ body }, context) => addMemeTemplate(context, body),
  update: ({ params, body }, context) => updateMemeTemplate(context, params.id, body),
  remove: ({ params }, context) => removeMemeTemplate(context, params.id),
};
