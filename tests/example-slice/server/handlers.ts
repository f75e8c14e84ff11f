import { asc, eq } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import type { Context } from "../../../server/kernel/context.ts";
import { slice } from "../../../server/kernel/handler.ts";
import { rowId } from "../../../server/kernel/ids.ts";
import { existing } from "../../../server/kernel/sql.ts";
import type { snippetsApi } from "../contract";
import { snippetsDocs } from "../contract-docs";

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

/** A slice of the product has its table in server/db/schema.ts, which a migration is made from. */
const snippets = pgTable("snippets", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  text: text().notNull(),
});

const noun = "snippet";

async function listSnippets({ db }: Context): Promise<WireOf<typeof snippetsApi.list>> {
  return db.select().from(snippets).orderBy(asc(snippets.id));
}

async function addSnippet(
  { db }: Context,
  body: z.output<typeof snippetsApi.add.body>,
): Promise<WireOf<typeof snippetsApi.add>> {
  return existing(await db.insert(snippets).values(body).returning(), noun);
}

/** Throws a 404 Refusal if it does not exist. */
async function removeSnippet({ db }: Context, id: Id): Promise<undefined> {
  const removed = await db
    .delete(snippets)
    .where(eq(snippets.id, rowId(id)))
    .returning({ id: snippets.id });
  existing(removed, noun);
}
