import { type CsvColumn, csvOf } from "@/shared/csv/csv";
import { discountOf, type Review, type ReviewRow } from "./dry-run-review";

type Line = ReviewRow & { readonly variant?: string };

const columns: readonly CsvColumn<Line>[] = [
  { head: "Action", cell: ({ action }) => (action === "add" ? "Add to sale" : "Remove from sale") },
  { head: "Product", cell: ({ name }) => name },
  { head: "Product ID", cell: ({ id }) => id },
  { head: "Variant", cell: ({ variant }) => variant },
  { head: "Old price (RSD)", cell: ({ before }) => before },
  { head: "New price (RSD)", cell: ({ after }) => after },
  { head: "Discount (%)", cell: ({ discount }) => discount },
  { head: "Tags", cell: ({ tags }) => tags.join("; ") },
  { head: "Check", cell: ({ flags }) => flags.join("; ") },
];

/**
 * Returns both lists of a dry run as one table, in the order in which the server sent them: a line for
 * each variant.
 */
export const dryRunCsv = ({ additions, removals }: Review) =>
  csvOf(columns, [...additions, ...removals].flatMap(linesOf));

const linesOf = (row: ReviewRow): readonly Line[] =>
  row.variants.length === 0
    ? [row]
    : row.variants.map(({ title: variant, before, after }) => ({
        ...row,
        ...{ variant, before, after },
        discount: row.action === "add" ? discountOf(before, after) : null,
      }));
