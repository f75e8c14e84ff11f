import { asc, eq } from "drizzle-orm";
import { integrations, saleSettings } from "../db/schema.ts";
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
    group_id: shop.group_id,
    is_active: true,
    rotator_count: 6,
    rotator_no_change_count: 3,
    print_count: 2,
    cooldown_days: 14,
    rotator_discount_percent: 20,
    print_discount_percent: 15,
    sale_tag: "sale",
    updated_at,
  });
}
