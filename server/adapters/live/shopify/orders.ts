import { type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";
import type { ShopCall } from "./call.ts";
import { linesDocument, ordersDocument } from "./documents.ts";
import { allNodes, readInSize } from "./paging.ts";

const day = 86_400_000;
const maxOrders = 50;
/** Orders before that are shown only to apps with the right to all orders. */
const days = 60;

/** Returns the earliest time of the paid orders that a sync counts: 60 days ago. */
export const ordersSince = (now: Date) =>
  new Date(now.getTime() - days * day).toISOString().slice(0, 10);

type SoldPage = {
  readonly sold: ReadonlyMap<string, number>;
  /** Null after the last page. */
  readonly next: string | null;
};

/**
 * Returns how many units of each product, by its id, were sold in a page of the paid orders since a
 * day, without cancelled ones and tests. Null if the shop does not show its orders.
 */
export async function soldUnits(
  call: ShopCall,
  shop: ShopConnection,
  { since, after }: { readonly since: string; readonly after: string | null },
  signal: AbortSignal,
): Promise<SoldPage | null> {
  const query = `created_at:>=${since} financial_status:paid`;
  const sold = new Map<string, number>();
  const size = { first: maxOrders };
  const page = await readInSize(size, () =>
    call(shop, ordersDocument, { ...size, query, after }, signal),
  ).catch((error: unknown) => {
    // The products were read with the same keys: only the orders are not shown.
    if (error instanceof ShopRefusal) return null;
    throw error;
  });
  if (!page) return null;
  for (const { id, cancelledAt, test, lineItems } of page.orders.nodes) {
    if (cancelledAt !== null || test) continue;
    const lines = await allNodes(
      lineItems,
      async (after) => (await call(shop, linesDocument, { id, after }, signal)).order?.lineItems,
    );
    for (const { currentQuantity, product } of lines) {
      if (!product) continue;
      const { legacyResourceId } = product;
      sold.set(legacyResourceId, (sold.get(legacyResourceId) ?? 0) + currentQuantity);
    }
  }
  const { hasNextPage, endCursor } = page.orders.pageInfo;
  return { sold, next: hasNextPage ? endCursor : null };
}
