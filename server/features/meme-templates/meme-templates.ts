import { asc, eq, getTableColumns } from "drizzle-orm";
import type { z } from "zod";
import type { memeTemplatesApi } from "@/features/meme-templates/contract";
import type { WireOf } from "@/shared/api/endpoint";
import type { Id } from "@/shared/api/id";
import { memeTemplates } from "../../db/schema.ts";
import type { Context } from "../../kernel/context.ts";
import { rowId } from "../../kernel/ids.ts";
import { existing } from "../../kernel/sql.ts";

const { created_at: _created, ...onWire } = getTableColumns(memeTemplates);
const noun = "meme template";

export async function listMemeTemplates({
  db,
}: Context): Promise<WireOf<typeof memeTemplatesApi.list>> {
  return db.select(onWire).from(memeTemplates).orderBy(asc(memeTemplates.id));
}

export async function addMemeTemplate(
  { db, ports }: Context,
  body: z.output<typeof memeTemplatesApi.add.body>,
): Promise<WireOf<typeof memeTemplatesApi.add>> {
  const added = await db
    .insert(memeTemplates)
    .values({ ...body, created_at: ports.clock.now() })
    .returning(onWire);
  return existing(added, noun);
}

/** Throws a 404 Refusal if it does not exist. */
export async function updateMemeTemplate(
  { db }: Context,
  id: Id,
  body: z.output<typeof memeTemplatesApi.update.body>,
): Promise<WireOf<typeof memeTemplatesApi.update>> {
  const updated = await db
    .update(memeTemplates)
    .set(body)
    .where(eq(memeTemplates.id, rowId(id)))
    .returning(onWire);
  return existing(updated, noun);
}

/** Throws a 404 Refusal if it does not exist. */
export async function removeMemeTemplate({ db }: Context, id: Id): Promise<undefined> {
  const removed = await db
    .delete(memeTemplates)
    .where(eq(memeTemplates.id, rowId(id)))
    .returning({ id: memeTemplates.id });
  existing(removed, noun);
}
