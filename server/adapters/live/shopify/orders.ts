import { type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";
import { type ShopCall, TooCostly } from "./call.ts";
import { linesDocument, ordersDocument } from "./documents.ts";

const day = 86_400_000;
/** Orders before that are shown only to apps with the right to all orders. */
const days = 60;

/**
 * How many units of each product, by its id, were sold in the last 60 days: paid orders that are neither
 * cancelled nor tests. Undefined products were not sold. Null if the shop does not show its orders.
 */
export async function unitsSold(
  call: ShopCall,
  shop: ShopConnection,
  now: Date,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | null> {
  const since = new Date(now.getTime() - days * day).toISOString().slice(0, 10);
  const query = `created_at:>=${since} financial_status:paid`;
  const sold = new Map<string, number>();
  let first = 50;
  let after: string | null = null;
  for (;;) {
    let page: (typeof ordersDocument)["data"]["_output"];
    try {
      page = await call(shop, ordersDocument, { first, after, query }, signal);
    } catch (error) {
      if (error instanceof TooCostly && first > 1) {
        first = Math.ceil(first / 2);
        continue;
      }
      // The products were read with the same keys: only the orders are not shown.
      if (error instanceof ShopRefusal || error instanceof TooCostly) return null;
      throw error;
    }
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
    if (!hasNextPage) return sold;
    after = endCursor;
  }
}
