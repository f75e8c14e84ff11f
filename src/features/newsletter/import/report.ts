import { type CsvColumn, csvOf } from "@/shared/csv/csv";
import { endOf, heldText } from "@/shared/query/batch-ends";
import { sayFailure } from "@/shared/query/outcome";
import { type BatchResult, wasDone } from "@/shared/query/use-batch";
import { addFailure } from "../mutations";
import type { CheckedFile, ImportRow } from "./check";

/** The outcome of one row of the file. */
export type ReportRow = {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly result: "added" | "failed" | "refused" | "unclear" | "waiting" | "left out";
  readonly reason: string;
};

type Result = BatchResult<ImportRow>;

/** Returns every row in the order of the file, those that were left out included. */
export function reportOf({ good, left }: CheckedFile, results: readonly Result[]): ReportRow[] {
  const ended = new Map(results.map(({ item, outcome }) => [item.line, outcome]));
  const sent = good.map(({ line, email, name }): ReportRow => {
    const outcome = ended.get(line);
    return { line, email, name: name ?? "", ...resultOf(outcome) };
  });
  const others = left.map(
    ({ line, email, name, reason }): ReportRow => ({
      line,
      email,
      name,
      result: "left out",
      reason,
    }),
  );
  return [...sent, ...others].sort((one, other) => one.line - other.line);
}

function resultOf(outcome: Result["outcome"] | undefined): Pick<ReportRow, "result" | "reason"> {
  if (!outcome) return { result: "waiting", reason: "Not sent." };
  const result = resultWord(outcome);
  if (result === "added") return { result, reason: "Added." };
  const reason = "error" in outcome ? sayFailure(addFailure, outcome.error) : heldText;
  return { result, reason };
}

function resultWord(outcome: Result["outcome"]) {
  if (isRefusal(outcome)) return "refused";
  const end = endOf(outcome);
  if (end === "done") return "added";
  return end === "unsent" ? "waiting" : end;
}

/** Returns true if the server has checked the row and refused it: it would refuse a retry too. */
const isRefusal = (outcome: Result["outcome"]) =>
  outcome.kind === "rejected" &&
  (outcome.error.status === 409 || outcome.error.status === 422 || outcome.error.status === 400);

/** Returns the sent rows to retry; a row that was added after all is not added twice. */
export const rowsToRetry = (results: readonly Result[]): readonly ImportRow[] =>
  results
    .filter(({ outcome }) => wasSent(outcome) && !wasDone(outcome) && !isRefusal(outcome))
    .map(({ item }) => item);

/** Returns the rows that were not sent: the import was stopped, or there was no connection. */
export function unsentRows(good: readonly ImportRow[], results: readonly Result[]) {
  const sent = new Set(
    results.filter(({ outcome }) => wasSent(outcome)).map(({ item }) => item.line),
  );
  return good.filter(({ line }) => !sent.has(line));
}

const wasSent = (outcome: Result["outcome"]) => endOf(outcome) !== "unsent";

/** Counts the rows by result; `waiting` counts those that could not be sent. */
export function tallyOf(results: readonly Result[]) {
  const tally = { added: 0, refused: 0, unclear: 0, failed: 0, waiting: 0 };
  for (const { outcome } of results) tally[resultWord(outcome)] += 1;
  return tally;
}

const columns: readonly CsvColumn<ReportRow>[] = [
  { head: "Line", cell: ({ line }) => line },
  { head: "Email", cell: ({ email }) => email },
  { head: "Name", cell: ({ name }) => name },
  { head: "Result", cell: ({ result }) => resultWords[result] },
  { head: "Reason", cell: ({ reason }) => reason },
];

export const resultWords: Readonly<Record<ReportRow["result"], string>> = {
  added: "Added",
  failed: "Failed",
  refused: "Refused",
  unclear: "Unclear",
  waiting: "Not sent",
  "left out": "Skipped",
};

export const reportCsv = (rows: readonly ReportRow[]) => csvOf(columns, rows);
