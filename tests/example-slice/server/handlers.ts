import { slice } from "../../../server/kernel/handler.ts";
import { snippetsDocs } from "../contract-docs";
import { addSnippet, listSnippets, removeSnippet } from "./snippets.ts";

/** The endpoints of snippets, and what handles each. `server/http/api.ts` names the slice. */
export const snippetsSlice = slice(
  { name: "Snippets", description: "Texts that operators put into posts again and again." },
  snippetsDocs,
  {
    list: (_, context) => listSnippets(context),
    add: ({ body }, context) => addSnippet(context, body),
    remove: ({ params }, context) => removeSnippet(context, params.id),
  },
);
