import type { z } from "zod";
import type { saleSettingsUpdateSchema } from "@/features/sale-rotator/schema";
import type { ShopProduct } from "../ports/shop.ts";
import { day } from "./quota.ts";

export type SaleSettings = z.output<typeof saleSettingsUpdateSchema>;

/** What a product costs, in RSD, and what is crossed out beside it; null crosses nothing out. */
export type Prices = { readonly price: number; readonly compareAtPrice: number | null };

/** What is done to one product. Prices are absolute, so that a step done twice is one. */
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

/** What the group's runs did last to a product. */
export type LastStep = {
  readonly at: Date;
  readonly action: PlannedStep["action"];
  /** Whether the product was put on sale at a lower price. */
  readonly discounted: boolean;
  readonly tagsAdded: readonly string[];
};

export type SaleHistory = ReadonlyMap<string, LastStep>;

/**
 * What a rotation does: the steps in their order, every product in one of them at most.
 *
 * On sale is what carries the sale tag, and what still carries another one that this group gave it,
 * for the settings may have changed since. All of that is taken off sale, before anything is put on:
 * the tag goes, and the price goes back to the crossed-out one, which is crossed out no more. A
 * product that was put on sale at its own price loses only the tag: what it shows crossed out is
 * the shop's own affair.
 *
 * Then are put on sale, in this order:
 * - `print_count` pairs tagged `print`: the two products, and no more than two, that share a tag
 *   `print:{slug}`; first, because a product that went elsewhere would break its pair;
 * - `rotator_count` products tagged `rotator`;
 * - `rotator_no_change_count` products tagged `rotator-no-change`, which keep their prices.
 *
 * A discount is counted from the present price, in whole dinars, and that price is crossed out.
 *
 * Not put on sale is what is on sale now, what rests (its last step, on sale or off it, is less than
 * `cooldown_days` ago, counted in days of UTC, so that some seconds do not cost a week), and for a
 * discount also what shows a higher crossed-out price already, for somebody else has lowered it, and
 * what would not become cheaper. A product whose price is no price is left alone altogether.
 *
 * Who was on sale longest ago, or never, is chosen first; between equals the smaller id. So the same
 * shop, history and day give the same plan. Tags are the same in whatever case, as the shop has it.
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
  /** Takes as many sets as are wanted, of those that are still whole. */
  const choose = (sets: readonly ShopProduct[][], wanted: number, percent: number | null) => {
    const age = (set: readonly ShopProduct[]) => Math.max(...set.map(lastAt));
    let missing = wanted;
    // Sorting keeps the order of the ids between equals.
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

/** In whole dinars; a half is rounded up. */
export const discounted = (price: number, percent: number) =>
  Math.round((price * (100 - percent)) / 100);

/**
 * How a product stands to its step: it is as it is to be; the step is still to be done, or was
 * broken off in its midst; or somebody else has changed its price since it was planned.
 */
export function standing(
  product: ShopProduct,
  { before, after, tagsToAdd, tagsToRemove }: Omit<PlannedStep, "action">,
): "done" | "open" | "changed" {
  const { price, compareAtPrice } = product;
  const isDone =
    price === after.price &&
    compareAtPrice === after.compareAtPrice &&
    tagsToAdd.every((tag) => hasTag(product, tag)) &&
    !tagsToRemove.some((tag) => hasTag(product, tag));
  if (isDone) return "done";
  const isKnown =
    [before.price, after.price].includes(price) &&
    [before.compareAtPrice, after.compareAtPrice].includes(compareAtPrice);
  return isKnown ? "open" : "changed";
}

/** Nothing where the price cannot be lowered so that it makes sense; `null` percent keeps it. */
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

/** A crossed-out price that is not the higher one is none to go back to. */
const restored = ({ price, compareAtPrice }: Prices): Prices => ({
  price: isPrice(compareAtPrice) ? Math.max(price, compareAtPrice) : price,
  compareAtPrice: null,
});

/** Where this group did not put it on sale, its tags tell. */
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

/** Two products tagged `print` that share their print; of a print with more nobody can tell. */
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

/** Ids that are numbers in the order of the numbers, however large. */
const byProductId = (one: ShopProduct, other: ShopProduct) =>
  one.id.length - other.id.length || compare(one.id, other.id);

const compare = <T extends string | number>(one: T, other: T) =>
  one < other ? -1 : one > other ? 1 : 0;

/** Midnights of UTC between two moments. */
const daysBetween = (from: Date, to: Date) =>
  Math.floor(to.getTime() / day) - Math.floor(from.getTime() / day);
