import type { z } from "zod";
import type { saleSettingsUpdateSchema } from "@/features/sale-rotator/schema";
import type { ShopProduct } from "../ports/shop.ts";
import { day } from "./quota.ts";

export type SaleSettings = z.output<typeof saleSettingsUpdateSchema>;

/** A product's price and its crossed-out price, in RSD; null is no crossed-out price. */
export type Prices = { readonly price: number; readonly compareAtPrice: number | null };

/** The change of one product. Prices are absolute, so that a repeated step has no further effect. */
export type PlannedStep = {
  readonly action: "add" | "remove";
  readonly productId: string;
  readonly productName: string;
  readonly before: Prices;
  readonly after: Prices;
  readonly tagsToAdd: readonly string[];
  /** As the shop spells them. */
  readonly tagsToRemove: readonly string[];
};

/** The last completed step of the group's runs for a product. */
export type LastStep = {
  readonly at: Date;
  readonly action: PlannedStep["action"];
  /** True if the product was put on sale at a lower price. */
  readonly discounted: boolean;
  readonly tagsAdded: readonly string[];
};

export type SaleHistory = ReadonlyMap<string, LastStep>;

/**
 * Plans a rotation: the steps in order, at most one for each product.
 *
 * A product is on sale if it has the sale tag, or an earlier sale tag that this group added (the
 * setting may have changed). All of these are taken off sale first: the tag is removed, the crossed-out
 * price becomes the price, and nothing is crossed out. A product that was put on sale at its own
 * price loses only the tag; its crossed-out price belongs to the shop.
 *
 * Then these are put on sale, in this order:
 * - `print_count` pairs tagged `print`: exactly two products that share a tag `print:{slug}`. Pairs
 *   come first, because choosing one of the two as a single product would break the pair;
 * - `rotator_count` products tagged `rotator`;
 * - `rotator_no_change_count` products tagged `rotator-no-change`, which keep their prices.
 *
 * A discount is calculated from the current price, in whole dinars; the current price is crossed out.
 *
 * A product is not put on sale if it is on sale now, or if its last step was less than
 * `cooldown_days` UTC days ago (in days, so that a run some seconds early does not skip a week). For
 * a discount, a product is also skipped if it has a higher crossed-out price already, because somebody
 * else has reduced it, or if it would not become cheaper. A product without a positive price is never
 * changed.
 *
 * Products that were on sale longest ago, or never, are chosen first; ties go to the smaller id. So
 * the same shop, history and day give the same plan. Tags are case-insensitive, as in the shop.
 */
export function planRotation(
  settings: SaleSettings,
  products: readonly ShopProduct[],
  history: SaleHistory,
  now: Date,
): readonly PlannedStep[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const all = [...byId.values()].toSorted(byProductId);
  const priced = all.filter(({ price }) => isPrice(price));
  const onSale = (product: ShopProduct) =>
    saleTagsOf(product, settings.sale_tag, history.get(product.id)).length > 0;
  const rested = ({ id }: ShopProduct) => {
    const last = history.get(id);
    return !last || daysBetween(last.at, now) >= settings.cooldown_days;
  };
  const free = new Set(priced.filter((product) => !onSale(product) && rested(product)));
  const lastAt = ({ id }: ShopProduct) => history.get(id)?.at.getTime() ?? Number.NEGATIVE_INFINITY;

  const taken = new Set<ShopProduct>();
  const steps = priced
    .filter(onSale)
    .map((product) => removal(product, settings.sale_tag, history.get(product.id)));
  /** Adds the steps of up to `wanted` sets whose products are all available. */
  const choose = (sets: readonly ShopProduct[][], wanted: number, percent: number | null) => {
    const age = (set: readonly ShopProduct[]) => Math.max(...set.map(lastAt));
    let missing = wanted;
    // The sort is stable, so ties stay in the order of their ids.
    for (const set of sets.toSorted((one, other) => compare(age(one), age(other)))) {
      if (missing === 0) return;
      if (!set.every((product) => free.has(product) && !taken.has(product))) continue;
      const additions = set.flatMap((product) => addition(product, percent, settings.sale_tag));
      if (additions.length < set.length) continue;
      for (const product of set) taken.add(product);
      steps.push(...additions);
      missing -= 1;
    }
  };
  const tagged = (tag: string) =>
    all.filter((product) => hasTag(product, tag)).map((product) => [product]);
  choose(pairsOf(all), settings.print_count, settings.print_discount_percent);
  choose(tagged("rotator"), settings.rotator_count, settings.rotator_discount_percent);
  choose(tagged("rotator-no-change"), settings.rotator_no_change_count, null);
  return steps;
}

/** The reduced price in whole dinars, half up. */
export const discounted = (price: number, percent: number) =>
  Math.round((price * (100 - percent)) / 100);

/**
 * Compares a product with its step. `done`: nothing is left to change. `open`: the step has not been
 * done, or was interrupted. `changed`: somebody else has changed the price since it was planned.
 */
export function stepState(
  product: ShopProduct,
  { before, after, tagsToAdd, tagsToRemove }: Omit<PlannedStep, "action">,
): "done" | "open" | "changed" {
  const { price, compareAtPrice } = product;
  const isDone =
    price === after.price &&
    compareAtPrice === after.compareAtPrice &&
    tagsToAdd.every((tag) => hasTag(product, tag)) &&
    !tagsToRemove.some((tag) => hasTag(product, tag)) &&
    isInCollections(product, tagsToAdd, tagsToRemove);
  if (isDone) return "done";
  const isKnown =
    [before.price, after.price].includes(price) &&
    [before.compareAtPrice, after.compareAtPrice].includes(compareAtPrice);
  return isKnown ? "open" : "changed";
}

/** The sale collection has the name of the sale tag. True if the shop does not name its collections. */
const isInCollections = (
  { collections }: ShopProduct,
  joined: readonly string[],
  left: readonly string[],
) => {
  const isIn = (name: string) => collections?.some((one) => isSameTag(one, name));
  return (
    collections === undefined ||
    (joined.every((name) => isIn(name)) && !left.some((name) => isIn(name)))
  );
};

/**
 * The step that puts a product on sale; empty if it cannot be reduced. `null` percent keeps the
 * price.
 */
function addition(
  product: ShopProduct,
  percent: number | null,
  saleTag: string,
): readonly PlannedStep[] {
  const before = pricesOf(product);
  const step = {
    ...named(product),
    action: "add",
    tagsToAdd: [saleTag],
    tagsToRemove: [],
  } as const;
  if (percent === null) return [{ ...step, before, after: before }];
  const price = discounted(before.price, percent);
  const isLowered = before.compareAtPrice !== null && before.compareAtPrice > before.price;
  if (isLowered || !isPrice(price) || price >= before.price) return [];
  return [{ ...step, before, after: { price, compareAtPrice: before.price } }];
}

function removal(product: ShopProduct, saleTag: string, last: LastStep | undefined): PlannedStep {
  const before = pricesOf(product);
  return {
    ...named(product),
    action: "remove",
    before,
    after: wasDiscounted(product, last) ? restored(before) : before,
    tagsToAdd: [],
    tagsToRemove: saleTagsOf(product, saleTag, last),
  };
}

/** Never below the current price: a lower crossed-out price was not the original price. */
const restored = ({ price, compareAtPrice }: Prices): Prices => ({
  price: isPrice(compareAtPrice) ? Math.max(price, compareAtPrice) : price,
  compareAtPrice: null,
});

/** From the group's own last step, or guessed from the tags if somebody else put it on sale. */
const wasDiscounted = (product: ShopProduct, last: LastStep | undefined) =>
  last?.action === "add"
    ? last.discounted
    : !hasTag(product, "rotator-no-change") ||
      hasTag(product, "rotator") ||
      hasTag(product, "print");

function saleTagsOf(product: ShopProduct, saleTag: string, last: LastStep | undefined) {
  const given = last?.action === "add" ? last.tagsAdded : [];
  return product.tags.filter((tag) => [saleTag, ...given].some((one) => isSameTag(one, tag)));
}

/**
 * Pairs of products tagged `print` with the same print tag. A print with more products is
 * ambiguous.
 */
function pairsOf(products: readonly ShopProduct[]): ShopProduct[][] {
  const prints = new Map<string, Set<ShopProduct>>();
  for (const product of products.filter((one) => hasTag(one, "print"))) {
    for (const tag of product.tags.map(plain)) {
      if (!/^print:./.test(tag)) continue;
      prints.set(tag, (prints.get(tag) ?? new Set()).add(product));
    }
  }
  return [...prints.values()].filter(({ size }) => size === 2).map((pair) => [...pair]);
}

const named = ({ id, title }: ShopProduct) => ({ productId: id, productName: title });

const pricesOf = ({ price, compareAtPrice }: ShopProduct): Prices => ({ price, compareAtPrice });

const isPrice = (price: number | null): price is number =>
  price !== null && Number.isFinite(price) && price > 0;

const hasTag = ({ tags }: ShopProduct, wanted: string) =>
  tags.some((tag) => isSameTag(tag, wanted));

const isSameTag = (one: string, other: string) => plain(one) === plain(other);

const plain = (tag: string) => tag.trim().toLowerCase();

/** Numeric order for decimal ids, also beyond 2^53. */
const byProductId = (one: ShopProduct, other: ShopProduct) =>
  one.id.length - other.id.length || compare(one.id, other.id);

const compare = <T extends string | number>(one: T, other: T) =>
  one < other ? -1 : one > other ? 1 : 0;

/** The number of UTC midnights between two moments. */
const daysBetween = (from: Date, to: Date) =>
  Math.floor(to.getTime() / day) - Math.floor(from.getTime() / day);
