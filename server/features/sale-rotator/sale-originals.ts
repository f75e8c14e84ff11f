import { and, eq, notInArray } from "drizzle-orm";
import { lower } from "../../db/letters.ts";
import { integrations, saleOriginals, saleRuns } from "../../db/schema.ts";
import type { Context, Db } from "../../kernel/context.ts";
import type { ShopProduct } from "../../ports/shop.ts";
import { hasTag, isInCollection, isSameTag, type PlannedStep, standing } from "./planned-step.ts";
import { isReducedByOthers, isSame, type Original, type Originals } from "./sale-prices.ts";
import type { StepRow } from "./sale-steps.ts";

/** Returns the variants of the shop that rotations put on sale, with their prices before it. */
export async function readOriginals(db: Db, store: string): Promise<Originals> {
  const rows = await db
    .select()
    .from(saleOriginals)
    .where(eq(saleOriginals.store, lower(store)));
  return new Map(rows.map((row) => [row.variant_id, originalOf(row)]));
}

const ofProduct = (store: string, id: string) =>
  and(eq(saleOriginals.store, lower(store)), eq(saleOriginals.product_id, id));

const originalOf = (row: typeof saleOriginals.$inferSelect): Original => ({
  productId: row.product_id,
  original: { price: row.price, compareAtPrice: row.compare_at_price },
  onSale: { price: row.sale_price, compareAtPrice: row.sale_compare_at_price },
  saleTag: row.sale_tag,
});

/**
 * Keeps the prices of a product that a step is about to put on sale, as the shop shows them now;
 * the plan may be older than a run of another group in the same shop. Those of a product that keeps
 * its prices are kept too, so that a restore finds its tag. A sale price of the rotator, of any
 * group, is no original: the stored one stays.
 */
export async function keepOriginals(
  { db, ports }: Context,
  store: string,
  step: PlannedStep,
  product: ShopProduct,
): Promise<void> {
  const [sale_tag] = step.tagsToAdd;
  if (step.action !== "add" || sale_tag === undefined) return;
  const rows = await db.select().from(saleOriginals).where(ofProduct(store, step.productId));
  const stored = new Map(rows.map((row) => [row.variant_id, originalOf(row)]));
  // While the tag is on the product, the rows are of this sale: a step that broke off may have put it in.
  const hasJoined =
    hasTag(product, sale_tag) &&
    rows.some((row) => row.joined && isSameTag(row.sale_tag, sale_tag));
  const joined = hasJoined || !isInCollection(product, sale_tag);
  for (const { id, now, after } of standing(product, step)) {
    const known = stored.get(id);
    const original = known && isSame(now, known.onSale) ? known.original : now;
    const prices = {
      product_id: step.productId,
      price: original.price,
      compare_at_price: original.compareAtPrice,
      sale_price: after.price,
      sale_compare_at_price: after.compareAtPrice,
      ...{ sale_tag, joined, kept_at: ports.clock.now() },
    };
    await db
      .insert(saleOriginals)
      .values({ store: lower(store), variant_id: id, ...prices })
      .onConflictDoUpdate({ target: [saleOriginals.store, saleOriginals.variant_id], set: prices });
  }
}

/**
 * Returns the sale collections that a product leaves with the tags that a step takes off it: not
 * one that somebody else had put it into before the sale.
 */
export async function collectionsToLeave(
  db: Db,
  store: string,
  { productId, tagsToRemove }: PlannedStep,
): Promise<readonly string[]> {
  const rows = await db.select().from(saleOriginals).where(ofProduct(store, productId));
  return tagsToRemove.filter((tag) => {
    const known = rows.filter((row) => isSameTag(row.sale_tag, tag));
    return known.length === 0 || known.some(({ joined }) => joined);
  });
}

/**
 * Forgets the original prices of a product that is off sale, but not those of a variant that
 * somebody else has changed since and still shows as reduced.
 */
export async function forgetOriginals(
  db: Db,
  { run_id, product_id, variants }: Pick<StepRow, "run_id" | "product_id" | "variants">,
): Promise<void> {
  const [shop] = await db
    .select({ name: integrations.store_name })
    .from(saleRuns)
    .innerJoin(integrations, eq(integrations.id, saleRuns.integration_id))
    .where(eq(saleRuns.id, run_id));
  if (!shop) return;
  const mine = ofProduct(shop.name, product_id);
  const rows = await db.select().from(saleOriginals).where(mine);
  const kept = rows.filter((row) =>
    variants.some(
      ({ id, after }) => id === row.variant_id && isReducedByOthers(after, originalOf(row)),
    ),
  );
  const ids = kept.map(({ variant_id }) => variant_id);
  await db.delete(saleOriginals).where(and(mine, notInArray(saleOriginals.variant_id, ids)));
}
