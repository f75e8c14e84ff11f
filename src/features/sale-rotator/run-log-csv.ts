import { type CsvColumn, csvOf } from "@/shared/csv/csv";
import { priceBefore } from "./price-before";
import type { Run } from "./schema";

type Entry = Run["log"][number];
type Line = Entry & {
  readonly variant?: string;
  readonly before: number | null;
  readonly after: number | null | undefined;
  readonly crossedOut: number | null | undefined;
};

const columns: readonly CsvColumn<Line>[] = [
  {
    head: "Time (UTC)",
    cell: ({ at }) => new Date(at).toISOString().slice(0, 19).replace("T", " "),
  },
  { head: "Product", cell: ({ action }) => action.product_name },
  { head: "Product ID", cell: ({ action }) => action.product_id },
  { head: "Variant", cell: ({ variant }) => variant },
  { head: "Old price (RSD)", cell: ({ before }) => before },
  { head: "Price (RSD)", cell: ({ after }) => after },
  { head: "Crossed out (RSD)", cell: ({ crossedOut }) => crossedOut },
  { head: "Tags added", cell: ({ action }) => action.tags_to_add?.join("; ") },
  { head: "Tags removed", cell: ({ action }) => action.tags_to_remove?.join("; ") },
];

/**
 * Returns the steps of a confirmed run with their times, in the order in which they were done: a line for
 * each variant.
 */
export const runLogCsv = (log: readonly Entry[]) => csvOf(columns, log.flatMap(linesOf));

function linesOf(entry: Entry): readonly Line[] {
  const { price, compare_at_price, variants } = entry.action;
  if (!variants || variants.length < 2) {
    const before = priceBefore(entry.action);
    return [{ ...entry, before, after: price, crossedOut: compare_at_price }];
  }
  return variants.map(({ title: variant, before, after, compare_at_price: crossedOut }) => ({
    ...entry,
    ...{ variant, before, after, crossedOut },
  }));
}
