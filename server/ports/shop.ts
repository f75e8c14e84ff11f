export type ShopConnection = {
  readonly store: string;
  /** `api_key`, `password`, `webhook_secret`. */
  readonly credentials: Readonly<Record<string, string>>;
};

/**
 * A price and the crossed-out price, in RSD with at most two decimals; null is no crossed-out price.
 */
export type Prices = { readonly price: number; readonly compareAtPrice: number | null };

/** One of the sizes or colours in which a product is sold, with prices of its own. */
export type ShopVariant = Prices & {
  readonly id: string;
  /** `Default Title` for the only variant of a product without options. */
  readonly title: string;
};

export type ShopProduct = {
  readonly id: string;
  readonly title: string;
  /** True for a draft or an archived product, which customers do not see. */
  readonly isHidden?: boolean | undefined;
  /** At least one, in the shop's order. */
  readonly variants: readonly ShopVariant[];
  readonly tags: readonly string[];
  readonly imageUrl: string | null;
  readonly url: string | null;
  /** A description as plain text; null or undefined if nothing, or if it was not asked for. */
  readonly description?: string | null | undefined;
  /** The names of the sales channels that it is published on; undefined if it was not asked for. */
  readonly salesChannels?: readonly string[] | undefined;
  /**
   * The names of the custom collections that it is in, not of those that follow a tag; undefined if the
   * shop does not say.
   */
  readonly collections?: readonly string[] | undefined;
};

/**
 * A product's new state. Prices are absolute, so that a repeated change has no further effect. The tags
 * to add are added before the prices change, and the tags to remove are removed after, and so are
 * collections: whatever breaks off in between, no reduced price is left without its tag.
 */
export type ShopChange = {
  /** The variants whose prices change; the others keep theirs. */
  readonly variants: readonly (Prices & { readonly id: string })[];
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  /** Names of collections, ignoring case. One that does not exist yet is created. */
  readonly addToCollections?: readonly string[];
  readonly removeFromCollections?: readonly string[];
};

/** The products to read. */
export type ProductFilter = {
  /** Products with one of these tags, ignoring case. */
  readonly tags: readonly string[];
  /** These products too, whatever their tags. */
  readonly ids: readonly string[];
};

/** A part of all products of a shop and of the units that it sold of them. */
export type ShopPage = {
  readonly products: readonly ShopProduct[];
  /**
   * Units to add to those of the other pages, by product id; null if the shop does not show its orders.
   */
  readonly sold: ReadonlyMap<string, number> | null;
  /** The number of products that the shop has; null if it does not say. */
  readonly total: number | null;
  /** Sentences that say what the missing rights prevent; on the first page. */
  readonly warnings?: readonly string[];
  /** From where to read on; null after the last page. */
  readonly next: string | null;
};

/** The facts of a shop whose keys work. */
export type ShopTest = {
  /** The shop's permanent name, by which two ways of writing it are the same shop. */
  readonly store: string;
  /** One line for each thing that the owner of the keys may want to know: name, currency, rights. */
  readonly notes: readonly string[];
  /** Sentences that say what the missing rights prevent. */
  readonly warnings: readonly string[];
};

/** A refusal in the shop's words. */
export class ShopRefusal extends Error {
  override readonly name = "ShopRefusal";
  /** `credentials` if the integration must be added again before anything else can work. */
  readonly why: "credentials" | undefined;

  constructor(message: string, why?: "credentials") {
    super(message);
    this.why = why;
  }
}

/** The shop, or the way to it, was busy: what was asked for last was certainly not done. */
export class ShopBusy extends Error {
  override readonly name = "ShopBusy";
  /** The time when the same may be asked for again. */
  readonly retryAt: Date;

  constructor(message: string, retryAt: Date) {
    super(message);
    this.retryAt = retryAt;
  }
}

/**
 * An online shop. Throws a ShopRefusal if the shop refuses (wrong keys, no such product), a ShopBusy if
 * it asks to wait, and any other error if it gave no certain answer: then a change may have been made,
 * wholly or in part.
 */
export type Shop = {
  /** Tests the keys without changing anything. */
  readonly test: (shop: ShopConnection, signal: AbortSignal) => Promise<ShopTest>;
  /** A page of all products and of their sales: the one after `from`, or with null the first one. */
  readonly page: (
    shop: ShopConnection,
    from: string | null,
    signal: AbortSignal,
  ) => Promise<ShopPage>;
  /** At least the products of the filter, always in the same order. */
  readonly products: (
    shop: ShopConnection,
    signal: AbortSignal,
    only: ProductFilter,
  ) => Promise<readonly ShopProduct[]>;
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

/** The prices of one variant when the step was planned, and those that it sets. */
export type VariantStep = {
  readonly id: string;
  readonly title: string;
  readonly before: Prices;
  readonly after: Prices;
};
