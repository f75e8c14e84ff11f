import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Context, Jobs } from "../context.ts";
import { integrations, shopProducts } from "../db/schema.ts";
import { shopConnection } from "../domain/integrations.ts";
import { Fault } from "../fault.ts";
import type { Ports } from "../ports/ports.ts";
import { ShopBusy, type ShopConnection, type ShopProduct, ShopRefusal } from "../ports/shop.ts";
import type { JobHandlers } from "./job.ts";

/**
 * Reads a shop's products and replaces those of the last sync, in one transaction. If the shop refuses,
 * the error is stored in the integration and the job is not retried, because it would be refused again.
 * If the shop does not answer, the job is retried.
 */
export const syncProducts: JobHandlers["sync-products"] = async (work, { ports, transaction }) => {
  const shop = await transaction((context) => openShop(context, work));
  if (!shop) return;
  const readAt = ports.clock.now();
  const read = await readShop(ports, shop);
  await transaction((context) =>
    "products" in read
      ? replaceProducts(context, work, read.products, readAt)
      : noteError(context, work, read.error),
  );
  if ("unanswered" in read) throw new Fault(read.error);
};

/** Undefined if the integration was deleted, is no shop, or its keys cannot be decrypted. */
async function openShop(
  context: Context,
  work: Jobs["sync-products"],
): Promise<ShopConnection | undefined> {
  const { db, ports } = context;
  const [integration] = await db
    .select()
    .from(integrations)
    .where(and(eq(integrations.id, work.integrationId), eq(integrations.platform, "shopify")));
  if (!integration) return undefined;
  try {
    return shopConnection(ports.secrets, integration);
  } catch {
    await noteError(context, work, "The stored keys cannot be read: add the integration again.");
    return undefined;
  }
}

type Read =
  | { readonly products: readonly ShopProduct[] }
  | { readonly error: string; readonly unanswered?: true };

async function readShop({ shop }: Ports, connection: ShopConnection): Promise<Read> {
  try {
    return { products: await shop.products(connection, AbortSignal.timeout(120_000)) };
  } catch (error) {
    if (error instanceof ShopRefusal) return { error: error.message };
    if (error instanceof ShopBusy) return { error: error.message, unanswered: true };
    // The thrown error may contain the keys, so its message is not stored.
    return { error: "The shop did not answer.", unanswered: true };
  }
}

/** Has no effect if a sync that started later has been stored already. */
async function replaceProducts(
  { db }: Context,
  { integrationId }: Jobs["sync-products"],
  products: readonly ShopProduct[],
  readAt: Date,
) {
  const olderThanThis = or(isNull(integrations.synced_at), lte(integrations.synced_at, readAt));
  const synced = await db
    .update(integrations)
    .set({ synced_at: readAt, last_known_error: noteOf(products) })
    .where(and(eq(integrations.id, integrationId), olderThanThis))
    .returning({ id: integrations.id });
  if (synced.length === 0) return;
  await db.delete(shopProducts).where(eq(shopProducts.integration_id, integrationId));
  for (let first = 0; first < products.length; first += batchSize) {
    await db.insert(shopProducts).values(
      products.slice(first, first + batchSize).map((product) => ({
        integration_id: integrationId,
        product_id: product.id,
        title: product.title,
        ...cheapestOf(product),
        variants: product.variants,
        image_url: product.imageUrl,
        product_url: product.url,
        tags: [...product.tags],
        sales_channels: product.salesChannels ? [...product.salesChannels] : null,
        units_sold: product.unitsSold ?? 0,
      })),
    );
  }
}

function cheapestOf({ variants }: ShopProduct) {
  const [first] = variants.toSorted((one, other) => one.price - other.price);
  return { price: first?.price ?? 0, compare_at_price: first?.compareAtPrice ?? null };
}

const noteOf = (products: readonly ShopProduct[]) =>
  products.some(({ unitsSold }) => unitsSold === null)
    ? "The shop does not show its orders: which products sell best is not known."
    : null;

/** A statement has at most 65,535 parameters, and a product needs eleven. */
const batchSize = 5000;

async function noteError({ db }: Context, work: Jobs["sync-products"], error: string) {
  await db
    .update(integrations)
    .set({ last_known_error: error })
    .where(eq(integrations.id, work.integrationId));
}
