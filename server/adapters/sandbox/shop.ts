import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { sandboxProducts } from "../../db/schema.ts";
import type { Db } from "../../kernel/context.ts";
import {
  type Shop,
  type ShopChange,
  type ShopConnection,
  type ShopProduct,
  ShopRefusal,
} from "../../ports/shop.ts";
import { sandboxCatalogue } from "./catalogue.ts";

export type Row = typeof sandboxProducts.$inferSelect;

/** Returns the path of a shop's page for customers. */
export const shopUrl = (store: string) => `/sandbox/shop/${encodeURIComponent(store)}`;

/**
 * Creates the port for shops with products in the database. Each name, ignoring case, is a shop,
 * which is created by its first call for products. Each product has one variant, with the product's
 * own id. Keys that contain 'wrong' are refused.
 */
export function createSandboxShop({ transaction }: Pick<Database, "transaction">): Shop {
  const allOf = (shop: ShopConnection) => {
    const store = storeOf(shop);
    return transaction(async (db) => {
      await createShop(db, store);
      return rowsOf(db, store);
    });
  };
  return {
    test: async (shop) => {
      storeOf(shop);
      return { store: shop.store, notes: [], warnings: [] };
    },
    page: async (shop) => {
      const rows = await allOf(shop);
      return {
        products: rows.map(toProduct),
        sold: new Map(rows.map(({ product_id, units_sold }) => [product_id, units_sold])),
        total: rows.length,
        next: null,
      };
    },
    products: async (shop) => (await allOf(shop)).map(toProduct),
    product: async (shop, id) => {
      const store = storeOf(shop);
      const row = await transaction(async (db) => {
        await createShop(db, store);
        return (await db.select().from(sandboxProducts).where(oneOf(store, id)))[0];
      });
      return row && toProduct(row);
    },
    change: async (shop, id, change) => {
      const store = storeOf(shop);
      await transaction(async (db) => {
        await createShop(db, store);
        await changeProduct(db, store, id, change);
      });
    },
  };
}

/** Returns the products of a shop, by id; empty if it has not been created. */
export const rowsOf = (db: Db, store: string): Promise<Row[]> =>
  db
    .select()
    .from(sandboxProducts)
    .where(eq(sandboxProducts.store, store))
    .orderBy(asc(sandboxProducts.product_id));

/** Returns the shop's name in lower case; throws a ShopRefusal if the keys are refused. */
function storeOf({ store, credentials: { api_key, password } }: ShopConnection): string {
  if ([api_key, password].some((key) => !key || /wrong/i.test(key))) {
    throw new ShopRefusal(
      "[API] Invalid API key or access token (unrecognized login or wrong password)",
    );
  }
  return store.toLowerCase();
}

/** Creates the shop's products, none twice: concurrent calls insert the same rows in one order. */
async function createShop(db: Db, store: string) {
  const [known] = await db
    .select({ store: sandboxProducts.store })
    .from(sandboxProducts)
    .where(eq(sandboxProducts.store, store))
    .limit(1);
  if (known) return;
  await db
    .insert(sandboxProducts)
    .values(sandboxCatalogue(store).map((product) => ({ store, ...product })))
    .onConflictDoNothing();
}

async function changeProduct(db: Db, store: string, id: string, change: ShopChange) {
  const [before] = await db.select().from(sandboxProducts).where(oneOf(store, id)).for("update");
  if (!before) throw new ShopRefusal("Product does not exist");
  const prices = change.variants.find((variant) => variant.id === id);
  const after = {
    price: prices?.price ?? before.price,
    compare_at_price: prices ? prices.compareAtPrice : before.compare_at_price,
    tags: changed(before.tags, change.addTags, change.removeTags),
    collections: changed(
      before.collections,
      change.addToCollections ?? [],
      change.removeFromCollections ?? [],
    ),
  };
  const isChanged =
    after.price !== before.price ||
    after.compare_at_price !== before.compare_at_price ||
    after.tags.join() !== before.tags.join() ||
    after.collections.join() !== before.collections.join();
  if (!isChanged) return;
  await db
    .update(sandboxProducts)
    .set({ ...after, changes: before.changes + 1 })
    .where(oneOf(store, id));
}

/** Returns changed names, which are unique ignoring case. One that is both added and removed stays. */
function changed(
  names: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): string[] {
  const isRemoved = (name: string) => hasTag(removed, name) && !hasTag(added, name);
  const after = names.filter((name) => !isRemoved(name));
  for (const name of added) if (!hasTag(after, name)) after.push(name);
  return after;
}

export const hasTag = (tags: readonly string[], wanted: string) =>
  tags.some((tag) => tag.toLowerCase() === wanted.toLowerCase());

const oneOf = (store: string, id: string) =>
  and(eq(sandboxProducts.store, store), eq(sandboxProducts.product_id, id));

const toProduct = (row: Row): ShopProduct => ({
  id: row.product_id,
  title: row.title,
  variants: [
    {
      id: row.product_id,
      title: "Default Title",
      price: row.price,
      compareAtPrice: row.compare_at_price,
    },
  ],
  tags: row.tags,
  imageUrl: row.image_url,
  url: `${shopUrl(row.store)}#${row.product_id}`,
  salesChannels: row.sales_channels,
  collections: row.collections,
});
