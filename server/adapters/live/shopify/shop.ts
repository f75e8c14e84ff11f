import {
  type Shop,
  type ShopConnection,
  type ShopProduct,
  ShopRefusal,
} from "../../../ports/shop.ts";
import { shopifyAdmin } from "../versions.ts";
import { isCustom, publishingScopes, scopesOf, throwUserErrors } from "./answers.ts";
import { createShopCall, type ShopCall, type ShopifyOptions, TooCostly } from "./call.ts";
import { createSaleCollections } from "./collections.ts";
import {
  addTagsDocument,
  type Product,
  productsByIdDocument,
  productsDocument,
  removeTagsDocument,
  setPricesDocument,
  shopDocument,
  type Variant,
  variantsDocument,
} from "./documents.ts";
import { unitsSold } from "./orders.ts";

/** Without these rights nothing works: products cannot be read or changed, nor orders counted. */
const neededScopes = ["read_products", "write_products", "read_orders"];
const productsPerPage = 25;
const variantsPerPage = 20;
/** The most variants that one mutation takes. */
const variantsPerChange = 250;

/** Shops at Shopify, by the Admin API: https://shopify.dev/docs/api/admin-graphql/2026-10 */
export function createShopifyShop(options: ShopifyOptions): Shop {
  const versions = new Set<string>();
  const call = createShopCall({
    ...options,
    onVersion: (version) => {
      versions.add(version);
      options.onVersion?.(version);
    },
  });
  const collections = createSaleCollections(call);

  return {
    test: async (shop, signal) => {
      const answer = await call(shop, shopDocument, {}, signal);
      refuseOtherCurrency(shop, answer.shop);
      const scopes = scopesOf(answer);
      const missing = neededScopes.filter((scope) => !scopes.includes(scope));
      if (missing.length > 0) {
        throw new ShopRefusal(
          `The app lacks the access scope ${missing.join(" and ")}: give it, and enter the token again.`,
          "credentials",
        );
      }
      const unpublished = publishingScopes.filter((scope) => !scopes.includes(scope));
      return {
        store: answer.shop.myshopifyDomain,
        notes: [
          `${answer.shop.name}, prices in ${answer.shop.currencyCode}`,
          `access scopes: ${scopes.toSorted().join(", ")}`,
          ...(unpublished.length > 0
            ? [`without ${unpublished.join(" and ")} a new sale collection is not published`]
            : []),
          ...[...versions].map(
            (version) => `Shopify answers as version ${version}, not ${shopifyAdmin.version}`,
          ),
        ],
      };
    },

    products: async (shop, signal, only) => {
      const query = only
        ? only.tags.map((tag) => `tag:${quoted(tag)}`).join(" OR ")
        : "status:active";
      const found = query === "" ? [] : await readProducts(call, shop, query, signal);
      if (!only) {
        const sold = await unitsSold(call, shop, options.clock.now(), signal);
        return found.map((product) => ({
          ...product,
          unitsSold: sold && (sold.get(product.id) ?? 0),
        }));
      }
      const missing = only.ids.filter((id) => !found.some((product) => product.id === id));
      return [...found, ...(await readByIds(call, shop, missing, signal))];
    },

    product: async (shop, id, signal) => (await readByIds(call, shop, [id], signal))[0],

    change: async (shop, id, change, signal) => {
      const gid = gidOf("Product", id);
      const { addTags, removeTags, variants } = change;
      const { addToCollections = [], removeFromCollections = [] } = change;
      for (const tag of addToCollections) await collections.ensure(shop, tag, signal);
      // In requests of their own: in one document the next mutation runs although the first was refused.
      if (addTags.length > 0) {
        const tags = { id: gid, tags: addTags };
        const { tagsAdd } = await call(shop, addTagsDocument, tags, signal);
        throwUserErrors(tagsAdd);
      }
      for (const tag of addToCollections) await collections.join(shop, gid, tag, signal);
      for (let from = 0; from < variants.length; from += variantsPerChange) {
        const part = variants.slice(from, from + variantsPerChange);
        const prices = { productId: gid, variants: part.map(priceInput) };
        const answer = await call(shop, setPricesDocument, prices, signal);
        throwUserErrors(answer.productVariantsBulkUpdate);
      }
      for (const tag of removeFromCollections) await collections.leave(shop, gid, tag, signal);
      if (removeTags.length > 0) {
        const tags = { id: gid, tags: removeTags };
        const { tagsRemove } = await call(shop, removeTagsDocument, tags, signal);
        throwUserErrors(tagsRemove);
      }
    },
  };
}

/** Decimal strings. Null is no crossed-out price: "0" would be shown as one of 0.00. */
const priceInput = ({
  id,
  price,
  compareAtPrice,
}: {
  id: string;
  price: number;
  compareAtPrice: number | null;
}) => ({
  id: gidOf("ProductVariant", id),
  price: price.toFixed(2),
  compareAtPrice: compareAtPrice === null ? null : compareAtPrice.toFixed(2),
});

const gidOf = (type: "Product" | "ProductVariant", id: string) => `gid://shopify/${type}/${id}`;

/** As text in Shopify's search syntax. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** The console shows and calculates prices in dinars only. */
function refuseOtherCurrency(
  shop: ShopConnection,
  { currencyCode }: { readonly currencyCode: string },
) {
  if (currencyCode === "RSD") return;
  throw new ShopRefusal(
    `The prices of ${shop.store} are in ${currencyCode}: this console only works with shops in RSD.`,
    "credentials",
  );
}

async function readProducts(
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
      if (!(error instanceof TooCostly) || first === 1) throw refusalOf(error);
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

async function readByIds(
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
      if (!(error instanceof TooCostly) || (size === 1 && variants === 1)) throw refusalOf(error);
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

const refusalOf = (error: unknown) =>
  error instanceof TooCostly ? new ShopRefusal(error.message) : error;

/** The product with the variants of all pages. */
async function wholeProduct(
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
    unitsSold: null,
    salesChannels: product.onlineStoreUrl === null ? [] : ["Online Store"],
    collections: product.collections?.nodes.filter(isCustom).map(({ title }) => title),
  };
}
