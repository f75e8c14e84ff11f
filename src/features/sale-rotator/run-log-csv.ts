import { type CsvColumn, csvOf } from "@/shared/csv/csv";
import type { Run } from "./schema";

type Entry = Run["log"][number];

const columns: readonly CsvColumn<Entry>[] = [
  {
    head: "Time (UTC)",
    cell: ({ at }) => new Date(at).toISOString().slice(0, 19).replace("T", " "),
  },
  { head: "Product", cell: ({ action }) => action.product_name },
  { head: "Product ID", cell: ({ action }) => action.product_id },
  { head: "Price (RSD)", cell: ({ action }) => action.price },
  { head: "Crossed out (RSD)", cell: ({ action }) => action.compare_at_price },
  { head: "Tags added", cell: ({ action }) => action.tags_to_add?.join("; ") },
  { head: "Tags removed", cell: ({ action }) => action.tags_to_remove?.join("; ") },
];

/** Returns the steps of a confirmed run with their times, in the order in which they were done. */
export const runLogCsv = (log: readonly Entry[]) => csvOf(columns, log);
