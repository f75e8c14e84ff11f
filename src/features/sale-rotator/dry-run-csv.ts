import { type CsvColumn, csvOf } from "@/shared/csv/csv";
import type { Review, ReviewRow } from "./dry-run-review";

const columns: readonly CsvColumn<ReviewRow>[] = [
  { head: "Action", cell: ({ action }) => (action === "add" ? "Add to sale" : "Remove from sale") },
  { head: "Product", cell: ({ name }) => name },
  { head: "Product ID", cell: ({ id }) => id },
  { head: "Old price (RSD)", cell: ({ before }) => before },
  { head: "New price (RSD)", cell: ({ after }) => after },
  { head: "Discount (%)", cell: ({ discount }) => discount },
  { head: "Tags", cell: ({ tags }) => tags.join("; ") },
  { head: "Check", cell: ({ flags }) => flags.join("; ") },
];

/** Returns both lists of a dry run as one table, in the order in which the server sent them. */
export const dryRunCsv = ({ additions, removals }: Review) =>
  csvOf(columns, [...additions, ...removals]);
