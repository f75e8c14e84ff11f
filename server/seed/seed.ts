import { measurePosts } from "./seed-measurements.ts";
import { publishedItems, failedItems, upcomingItems, pendingItems, addItems } from "./seed-posts.ts";
import { type Content, addPool, contentOf, longContent } from "./seed-content.ts";
import { addCatalog } from "./seed-catalog.ts";
import { type Seeded, addGroup } from "./seed-groups.ts";
import { eq, type InferInsertModel } from "drizzle-orm";
import { type PlatformType, platforms } from "@/entities/account/platforms";
import { clipUrl } from "../adapters/sandbox/clip.ts";
import { sandboxImageUrl } from "../adapters/sandbox/image-model.ts";
import { sandboxFigures } from "../adapters/sandbox/metrics.ts";
import { phrases } from "../adapters/sandbox/phrases.ts";
import { hashOf } from "../adapters/sandbox/random.ts";
import { subredditOf } from "../adapters/sandbox/subreddits.ts";
import { sandboxText, themeOf, titleOf } from "../adapters/sandbox/text-model.ts";
import {
  categories,
  contentItems,
  groups,
  memeTemplates,
  metricsSnapshots,
  products,
  queueItems,
  scheduledPosts,
} from "../db/schema.ts";
import type { AccountRow } from "../features/accounts/index.ts";
import { insertAccount } from "../features/accounts/index.ts";
import type { CategoryRow } from "../features/categories/index.ts";
import { dailyQuota } from "../features/generation/index.ts";
import { measuredAtAge, nextMeasurement } from "../features/measurements/index.ts";
import { engagementRate } from "../features/performance/index.ts";
import { enqueuePublish } from "../features/scheduler/index.ts";
import type { Context } from "../kernel/context.ts";
import { day } from "../kernel/times.ts";
import { seedMemeTemplates, seedProducts } from "./seed-catalog.ts";
import { type SeedGroup, seedGroups } from "./seed-groups.ts";
import { addIntegrations } from "./seed-integrations.ts";
import { addNewsletter } from "./seed-newsletter.ts";
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
  await addItems(context, [
    ...publishedItems(seeded, now),
    ...failedItems(seeded, now),
    ...upcomingItems(seeded, now, context.speed),
    ...pendingItems(seeded, now),
  ]);
  await measurePosts(context, now);
  await addCatalog(context, now);
  await addIntegrations(context, new Date(now.getTime() - 40 * day));
  await addNewsletter(context, new Date(now.getTime() - 30 * day));
  await addSale(context, new Date(now.getTime() - 30 * day));
  return true;
}
