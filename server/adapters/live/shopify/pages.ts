import * as z from "zod";
import type { ShopConnection, ShopPage } from "../../../ports/shop.ts";
import { hostOf, type ShopCall } from "./call.ts";
import { onlineStore, readPublications } from "./channels.ts";
import { activeProductsDocument, countDocument, type Product, shopDocument } from "./documents.ts";
import { ordersSince, soldUnits } from "./orders.ts";
import { type PageSize, readInSize, usualSize } from "./paging.ts";
import { refuseOtherCurrency, wholeProduct } from "./products.ts";
import { mayReadChannels, scopesOf, warningsOf } from "./scopes.ts";

/** The cursor of a sync: in the products, and after the last of them in the orders. */
const cursorSchema = z.discriminatedUnion("of", [
  z.object({
    of: z.literal("products"),
    after: z.string().nullable(),
    /** The names of the sales channels of each publication; null if the app may not read them. */
    channels: z.record(z.string(), z.array(z.string())).nullable(),
  }),
  z.object({ of: z.literal("orders"), after: z.string().nullable(), since: z.string() }),
]);
type Cursor = z.output<typeof cursorSchema>;

/**
 * Reads all products of a shop and their sales, page by page. A page can be read by another process.
 */
export function createPages(call: ShopCall, now: () => Date) {
  /** The part of a shop that fits into a page, by its host: into its cost, and into the time for it. */
  const sizes = new Map<string, PageSize>();

  function sizeOf(shop: ShopConnection): PageSize {
    const size = sizes.get(hostOf(shop)) ?? { ...usualSize };
    sizes.set(hostOf(shop), size);
    return size;
  }

  async function begin(shop: ShopConnection, signal: AbortSignal) {
    const scopes = scopesOf(await call(shop, shopDocument, {}, signal));
    const publications = await readPublications(call, shop, scopes, signal);
    const { productsCount } = await call(shop, countDocument, {}, signal);
    const channels = Object.fromEntries(
      publications.map(({ id, channels }) => [id, [...channels]]),
    );
    return {
      place: {
        of: "products" as const,
        after: null,
        channels: mayReadChannels(scopes) ? channels : null,
      },
      total: productsCount?.count ?? null,
      warnings: warningsOf(scopes, publications),
    };
  }

  /** Reads products with all their variants; each with many variants needs calls of its own. */
  async function readProducts(
    shop: ShopConnection,
    { after, channels }: Extract<Cursor, { of: "products" }>,
    signal: AbortSignal,
  ) {
    const size = sizeOf(shop);
    const asked = { after, withPublications: channels !== null };
    try {
      const page = await readInSize(size, () =>
        call(shop, activeProductsDocument, { ...size, ...asked }, signal),
      );
      refuseOtherCurrency(shop, page.shop);
      const products = [];
      for (const product of page.products.nodes) {
        const whole = await wholeProduct(call, shop, product, signal);
        products.push({
          ...whole,
          description: product.description?.trim() || null,
          salesChannels: channelsOf(product, channels),
        });
      }
      return { products, pageInfo: page.products.pageInfo };
    } catch (error) {
      // The same page would not be ready in time again.
      if (signal.aborted) size.first = Math.ceil(size.first / 4);
      throw error;
    }
  }

  return async (
    shop: ShopConnection,
    from: string | null,
    signal: AbortSignal,
  ): Promise<ShopPage> => {
    const begun = from === null ? await begin(shop, signal) : undefined;
    const place: Cursor = begun?.place ?? cursorSchema.parse(JSON.parse(from ?? ""));
    if (place.of === "orders") {
      const page = await soldUnits(call, shop, place, signal);
      const next = page?.next ? toText({ ...place, after: page.next }) : null;
      return { products: [], sold: page?.sold ?? null, total: null, next };
    }
    const { products, pageInfo } = await readProducts(shop, place, signal);
    const { hasNextPage, endCursor } = pageInfo;
    const next: Cursor = hasNextPage
      ? { ...place, after: endCursor }
      : { of: "orders", after: null, since: ordersSince(now()) };
    const { total = null, warnings } = begun ?? {};
    return { products, sold: new Map(), total, next: toText(next), ...(warnings && { warnings }) };
  };
}

const toText = (place: Cursor) => JSON.stringify(place);

function channelsOf(
  { onlineStoreUrl, resourcePublicationsV2 }: Product,
  channels: Readonly<Record<string, readonly string[]>> | null,
): readonly string[] {
  if (channels === null) return onlineStoreUrl === null ? [] : [onlineStore];
  const published = resourcePublicationsV2?.nodes ?? [];
  return [...new Set(published.flatMap(({ publication }) => channels[publication.id] ?? []))];
}
