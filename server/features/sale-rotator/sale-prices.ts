import type { Prices } from "../../ports/shop.ts";

/** The prices of a variant before its sale, which it gets back, and on sale: perhaps the same. */
export type Original = {
  readonly productId: string;
  readonly original: Prices;
  readonly onSale: Prices;
  readonly saleTag: string;
};

/** The variants on sale whose original prices are known, by variant id. */
export type Originals = ReadonlyMap<string, Original>;

/** Returns the reduced price in whole dinars, half up. */
export const discounted = (price: number, percent: number) =>
  Math.round((price * (100 - percent)) / 100);

/**
 * Returns true if the variant is as its sale left it. Price and crossed-out price are set in one
 * call, so a mix of both sides is the owner's own: a price that he keeps after the sale stays.
 */
export const isOfSale = (now: Prices, { original, onSale }: Original) =>
  isSame(now, original) || isSame(now, onSale);

/**
 * Returns true if the rotator reduced the variant, and somebody else has changed its prices since
 * but still shows a reduced one.
 */
export const isReducedByOthers = (now: Prices, original: Original | undefined) =>
  original !== undefined &&
  !isSame(original.original, original.onSale) &&
  !isOfSale(now, original) &&
  isLowered(now);

export const isLowered = ({ price, compareAtPrice }: Prices) =>
  compareAtPrice !== null && compareAtPrice > price;

/** Compares two prices to the hundredth, whatever a calculation has left behind it. */
const isEqual = (one: number | null, other: number | null) =>
  one === null || other === null
    ? one === other
    : Math.round(one * 100) === Math.round(other * 100);

export const isSame = (one: Prices, other: Prices) =>
  isEqual(one.price, other.price) && isEqual(one.compareAtPrice, other.compareAtPrice);

export const reduced = ({ price }: Prices, percent: number): Prices => ({
  price: discounted(price, percent),
  compareAtPrice: price,
});

/**
 * Returns the original prices, never below the current price: a lower crossed-out price was not the
 * original one.
 */
export const restored = ({ price, compareAtPrice }: Prices): Prices => ({
  price: isPrice(compareAtPrice) ? Math.max(price, compareAtPrice) : price,
  compareAtPrice: null,
});

export const pricesOf = ({ price, compareAtPrice }: Prices): Prices => ({ price, compareAtPrice });

export const isPrice = (price: number | null): price is number =>
  price !== null && Number.isFinite(price) && price > 0;
