import { type ShopConnection, ShopRefusal } from "../../../ports/shop.ts";
import type { ShopCall } from "./call.ts";
import { hostOf, isCustom, throwUserErrors } from "./call.ts";
import { readPublications } from "./channels.ts";
import {
  type Collection,
  changeCollectionsDocument,
  collectionsDocument,
  createCollectionDocument,
  publishDocument,
  removeMarkDocument,
  shopDocument,
} from "./documents.ts";
import { mayPublish, scopesOf } from "./scopes.ts";

const isSame = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** A shop's collection for a tag. */
type SaleCollection = {
  readonly id: string;
  /** False if its products follow the tag by themselves. */
  readonly isCustom: boolean;
};

/**
 * Returns the sale collections of shops: the one with the rule of the tag, or else the one of that
 * name. A shop is asked once for each tag, and again if it refuses a change of that collection: its
 * owner may have deleted it, or created another one.
 */
export function createSaleCollections(call: ShopCall) {
  const known = new Map<string, SaleCollection>();
  const keyOf = (shop: ShopConnection, tag: string) => `${hostOf(shop)} ${tag.toLowerCase()}`;

  /**
   * Makes sure that the shop has a collection for the tag. A new one has the tag's name, follows the
   * tag by itself, and is published in the Online Store if the app has the right to: by a later call
   * if this one breaks off in between.
   */
  async function ensure(shop: ShopConnection, tag: string, signal: AbortSignal) {
    const key = keyOf(shop, tag);
    const before = known.get(key);
    if (before) return before;
    try {
      const found = await find(call, shop, tag, signal);
      if (!found) {
        const id = await create(call, shop, tag, signal);
        await publish(call, shop, id, signal);
        known.set(key, { id, isCustom: false });
      } else {
        if (found.metafield) await publish(call, shop, found.id, signal);
        known.set(key, { id: found.id, isCustom: isCustom(found) });
      }
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error;
      throw new ShopRefusal(
        `the collection "${tag}" could not be made and published, so do that in the shop. ${error.message}`,
        error.why,
      );
    }
    return known.get(key);
  }

  async function change(
    shop: ShopConnection,
    product: string,
    collections: { readonly join?: string; readonly leave?: string },
    signal: AbortSignal,
  ) {
    const { join, leave } = collections;
    const variables = { id: product, join: join ? [join] : [], leave: leave ? [leave] : [] };
    throwUserErrors(await call(shop, changeCollectionsDocument, variables, signal));
  }

  /** Does it once more, without what is known of the collection, if the shop refuses it as known. */
  async function withFresh(shop: ShopConnection, tag: string, act: () => Promise<void>) {
    const wasKnown = known.has(keyOf(shop, tag));
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error;
      known.delete(keyOf(shop, tag));
      if (!wasKnown) throw error;
      await act();
    }
  }

  return {
    ensure,
    /** Puts a product into the collection of a tag that does not follow the tag by itself. */
    join: (shop: ShopConnection, product: string, tag: string, signal: AbortSignal) =>
      withFresh(shop, tag, async () => {
        const collection = await ensure(shop, tag, signal);
        if (collection?.isCustom) await change(shop, product, { join: collection.id }, signal);
      }),
    /** Takes it out again; without effect if the shop has no such collection. */
    leave: (shop: ShopConnection, product: string, tag: string, signal: AbortSignal) =>
      withFresh(shop, tag, async () => {
        const before = known.get(keyOf(shop, tag));
        const found = before ? undefined : await find(call, shop, tag, signal);
        const collection = before ?? (found && { id: found.id, isCustom: isCustom(found) });
        if (collection?.isCustom) await change(shop, product, { leave: collection.id }, signal);
      }),
  };
}

async function find(
  call: ShopCall,
  shop: ShopConnection,
  tag: string,
  signal: AbortSignal,
): Promise<Collection | undefined> {
  let named: Collection | undefined;
  let after: string | null = null;
  for (;;) {
    const { collections }: (typeof collectionsDocument)["data"]["_output"] = await call(
      shop,
      collectionsDocument,
      { after },
      signal,
    );
    const ruled = collections.nodes.find(({ ruleSet }) =>
      ruleSet?.rules.some(
        ({ column, relation, condition }) =>
          column === "TAG" && relation === "EQUALS" && isSame(condition, tag),
      ),
    );
    if (ruled) return ruled;
    named ??= collections.nodes.find(({ title }) => isSame(title, tag));
    if (!collections.pageInfo.hasNextPage) return named;
    after = collections.pageInfo.endCursor;
  }
}

async function create(
  call: ShopCall,
  shop: ShopConnection,
  tag: string,
  signal: AbortSignal,
): Promise<string> {
  const variables = { title: tag, tag };
  const { collectionCreate } = await call(shop, createCollectionDocument, variables, signal);
  throwUserErrors(collectionCreate);
  const id = collectionCreate?.collection?.id;
  if (id === undefined) throw new ShopRefusal("Shopify made no collection");
  return id;
}

/**
 * Publishes a collection that this app has made, and takes its mark off, so that its owner may hide it
 * later. Without the right to publish it keeps the mark, until the app has the right.
 */
async function publish(call: ShopCall, shop: ShopConnection, id: string, signal: AbortSignal) {
  const scopes = scopesOf(await call(shop, shopDocument, {}, signal));
  if (!mayPublish(scopes)) return;
  const publications = await readPublications(call, shop, scopes, signal);
  const onlineStore = publications.find((publication) => publication.isOnlineStore);
  if (!onlineStore) return;
  const where = { id, publicationId: onlineStore.id };
  throwUserErrors(await call(shop, publishDocument, where, signal));
  throwUserErrors(await call(shop, removeMarkDocument, { id }, signal));
}
