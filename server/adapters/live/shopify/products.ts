import { type ShopConnection, type ShopProduct, ShopRefusal } from "../../../ports/shop.ts";
import { isCustom, type ShopCall, TooCostly } from "./call.ts";
import {
  type Product,
  productsByIdDocument,
  productsDocument,
  type Variant,
  variantsDocument,
} from "./documents.ts";

export const productsPerPage = 25;
export const variantsPerPage = 20;

/** Refuses a shop with another currency: the console shows and calculates prices in dinars only. */
export function refuseOtherCurrency(
  shop: ShopConnection,
  { currencyCode }: { readonly currencyCode: string },
) {
  if (currencyCode === "RSD") return;
  throw new ShopRefusal(
    `The prices of ${shop.store} are in ${currencyCode}: this console only works with shops in RSD.`,
    "credentials",
  );
}

export async function readProducts(
  call: ShopCall,
  shop: ShopConnection,
  query: string,
  signal: AbortSignal,
): Promise<ShopProduct[]> {
  const products: ShopProduct[] = [];
  let first = productsPerPage;
  let variants = variantsPerPage;
  let after: string | null = null;
  for (;;) {
    let page: (typeof productsDocument)["data"]["_output"];
    try {
      page = await call(shop, productsDocument, { first, variants, after, query }, signal);
    } catch (error) {
      if (!(error instanceof TooCostly) || first === 1) throw error;
      first = Math.ceil(first / 2);
      variants = Math.ceil(variants / 2);
      continue;
    }
    refuseOtherCurrency(shop, page.shop);
    for (const product of page.products.nodes) {
      products.push(await wholeProduct(call, shop, product, signal));
    }
    const { hasNextPage, endCursor } = page.products.pageInfo;
    if (!hasNextPage) return products;
    after = endCursor;
  }
}

export async function readByIds(
  call: ShopCall,
  shop: ShopConnection,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ShopProduct[]> {
  const products: ShopProduct[] = [];
  const withCollections = ids.length === 1;
  let variants = ids.length === 1 ? 100 : variantsPerPage;
  let size = productsPerPage;
  for (let from = 0; from < ids.length; ) {
    const gids = ids.slice(from, from + size).map((id) => gidOf("Product", id));
    let page: (typeof productsByIdDocument)["data"]["_output"];
    try {
      page = await call(
        shop,
        productsByIdDocument,
        { ids: gids, variants, withCollections },
        signal,
      );
    } catch (error) {
      if (!(error instanceof TooCostly) || (size === 1 && variants === 1)) throw error;
      size = Math.ceil(size / 2);
      variants = Math.ceil(variants / 2);
      continue;
    }
    refuseOtherCurrency(shop, page.shop);
    for (const product of page.nodes) {
      if (product) products.push(await wholeProduct(call, shop, product, signal));
    }
    from += gids.length;
  }
  return products;
}

/** Returns the product with the variants of all pages. */
export async function wholeProduct(
  call: ShopCall,
  shop: ShopConnection,
  product: Product,
  signal: AbortSignal,
): Promise<ShopProduct> {
  const variants: Variant[] = [...product.variants.nodes];
  let { pageInfo } = product.variants;
  while (pageInfo.hasNextPage) {
    const variables = { id: product.id, after: pageInfo.endCursor };
    const answer = await call(shop, variantsDocument, variables, signal);
    if (!answer.product) break;
    variants.push(...answer.product.variants.nodes);
    pageInfo = answer.product.variants.pageInfo;
  }
  return {
    id: product.legacyResourceId,
    title: product.title,
    variants: variants.map(({ legacyResourceId: id, title, price, compareAtPrice }) => ({
      ...{ id, title, price, compareAtPrice },
    })),
    isHidden: product.status !== "ACTIVE",
    tags: product.tags,
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    url: product.onlineStoreUrl,
    collections: product.collections?.nodes.filter(isCustom).map(({ title }) => title),
  };
}
export const gidOf = (type: "Product" | "ProductVariant", id: string) =>
  `gid://shopify/${type}/${id}`;
