import { activeCount } from "@/shared/format/active-count";
import { useRead } from "@/shared/query/use-read";
import { productQueries } from "../queries";

/** One line about the catalog. */
export function ProductFacts() {
  const products = useRead(productQueries.list()).items;
  return <p>{products.length === 0 ? "No products yet." : activeCount(products)}</p>;
}
