import { formatFigure } from "@/shared/format/number";
import { type Columns, columnNames, guessColumns, plainCell, statusColumn } from "./import-columns";
import { type RawRow, rowsOf } from "./import-rows";
import { textOf } from "./import-text";
import { newSubscriberSchema } from "./schema";

/** The limits of one import. A larger file would take long and is better imported in parts. */
export const importLimits = { bytes: 10_000_000, rows: 50_000 } as const;

/** A row that can be sent. */
export type ImportRow = {
  readonly line: number;
  readonly email: string;
  readonly name: string | null;
};

/**
 * A row that is not sent: it is invalid, or its address occurs earlier in the file or is on the
 * list already.
 */
export type LeftRow = {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly because: "bad" | "repeated" | "known";
  readonly reason: string;
};

export type CheckedFile = {
  readonly is: "checked";
  readonly encoding: string;
  readonly delimiter: string;
  readonly columns: Columns;
  readonly columnNames: readonly string[];
  readonly good: readonly ImportRow[];
  readonly left: readonly LeftRow[];
};

export type FileCheck = CheckedFile | { readonly is: "refused"; readonly reason: string };

/** The addresses on the list, by whether they get the newsletter. */
export type KnownAddresses = {
  readonly subscribed: readonly string[];
  readonly unsubscribed: readonly string[];
};

/**
 * Returns what importing a file would do, before anything is sent.
 *
 * @param chosen the operator's choice of columns, if the guess was wrong
 */
export function checkFile(
  bytes: Uint8Array,
  known: KnownAddresses,
  chosen?: Columns | undefined,
): FileCheck {
  const file = textOf(bytes);
  if ("refusal" in file) return { is: "refused", reason: file.refusal };
  // One row more, for the head.
  const { rows, delimiter, isTooLong } = rowsOf(file.text, importLimits.rows + 1);
  const columns = chosen ?? guessColumns(rows);
  const records = columns.hasHead ? rows.slice(1) : rows;
  if (isTooLong || records.length > importLimits.rows) {
    const most = formatFigure(importLimits.rows);
    return { is: "refused", reason: `The file has more than ${most} rows. Import it in parts.` };
  }
  if (records.length === 0) return { is: "refused", reason: "The file holds no rows." };
  return {
    is: "checked",
    encoding: file.encoding,
    delimiter,
    columns,
    columnNames: columnNames(rows, columns.hasHead),
    ...sorted(records, columns, statusColumn(rows, columns), known),
  };
}

function sorted(
  records: readonly RawRow[],
  { email, name }: Columns,
  status: number,
  { subscribed, unsubscribed }: KnownAddresses,
) {
  const listed = new Map<string, string>();
  for (const one of subscribed) listed.set(one.toLowerCase(), "Already subscribed.");
  for (const one of unsubscribed) listed.set(one.toLowerCase(), "Has unsubscribed.");
  const lines = new Map<string, number>();
  const good: ImportRow[] = [];
  const left: LeftRow[] = [];
  for (const { line, cells, fault } of records) {
    const given = {
      email: plainCell(cells[email]),
      name: name
        .map((column) => plainCell(cells[column]))
        .filter((part) => part !== "")
        .join(" "),
    };
    const leave = (because: LeftRow["because"], reason: string) =>
      left.push({ line, ...given, because, reason });
    if (fault) {
      leave("bad", fault);
      continue;
    }
    const read = newSubscriberSchema.safeParse(given);
    if (!read.success) {
      leave("bad", complaintOf(read.error.issues));
      continue;
    }
    if (isGone.test(plainCell(cells[status]))) {
      leave("bad", "The file says that this address gets nothing.");
      continue;
    }
    const address = read.data.email.toLowerCase();
    const before = lines.get(address);
    const onList = listed.get(address);
    if (before !== undefined) leave("repeated", `The same address as on line ${before}.`);
    else if (onList) leave("known", onList);
    else good.push({ line, ...read.data });
    if (before === undefined) lines.set(address, line);
  }
  return { good, left };
}

/** Our own export writes `Inactive`; the other words come from mail services. */
const isGone = /^(inactive|unsubscribed|cleaned|bounced|complained|false|no)$/i;

const complaintOf = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  issues
    .map(({ path, message }) => (path[0] === "name" ? `Name: ${message.toLowerCase()}` : message))
    .join(" ");
