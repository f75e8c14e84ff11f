import { activeCount } from "@/shared/format/active-count";
import { useRead } from "@/shared/query/use-read";
import { productQueries } from "../queries";

/** One line about the catalog. */
export function ProductFacts() {
  const { items: products, unreadable } = useRead(productQueries.list());
  if (products.length === 0 && unreadable > 0) return null;
  return <p>{products.length === 0 ? "No products yet." : activeCount(products)}</p>;
}
