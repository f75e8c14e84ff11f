import type { Addition, Removal, Rotation, SaleSettings, VariantPrices } from "./schema";

/** A line of a dry run with all values that an operator compares; prices are in RSD. */
export type ReviewRow = {
  readonly id: string;
  readonly action: "add" | "remove";
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
  /** In whole percent; null if no price is lowered. */
  readonly discount: number | null;
  /** Each variant with its prices, if there are several: the other prices are those of the cheapest. */
  readonly variants: readonly VariantPrices[];
  readonly tags: readonly string[];
  /** Texts that name what to check before a live run. */
  readonly flags: readonly string[];
};

export type Review = {
  readonly additions: readonly ReviewRow[];
  readonly removals: readonly ReviewRow[];
  /** Describes a mismatch between the server's totals and its lists. */
  readonly disagreement: string | undefined;
};

type Percents = Pick<
  SaleSettings,
  "rotator_discount_percent" | "print_discount_percent" | "rotator_no_change_count"
>;

/** Compares a dry run with the settings it was made with, and its lists with one another. */
export function reviewDryRun(rotation: Rotation, settings: Percents): Review {
  const added = rotation.products_to_add_to_sale;
  const removed = rotation.products_to_remove_from_sale;
  const keepers = added.items.filter(keepsPrice).length;
  const mostKeepers = settings.rotator_no_change_count ?? Number.POSITIVE_INFINITY;
  const addedIds = countIds(added.items);
  const removedIds = countIds(removed.items);
  const inBoth = (id: string) => addedIds.has(id) && removedIds.has(id);

  return {
    additions: added.items.map((product) => {
      const row = rowOfAddition(product);
      const { id } = row;
      return {
        ...row,
        flags: [
          ...priceFlags(product, keepers <= mostKeepers, settings),
          ...(inBoth(id) ? ["In both lists"] : []),
          ...((addedIds.get(id) ?? 0) > 1 ? ["Duplicate in this list"] : []),
        ],
      };
    }),
    removals: removed.items.map((product) => {
      const row = rowOfRemoval(product);
      const { id } = row;
      return {
        ...row,
        flags: [
          ...(changesOf(row).some(({ after }) => isNoPrice(after)) ? ["Price is zero"] : []),
          ...(changesOf(row).some(isLowered) ? ["Removal lowers the price"] : []),
          ...(inBoth(id) ? ["In both lists"] : []),
          ...((removedIds.get(id) ?? 0) > 1 ? ["Duplicate in this list"] : []),
        ],
      };
    }),
    disagreement: disagreementOf(rotation),
  };
}

/** A product that is put on sale, without flags. */
export const rowOfAddition = (product: Addition): ReviewRow => ({
  id: String(product.product_id),
  action: "add",
  name: product.product_name,
  before: product.original_price ?? null,
  after: product.new_price ?? null,
  discount: discountOf(product.original_price, product.new_price),
  variants: severalOf(product),
  tags: product.tags_to_add,
  flags: [],
});

/** A product that is taken off sale, without flags. */
export const rowOfRemoval = (product: Removal): ReviewRow => ({
  id: String(product.product_id),
  action: "remove",
  name: product.product_name,
  before: product.current_price ?? null,
  after: product.restored_price ?? null,
  discount: null,
  variants: severalOf(product),
  tags: product.tags_to_remove,
  flags: [],
});

/** Returns none for a single variant, whose prices are the product's. */
const severalOf = ({ variants }: Addition | Removal) =>
  variants && variants.length > 1 ? variants : [];

type Change = { readonly before: number | null; readonly after: number | null };

/** Returns the changes of all prices of a product. */
const changesOf = (row: ReviewRow): readonly Change[] =>
  row.variants.length > 0 ? row.variants : [row];

function priceFlags(product: Addition, mayKeep: boolean, settings: Percents): readonly string[] {
  const changes = changesOf(rowOfAddition(product));
  if (changes.some(({ before, after }) => isNoPrice(before) || isNoPrice(after))) {
    return ["Price is zero"];
  }
  if (changes.some(({ before, after }) => before === null || after === null)) {
    return ["Price is missing"];
  }
  if (keepsPrice(product)) {
    const isMeant = mayKeep || product.tags_to_add.includes("rotator-no-change");
    return isMeant ? [] : ["New price is not lower"];
  }
  if (!changes.every(isLowered)) return ["New price is not lower"];
  const percents = percentsOf(product, settings);
  return percents.some((percent) => changes.every((change) => isReducedBy(percent, change)))
    ? []
    : ["Discount differs from the settings"];
}

/** The server rounds to whole dinars, and it is not specified how. */
const isReducedBy = (percent: number | undefined, { before, after }: Change) =>
  percent === undefined || Math.abs((before ?? 0) * (1 - percent / 100) - (after ?? 0)) <= 1;

/** Returns the possible discounts: only one if the tags tell the kind of product. */
function percentsOf(
  { tags_to_add }: Addition,
  settings: Percents,
): readonly (number | undefined)[] {
  const { rotator_discount_percent: rotator, print_discount_percent: print } = settings;
  if (tags_to_add.includes("print")) return [print];
  if (tags_to_add.includes("rotator")) return [rotator];
  return [rotator, print];
}

const keepsPrice = (product: Addition) =>
  changesOf(rowOfAddition(product)).every(
    ({ before, after }) => before !== null && before === after,
  );

const isNoPrice = (price: number | null) => price !== null && !(price > 0);

const isLowered = ({ before, after }: Change) =>
  before !== null && after !== null && after < before;

export const discountOf = (before?: number | null, after?: number | null) =>
  before && before > 0 && typeof after === "number" && after < before
    ? Math.round((1 - after / before) * 100)
    : null;

function countIds(products: readonly { readonly product_id: string | number }[]) {
  const counts = new Map<string, number>();
  for (const { product_id } of products) {
    const id = String(product_id);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function disagreementOf(rotation: Rotation): string | undefined {
  const added = countOf(rotation.products_to_add_to_sale);
  const removed = countOf(rotation.products_to_remove_from_sale);
  const { updates, removals } = totalsOf(rotation);
  if (added === updates && removed === removals) return undefined;
  return (
    `The server reports ${updates} updates and ${removals} removals, ` +
    `but its lists have ${added} and ${removed}.`
  );
}

/** Returns the server's totals; a missing one is counted from its list. */
export const totalsOf = (rotation: Rotation) => ({
  updates: rotation.total_updates ?? countOf(rotation.products_to_add_to_sale),
  removals: rotation.total_removals ?? countOf(rotation.products_to_remove_from_sale),
});

const countOf = ({ items, unreadable }: { items: readonly unknown[]; unreadable: number }) =>
  items.length + unreadable;

export const sortings = {
  sent: "Shop order",
  flags: "Flagged first",
  name: "Name",
  discount: "Discount",
  price: "New price",
} as const;

export type Sorting = keyof typeof sortings;

export const isSorting = (text: string): text is Sorting => text in sortings;

/** Sorts the rows. Equal rows keep the order in which the server sent them. */
export function sortRows(rows: readonly ReviewRow[], by: Sorting): readonly ReviewRow[] {
  switch (by) {
    case "sent":
      return rows;
    case "flags":
      return rows.toSorted((one, other) => other.flags.length - one.flags.length);
    case "name":
      return rows.toSorted((one, other) => one.name.localeCompare(other.name, "sr-Latn"));
    case "discount":
      return rows.toSorted((one, other) => (other.discount ?? 0) - (one.discount ?? 0));
    case "price":
      return rows.toSorted((one, other) => (one.after ?? 0) - (other.after ?? 0));
  }
}

/** Milliseconds for which a dry run counts as current. */
const freshFor = 15 * 60_000;

type Made = { readonly group: string; readonly at: number };

/** Returns why a dry run may not show what a run would do now; undefined while it does. */
export function whyEarlier(
  made: Made,
  now: { readonly group: string; readonly isSameSettings: boolean; readonly time: number },
): string | undefined {
  if (made.group !== now.group) return "It was made for another group.";
  if (!now.isSameSettings) return "The settings have changed since.";
  if (now.time - made.at >= freshFor) return "It is more than 15 minutes old.";
  return undefined;
}
