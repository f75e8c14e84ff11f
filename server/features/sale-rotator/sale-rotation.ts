import type { z } from "zod";
import type { saleSettingsUpdateSchema } from "@/features/sale-rotator/schema";
import { day } from "../../kernel/times.ts";
import type { ShopProduct, ShopVariant } from "../../ports/shop.ts";
import { hasTag, isSameTag, type PlannedStep, plain } from "./planned-step.ts";
import {
  isLowered,
  isOfSale,
  isPrice,
  isReducedByOthers,
  isSame,
  type Original,
  type Originals,
  pricesOf,
  reduced,
  restored,
} from "./sale-prices.ts";

export type SaleSettings = z.output<typeof saleSettingsUpdateSchema>;

/** The last completed step of the group's runs for a product. */
export type LastStep = {
  readonly at: Date;
  readonly action: PlannedStep["action"];
  /** True if the product was put on sale at a lower price. */
  readonly discounted: boolean;
  readonly tagsAdded: readonly string[];
};

export type SaleHistory = ReadonlyMap<string, LastStep>;

/** The sale tags that a product may have from a step of the group that broke off, by product id. */
export type InterruptedTags = ReadonlyMap<string, readonly string[]>;

/**
 * Plans a rotation: the steps in order, at most one for each product.
 *
 * A product is on sale if it has the sale tag, or an earlier sale tag that this group added, also by a
 * step that broke off (the setting may have changed). One that another group's run put on sale, in the
 * same shop (`elsewhere`, by id), is that group's to take off. All others are taken off sale first:
 * the tag is removed, the crossed-out price becomes the price, and nothing is crossed out. A product
 * that was put on sale at its own price loses only the tag; its crossed-out price belongs to the shop.
 * A variant that a rotation put on sale, and that nobody else has changed since, gets exactly its
 * original prices back.
 *
 * Then these are put on sale, in this order:
 * - `print_count` pairs tagged `print`: exactly two products that share a tag `print:{slug}`. Pairs
 *   come first, because choosing one of the two as a single product would break the pair;
 * - `rotator_count` products tagged `rotator`;
 * - `rotator_no_change_count` products tagged `rotator-no-change`, which keep their prices.
 *
 * A discount is calculated from each variant's current price, in whole dinars; the current price is
 * crossed out.
 *
 * A product is not put on sale if customers do not see it, if it is on sale now, also by another group
 * in the same shop under a tag of its own, or if its last step was less than `cooldown_days` UTC days
 * ago (in days, so that a run some seconds early does not skip a week). For a discount, a product is
 * also skipped if a variant has a higher crossed-out price already, because somebody else has reduced
 * it, or would not become cheaper. A product without a positive price is never changed, and one of
 * whose variants has none is not put on sale.
 *
 * Products that were on sale longest ago, or never, are chosen first; ties go to the smaller id. So
 * the same shop, history and day give the same plan. Tags are case-insensitive, as in the shop.
 */
export function planRotation(
  settings: SaleSettings,
  products: readonly ShopProduct[],
  history: SaleHistory,
  now: Date,
  originals: Originals = new Map(),
  elsewhere: ReadonlySet<string> = new Set(),
  interrupted: InterruptedTags = new Map(),
): readonly PlannedStep[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const all = [...byId.values()].toSorted(byProductId);
  const priced = all.filter(({ variants }) => variants.some(({ price }) => isPrice(price)));
  const saleTags = (product: ShopProduct) => {
    const last = history.get(product.id);
    const added = last?.action === "add" ? last.tagsAdded : [];
    const given = [settings.sale_tag, ...added, ...(interrupted.get(product.id) ?? [])];
    return product.tags.filter((tag) => given.some((one) => isSameTag(one, tag)));
  };
  const onSale = (product: ShopProduct) =>
    !elsewhere.has(product.id) && saleTags(product).length > 0;
  const stored = byProduct(originals);
  const isOnSaleElsewhere = (product: ShopProduct) =>
    stored.get(product.id)?.some(({ saleTag }) => hasTag(product, saleTag)) ?? false;
  const rested = ({ id }: ShopProduct) => {
    const last = history.get(id);
    return !last || daysBetween(last.at, now) >= settings.cooldown_days;
  };
  const isWhole = ({ variants }: ShopProduct) => variants.every(({ price }) => isPrice(price));
  const free = new Set(
    priced.filter(
      (product) =>
        isWhole(product) &&
        !product.isHidden &&
        !onSale(product) &&
        !isOnSaleElsewhere(product) &&
        rested(product),
    ),
  );
  const lastAt = ({ id }: ShopProduct) => history.get(id)?.at.getTime() ?? Number.NEGATIVE_INFINITY;

  const taken = new Set<ShopProduct>();
  const steps = priced
    .filter(onSale)
    .map((product) => removal(product, saleTags(product), history.get(product.id), originals));
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
  const shown = all.filter(({ isHidden }) => !isHidden);
  choose(pairsOf(shown), settings.print_count, settings.print_discount_percent);
  choose(tagged("rotator"), settings.rotator_count, settings.rotator_discount_percent);
  choose(tagged("rotator-no-change"), settings.rotator_no_change_count, null);
  return steps;
}

/**
 * Plans how all original prices come back, in the order of the products' ids: each variant that is as
 * its sale left it gets its original prices, and its product loses the tag of that sale. A product that
 * was put on sale at its own price loses only the tag.
 *
 * A variant that somebody else has changed since keeps its prices. While it still shows a reduced one,
 * its product keeps the tag, and the variant's original is not forgotten: a reduced price without its
 * tag would be found by no rotation, and without its original by no later restore.
 */
export function planRestore(
  products: readonly ShopProduct[],
  originals: Originals,
): readonly PlannedStep[] {
  const stored = byProduct(originals);
  return products.toSorted(byProductId).flatMap((product): readonly PlannedStep[] => {
    const known = stored.get(product.id);
    if (!known) return [];
    const variants = product.variants.map((variant) => {
      const original = originals.get(variant.id);
      const before = pricesOf(variant);
      const after = original && isOfSale(before, original) ? original.original : before;
      return { ...titled(variant), before, after };
    });
    const isStillOnSale = variants.some(({ id, after }) =>
      isReducedByOthers(after, originals.get(id)),
    );
    const tagsToRemove = isStillOnSale
      ? []
      : product.tags.filter((tag) => known.some(({ saleTag }) => isSameTag(saleTag, tag)));
    const changes = variants.some(({ before, after }) => !isSame(before, after));
    if (!changes && tagsToRemove.length === 0) return [];
    return [{ ...named(product), action: "remove", variants, tagsToAdd: [], tagsToRemove }];
  });
}

function byProduct(originals: Originals): ReadonlyMap<string, readonly Original[]> {
  const found = new Map<string, Original[]>();
  for (const original of originals.values()) {
    const known = found.get(original.productId);
    if (known) known.push(original);
    else found.set(original.productId, [original]);
  }
  return found;
}

/**
 * Returns the step that puts a product on sale; empty if it cannot be reduced by `percent`. With null
 * the product keeps its price.
 */
function addition(
  product: ShopProduct,
  percent: number | null,
  saleTag: string,
): readonly PlannedStep[] {
  const variants = product.variants.map((variant) => {
    const before = pricesOf(variant);
    return {
      ...titled(variant),
      before,
      after: percent === null ? before : reduced(before, percent),
    };
  });
  const isReducible = variants.every(
    ({ before, after }) => !isLowered(before) && isPrice(after.price) && after.price < before.price,
  );
  if (percent !== null && !isReducible) return [];
  return [{ ...named(product), action: "add", variants, tagsToAdd: [saleTag], tagsToRemove: [] }];
}

function removal(
  product: ShopProduct,
  tagsToRemove: readonly string[],
  last: LastStep | undefined,
  originals: Originals,
): PlannedStep {
  const isDiscounted = wasDiscounted(product, last);
  return {
    ...named(product),
    action: "remove",
    variants: product.variants.map((variant) => {
      const before = pricesOf(variant);
      const original = originals.get(variant.id);
      const isKnown = original !== undefined && isOfSale(before, original);
      const guessed = isDiscounted && isPrice(before.price) ? restored(before) : before;
      return { ...titled(variant), before, after: isKnown ? original.original : guessed };
    }),
    tagsToAdd: [],
    tagsToRemove,
  };
}

/**
 * Returns whether the sale lowered the price: by the group's own last step, or guessed from the tags
 * if somebody else put it on sale.
 */
const wasDiscounted = (product: ShopProduct, last: LastStep | undefined) =>
  last?.action === "add"
    ? last.discounted
    : !hasTag(product, "rotator-no-change") ||
      hasTag(product, "rotator") ||
      hasTag(product, "print");

/** Returns pairs of products tagged `print` with one print tag. A print of more is ambiguous. */
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

const titled = ({ id, title }: ShopVariant) => ({ id, title });

/** Compares decimal ids as numbers, also beyond 2^53. */
const byProductId = (one: ShopProduct, other: ShopProduct) =>
  one.id.length - other.id.length || compare(one.id, other.id);

const compare = <T extends string | number>(one: T, other: T) =>
  one < other ? -1 : one > other ? 1 : 0;

/** Returns the number of UTC midnights between two moments. */
const daysBetween = (from: Date, to: Date) =>
  Math.floor(to.getTime() / day) - Math.floor(from.getTime() / day);
