import { type CsvColumn, csvOf } from "@/shared/csv/csv";
import type { Subscriber } from "./schema";

const columns: readonly CsvColumn<Subscriber>[] = [
  { head: "Email", cell: ({ email }) => email },
  { head: "Name", cell: ({ name }) => name },
  { head: "Status", cell: ({ is_active }) => ((is_active ?? true) ? "Active" : "Inactive") },
];

/** Exports all subscribers of a group, oldest first, in a format that the import reads again. */
export const subscribersCsv = (subscribers: readonly Subscriber[]) => csvOf(columns, subscribers);
