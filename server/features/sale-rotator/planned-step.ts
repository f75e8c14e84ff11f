import { Fault } from "../../kernel/fault.ts";
import type { Prices, ShopProduct, VariantStep } from "../../ports/shop.ts";
import { isSame, pricesOf } from "./sale-prices.ts";

/** The change of one product. Prices are absolute, so that a repeated step has no further effect. */
export type PlannedStep = {
  readonly action: "add" | "remove";
  readonly productId: string;
  readonly productName: string;
  /** All variants of the product, also those that keep their prices. */
  readonly variants: readonly VariantStep[];
  readonly tagsToAdd: readonly string[];
  /** As the shop spells them. */
  readonly tagsToRemove: readonly string[];
};

/** Returns the change of the cheapest variant, the first of several: it shows the product. */
export function cheapest({ variants }: Pick<PlannedStep, "variants">): VariantStep {
  const [first, ...others] = variants;
  if (!first) throw new Fault("A step without variants.");
  return others.reduce((best, one) => (one.before.price < best.before.price ? one : best), first);
}

/** Returns the variants of a step that the shop still has, each with its prices there. */
export const standing = (
  { variants }: ShopProduct,
  step: Pick<PlannedStep, "variants">,
): readonly (VariantStep & { readonly now: Prices })[] =>
  step.variants.flatMap((planned) => {
    const now = variants.find(({ id }) => id === planned.id);
    return now ? [{ ...planned, now: pricesOf(now) }] : [];
  });

/**
 * Compares a product with its step. `done`: nothing is left to change. `open`: the step has not been
 * done, or was interrupted. `changed`: somebody else has changed a price since it was planned. A
 * variant that was deleted since has nothing to change. `collectionsToLeave` defaults to those of
 * the tags.
 */
export function stepState(
  product: ShopProduct,
  step: Omit<PlannedStep, "action">,
  collectionsToLeave: readonly string[] = step.tagsToRemove,
): "done" | "open" | "changed" {
  const { tagsToAdd, tagsToRemove } = step;
  const variants = standing(product, step);
  if (variants.length === 0) return "changed";
  const isDone =
    variants.every(({ now, after }) => isSame(now, after)) &&
    tagsToAdd.every((tag) => hasTag(product, tag)) &&
    !tagsToRemove.some((tag) => hasTag(product, tag)) &&
    isInCollections(product, tagsToAdd, collectionsToLeave);
  if (isDone) return "done";
  const isKnown = variants.every(
    ({ now, before, after }) => isSame(now, before) || isSame(now, after),
  );
  return isKnown ? "open" : "changed";
}

/**
 * Returns whether the product is in the sale collection, which has the name of the sale tag. True if
 * the shop does not name its collections.
 */
const isInCollections = (
  product: ShopProduct,
  joined: readonly string[],
  left: readonly string[],
) =>
  product.collections === undefined ||
  (joined.every((name) => isInCollection(product, name)) &&
    !left.some((name) => isInCollection(product, name)));

/** Returns false if the shop does not name its collections. */
export const isInCollection = ({ collections = [] }: ShopProduct, name: string) =>
  collections.some((one) => isSameTag(one, name));

export const hasTag = ({ tags }: ShopProduct, wanted: string) =>
  tags.some((tag) => isSameTag(tag, wanted));

export const isSameTag = (one: string, other: string) => plain(one) === plain(other);

export const plain = (tag: string) => tag.trim().toLowerCase();
