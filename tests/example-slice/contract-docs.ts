import { describeFields } from "@/shared/api/docs/describe-fields";
import { documented } from "@/shared/api/docs/documented";
import { z } from "@/shared/config/zod";
import { snippetSchema, snippetsApi } from "./contract";

snippetSchema.register(z.globalRegistry, { id: "Snippet" });
describeFields(snippetSchema, { text: "Plain text, at most 2,000 characters." });

const sampleBody = { name: "Zima", text: "Besplatna dostava do praznika." };
const sampleSnippet = { id: 7, ...sampleBody };

/** The texts of `/docs` about the calls, and samples for the tests. Browsers do not load this file. */
export const snippetsDocs = documented(snippetsApi, {
  list: { summary: "Lists the snippets, oldest first.", sample: { reply: [sampleSnippet] } },
  add: { summary: "Adds a snippet.", sample: { body: sampleBody, reply: sampleSnippet } },
  remove: { summary: "Deletes a snippet.", sample: {} },
});
