import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { daysBefore } from "../../db/delete-old.ts";
import {
  contentItems,
  groups,
  memeTemplates,
  newsletterSettings,
  products,
  queueItems,
} from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import type { MediaStore } from "../../ports/media-store.ts";

/** Every column in which an operator may write the address of a stored file. */
export const columnsWithMedia: readonly PgColumn[] = [
  groups.logo_url,
  groups.ai_mascot_image_path,
  memeTemplates.template_image_url,
  products.product_image_url,
  contentItems.image_url,
  contentItems.video_url,
  contentItems.thumbnail_url,
  queueItems.image_url,
  queueItems.video_url,
  queueItems.thumbnail_url,
  newsletterSettings.mjml_template,
];

/**
 * Deletes files of the media store that are a day old and that nothing refers to. Returns how many. A day
 * is how long a form may stay open between an upload and its save.
 */
export async function deleteUnusedMedia(
  { db }: { readonly db: Db },
  store: MediaStore,
  now: Date,
): Promise<number> {
  const before = daysBefore(now, 1);
  const old: string[] = [];
  for await (const { name, storedAt } of store.list()) if (storedAt < before) old.push(name);
  if (old.length === 0) return 0;
  // After the list: a file that is used meanwhile was stored again, or is found here.
  const used = await usedNames(db);
  let count = 0;
  for (const name of old.filter((name) => !used.has(name))) {
    // Somebody may have uploaded the same file again meanwhile.
    const found = await store.find(name);
    if (!found || found.storedAt >= before) continue;
    await store.remove(name);
    count += 1;
  }
  return count;
}

async function usedNames(db: Db): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const column of columnsWithMedia) {
    const rows = await db
      .selectDistinct({
        name: sql<string>`(regexp_matches(${column}, '/media/store/([0-9a-f]{64}\\.[a-z0-9]+)', 'g'))[1]`,
      })
      .from(column.table)
      .where(sql`${column} like '%/media/store/%'`);
    for (const { name } of rows) names.add(name);
  }
  return names;
}
