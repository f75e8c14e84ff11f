import { groups } from "../db/schema.ts";
import type { Context } from "../kernel/context.ts";
import { day } from "../kernel/times.ts";
import { addCatalog } from "./seed-catalog.ts";
import { addPool } from "./seed-content.ts";
import { addGroup, type Seeded, seedGroups } from "./seed-groups.ts";
import { addIntegrations } from "./seed-integrations.ts";
import { measurePosts } from "./seed-measurements.ts";
import { addNewsletter } from "./seed-newsletter.ts";
import { addPosts } from "./seed-posts.ts";
import { addSale } from "./seed-sale.ts";

/**
 * Fills an empty database with groups and a month of activity. Everything except the times is
 * deterministic. Returns false if there are groups already. Must run in a transaction.
 */
export async function seedIfEmpty(context: Context): Promise<boolean> {
  const { db, ports } = context;
  const [group] = await db.select({ id: groups.id }).from(groups).limit(1);
  if (group) return false;
  const now = ports.clock.now();
  const seeded: Seeded[] = [];
  for (const seed of seedGroups) seeded.push(await addGroup(context, seed, now));
  await addPool(context, seeded, now);
  await addPosts(context, seeded, now);
  await measurePosts(context, now);
  await addCatalog(context, now);
  await addIntegrations(context, new Date(now.getTime() - 40 * day));
  await addNewsletter(context, new Date(now.getTime() - 30 * day));
  await addSale(context, new Date(now.getTime() - 30 * day));
  return true;
}
