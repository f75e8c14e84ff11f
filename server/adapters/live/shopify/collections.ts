import { type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";
import { hostOf } from "./address.ts";
import { publishingScopes, scopesOf, throwUserErrors } from "./answers.ts";
import type { ShopCall } from "./call.ts";
import {
  collectionsDocument,
  createCollectionDocument,
  publicationsDocument,
  publishDocument,
  shopDocument,
} from "./documents.ts";

const isSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Makes sure that a shop has a collection of the products with a tag: one with that rule, or one of that
 * name, which the shop's owner then fills. A new one has the tag's name, follows the tag by itself, and
 * is published in the Online Store if the app has the right to. A shop is asked once for each tag.
 */
export function createSaleCollections(call: ShopCall) {
  const known = new Set<string>();
  return async (shop: ShopConnection, tag: string, signal: AbortSignal): Promise<void> => {
    const key = `${hostOf(shop)} ${tag.toLowerCase()}`;
    if (known.has(key)) return;
    try {
      if (!(await hasCollection(call, shop, tag, signal))) await create(call, shop, tag, signal);
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error;
      throw new ShopRefusal(
        `the collection "${tag}" could not be made, so make it in the shop. ${error.message}`,
        error.why,
      );
    }
    known.add(key);
  };
}

async function hasCollection(
  call: ShopCall,
  shop: ShopConnection,
  tag: string,
  signal: AbortSignal,
): Promise<boolean> {
  let after: string | null = null;
  for (;;) {
    const { collections }: (typeof collectionsDocument)["data"]["_output"] = await call(
      shop,
      collectionsDocument,
      { after },
      signal,
    );
    const isFound = collections.nodes.some(
      ({ title, ruleSet }) =>
        isSame(title, tag) ||
        ruleSet?.rules.some(
          ({ column, relation, condition }) =>
            column === "TAG" && relation === "EQUALS" && isSame(condition, tag),
        ),
    );
    if (isFound) return true;
    if (!collections.pageInfo.hasNextPage) return false;
    after = collections.pageInfo.endCursor;
  }
}

async function create(call: ShopCall, shop: ShopConnection, tag: string, signal: AbortSignal) {
  const scopes = scopesOf(await call(shop, shopDocument, {}, signal));
  const variables = { title: tag, tag };
  const { collectionCreate } = await call(shop, createCollectionDocument, variables, signal);
  throwUserErrors(collectionCreate);
  const id = collectionCreate?.collection?.id;
  if (id === undefined) throw new ShopRefusal("Shopify made no collection");
  if (!publishingScopes.every((scope) => scopes.includes(scope))) return;
  const { publications } = await call(shop, publicationsDocument, {}, signal);
  const onlineStore = publications.nodes.find(({ channels }) =>
    channels?.nodes.some(({ name }) => name === "Online Store"),
  );
  if (!onlineStore) return;
  const where = { id, publicationId: onlineStore.id };
  throwUserErrors((await call(shop, publishDocument, where, signal)).publishablePublish);
}
