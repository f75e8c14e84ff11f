/** A shop as its integration names it, with the credentials opened. */
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
  /** The price that is shown crossed out; null shows nothing. */
  readonly compareAtPrice: number | null;
  readonly tags: readonly string[];
  readonly imageUrl: string | null;
  readonly url: string | null;
  readonly unitsSold: number;
};

/** What a product is to be afterwards. Prices are absolute, so that a change made twice is one. */
export type ShopChange = {
  readonly price: number;
  readonly compareAtPrice: number | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
};

/** The shop said no, in its own words. */
export class ShopRefusal extends Error {
  override readonly name = "ShopRefusal";
}

/**
 * An online shop. Throws a ShopRefusal where the shop refuses (wrong keys, no such product), and
 * anything else where it was not reached: then a change may or may not have been made.
 */
export type Shop = {
  /** Tries the keys and changes nothing. */
  readonly test: (shop: ShopConnection, signal: AbortSignal) => Promise<void>;
  /** Every product, in the same order every time. */
  readonly products: (shop: ShopConnection, signal: AbortSignal) => Promise<readonly ShopProduct[]>;
  /** Undefined where the shop has no such product. */
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
