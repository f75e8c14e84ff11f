import { type ShopConnection, type ShopProduct, ShopRefusal } from "../../../ports/shop.ts";
import { isCustom, type ShopCall } from "./call.ts";
import {
  type Product,
  productsByIdDocument,
  productsDocument,
  variantsDocument,
} from "./documents.ts";
import { allNodes, readInSize, usualSize } from "./paging.ts";

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
  const size = { ...usualSize };
  let after: string | null = null;
  for (;;) {
    const page: (typeof productsDocument)["data"]["_output"] = await readInSize(size, () =>
      call(shop, productsDocument, { ...size, after, query }, signal),
    );
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
  const size = withCollections ? { ...usualSize, variants: 100 } : { ...usualSize };
  for (let from = 0; from < ids.length; from += size.first) {
    const page = await readInSize(size, () => {
      const gids = ids.slice(from, from + size.first).map((id) => gidOf("Product", id));
      const asked = { ids: gids, variants: size.variants, withCollections };
      return call(shop, productsByIdDocument, asked, signal);
    });
    refuseOtherCurrency(shop, page.shop);
    for (const product of page.nodes) {
      if (product) products.push(await wholeProduct(call, shop, product, signal));
    }
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
  const { id } = product;
  const variants = await allNodes(
    product.variants,
    async (after) => (await call(shop, variantsDocument, { id, after }, signal)).product?.variants,
  );
  return {
    id: product.legacyResourceId,
    title: product.title,
    variants,
    isHidden: product.status !== "ACTIVE",
    tags: product.tags,
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    url: product.onlineStoreUrl,
    collections: product.collections?.nodes.filter(isCustom).map(({ title }) => title),
  };
}

export const gidOf = (type: "Product" | "ProductVariant", id: string) =>
  `gid://shopify/${type}/${id}`;
