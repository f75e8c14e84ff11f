import { type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";
import { type ShopCall, TooCostly } from "./call.ts";
import { linesDocument, ordersDocument } from "./documents.ts";

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
  const page = await readPage(call, shop, { query, after }, signal);
  if (!page) return null;
  for (const { id, cancelledAt, test, lineItems } of page.orders.nodes) {
    if (cancelledAt !== null || test) continue;
    let { nodes, pageInfo } = lineItems;
    for (;;) {
      for (const { currentQuantity, product } of nodes) {
        if (!product) continue;
        const { legacyResourceId } = product;
        sold.set(legacyResourceId, (sold.get(legacyResourceId) ?? 0) + currentQuantity);
      }
      if (!pageInfo.hasNextPage) break;
      const more = await call(shop, linesDocument, { id, after: pageInfo.endCursor }, signal);
      if (!more.order) break;
      ({ nodes, pageInfo } = more.order.lineItems);
    }
  }
  const { hasNextPage, endCursor } = page.orders.pageInfo;
  return { sold, next: hasNextPage ? endCursor : null };
}

async function readPage(
  call: ShopCall,
  shop: ShopConnection,
  asked: { readonly query: string; readonly after: string | null },
  signal: AbortSignal,
) {
  for (let first = maxOrders; ; first = Math.ceil(first / 2)) {
    try {
      return await call(shop, ordersDocument, { first, ...asked }, signal);
    } catch (error) {
      if (error instanceof TooCostly && first > 1) continue;
      // The products were read with the same keys: only the orders are not shown.
      if (error instanceof ShopRefusal) return null;
      throw error;
    }
  }
}
