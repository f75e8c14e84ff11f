import { asc, eq } from "drizzle-orm";
import { integrations, saleSettings } from "../db/schema.ts";
import { defaultSaleSettings } from "../features/sale-rotator/index.ts";
import type { Context } from "../kernel/context.ts";

/** Enables the weekly sale for the first group that has a shop. */
export async function addSale({ db }: Context, updated_at: Date): Promise<void> {
  const [shop] = await db
    .select()
    .from(integrations)
    .where(eq(integrations.platform, "shopify"))
    .orderBy(asc(integrations.id))
    .limit(1);
  if (!shop) return;
  await db.insert(saleSettings).values({
    ...defaultSaleSettings,
    group_id: shop.group_id,
    is_active: true,
    rotator_count: 6,
    updated_at,
  });
}
