/** A shop with its decrypted credentials. */
export type ShopConnection = {
  readonly store: string;
  /** `api_key`, `password`, `webhook_secret`. */
  readonly credentials: Readonly<Record<string, string>>;
};

/** Prices are in RSD. */
export type ShopProduct = {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  /** The crossed-out price; null for none. */
  readonly compareAtPrice: number | null;
  readonly tags: readonly string[];
  readonly imageUrl: string | null;
  readonly url: string | null;
  readonly unitsSold: number;
  /** The names of the sales channels that it is published on; undefined if the shop does not say. */
  readonly salesChannels?: readonly string[] | undefined;
  /** The names of the custom collections that it is in; undefined if the shop does not say. */
  readonly collections?: readonly string[] | undefined;
};

/** A product's new state. Prices are absolute, so that a repeated change has no further effect. */
export type ShopChange = {
  readonly price: number;
  readonly compareAtPrice: number | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  /** Names of custom collections, ignoring case. One that does not exist yet is created. */
  readonly addToCollections?: readonly string[];
  readonly removeFromCollections?: readonly string[];
};

/** A refusal in the shop's words. */
export class ShopRefusal extends Error {
  override readonly name = "ShopRefusal";
}

/**
 * An online shop. Throws a ShopRefusal if the shop refuses (wrong keys, no such product), and any
 * other error if it was not reached: then a change may or may not have been made.
 */
export type Shop = {
  /** Tests the keys without changing anything. */
  readonly test: (shop: ShopConnection, signal: AbortSignal) => Promise<void>;
  /** All products, always in the same order. */
  readonly products: (shop: ShopConnection, signal: AbortSignal) => Promise<readonly ShopProduct[]>;
  /** Undefined if the shop has no such product. */
  readonly product: (
    shop: ShopConnection,
    id: string,
    signal: AbortSignal,
  ) => Promise<ShopProduct | undefined>;
  readonly change: (
    shop: ShopConnection,
    id: string,
    change: ShopChange,
    signal: AbortSignal,
  ) => Promise<void>;
};
