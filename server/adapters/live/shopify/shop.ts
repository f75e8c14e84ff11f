import { type Shop, type ShopChange, ShopRefusal } from "../../../ports/shop.ts";
import { shopifyAdmin } from "../versions.ts";
import { createShopCall, type ShopifyOptions, throwUserErrors } from "./call.ts";
import { readPublications } from "./channels.ts";
import { createSaleCollections } from "./collections.ts";
import {
  addTagsDocument,
  type MutationResult,
  removeTagsDocument,
  type ShopDocument,
  setPricesDocument,
  shopDocument,
} from "./documents.ts";
import { createPages } from "./pages.ts";
import { gidOf, readByIds, readProducts, refuseOtherCurrency } from "./products.ts";
import { missingScopes, scopesOf, warningsOf } from "./scopes.ts";

/** The most variants that one mutation takes. */
const variantsPerChange = 250;

/**
 * Creates the port for shops at Shopify, by the Admin API:
 * https://shopify.dev/docs/api/admin-graphql/2026-10
 */
export function createShopifyShop(options: ShopifyOptions): Shop {
  const versions = new Set<string>();
  const call = createShopCall(options, (version) => versions.add(version));
  const collections = createSaleCollections(call);

  return {
    test: async (shop, signal) => {
      const answer = await call(shop, shopDocument, {}, signal);
      refuseOtherCurrency(shop, answer.shop);
      const scopes = scopesOf(answer);
      const missing = missingScopes(scopes);
      if (missing.length > 0) {
        throw new ShopRefusal(
          `The app lacks the access scope ${missing.join(" and ")}: give it, and enter the token again.`,
          "credentials",
        );
      }
      const publications = await readPublications(call, shop, scopes, signal);
      return {
        store: answer.shop.myshopifyDomain,
        notes: [
          `${answer.shop.name}, prices in ${answer.shop.currencyCode}`,
          `access scopes: ${scopes.toSorted().join(", ")}`,
          ...(publications.length > 0
            ? [`sales channels: ${publications.flatMap(({ channels }) => channels).join(", ")}`]
            : []),
          ...[...versions].map(
            (version) => `Shopify answers as version ${version}, not ${shopifyAdmin.version}`,
          ),
        ],
        warnings: warningsOf(scopes, publications),
      };
    },

    page: createPages(call, options.clock.now),

    products: async (shop, signal, { tags, ids }) => {
      const query = tags.map((tag) => `tag:${quoted(tag)}`).join(" OR ");
      const found = query === "" ? [] : await readProducts(call, shop, query, signal);
      const missing = ids.filter((id) => !found.some((product) => product.id === id));
      return [...found, ...(await readByIds(call, shop, missing, signal))];
    },

    product: async (shop, id, signal) => (await readByIds(call, shop, [id], signal))[0],

    change: async (shop, id, change, signal) => {
      const gid = gidOf("Product", id);
      const { addTags, removeTags, variants } = change;
      const { addToCollections = [], removeFromCollections = [] } = change;
      const mutate = async (
        document: ShopDocument<MutationResult>,
        variables: Readonly<Record<string, unknown>>,
      ) => throwUserErrors(await call(shop, document, variables, signal));
      for (const tag of addToCollections) await collections.ensure(shop, tag, signal);
      // In requests of their own: in one document the next mutation runs although the first was refused.
      if (addTags.length > 0) await mutate(addTagsDocument, { id: gid, tags: addTags });
      for (const tag of addToCollections) await collections.join(shop, gid, tag, signal);
      for (let from = 0; from < variants.length; from += variantsPerChange) {
        const part = variants.slice(from, from + variantsPerChange);
        await mutate(setPricesDocument, { productId: gid, variants: part.map(priceInput) });
      }
      for (const tag of removeFromCollections) await collections.leave(shop, gid, tag, signal);
      if (removeTags.length > 0) await mutate(removeTagsDocument, { id: gid, tags: removeTags });
    },
  };
}

/**
 * Returns prices as decimal strings. Null is no crossed-out price: "0" would be shown as one of 0.00.
 */
const priceInput = ({ id, price, compareAtPrice }: ShopChange["variants"][number]) => ({
  id: gidOf("ProductVariant", id),
  price: price.toFixed(2),
  compareAtPrice: compareAtPrice === null ? null : compareAtPrice.toFixed(2),
});

/** Quotes a text for Shopify's search syntax. */
const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
