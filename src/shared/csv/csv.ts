import { type CsvSeparator, preferences } from "@/shared/session/preferences";

/** The value of a cell: null and undefined are empty cells. */
export type CsvCell = string | number | boolean | null | undefined;

export type CsvColumn<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => CsvCell;
};

/** How a spreadsheet reads a file: what is between two cells, and before the decimals of a number. */
type CsvDialect = { readonly separator: "," | ";" | "\t"; readonly decimal: "." | "," };

/**
 * Returns what divides two cells: what the operator has chosen, else what the browser's language suggests.
 * The spreadsheet follows the region of the machine, which a browser does not know.
 */
export function csvSeparator(): CsvSeparator {
  const decimal = new Intl.NumberFormat(navigator.language)
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value;
  return preferences.csvSeparator() ?? (decimal === "," ? ";" : ",");
}

/**
 * With a decimal comma, a spreadsheet would read '0.012' as twelve, and a comma between two
 * cells would not divide them.
 */
function currentDialect(): CsvDialect {
  const separator = csvSeparator();
  return { separator, decimal: separator === ";" ? "," : "." };
}

/**
 * Formats rows as RFC 4180 defines them: CRLF after every record, quotes only if needed, the heads first,
 * in the operator's dialect. Adds no byte order mark, which belongs to the file.
 */
export function csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  dialect = currentDialect(),
): string {
  const records = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return records.map((cells) => recordOf(cells, dialect)).join("");
}

/** Formats rows as a spreadsheet takes them when they are pasted: with tabs, else like the file. */
export const tabbedOf = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]) =>
  csvOf(columns, rows, { ...currentDialect(), separator: "\t" });

function recordOf(cells: readonly CsvCell[], dialect: CsvDialect) {
  const fields = cells.map((cell) => fieldOf(cell, dialect));
  // An empty line would not count as a record.
  const line = fields.length === 1 && fields[0] === "" ? '""' : fields.join(dialect.separator);
  return `${line}\r\n`;
}

function fieldOf(cell: CsvCell, { decimal }: CsvDialect) {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") {
    return Number.isFinite(cell) ? String(cell).replace(".", decimal) : "";
  }
  const text = typeof cell === "string" ? defused(cell) : String(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet runs a text that begins like this as a formula, and anyone may have written a post.
 * An apostrophe before it keeps it a text. Numbers get none, so that −5 stays a number.
 */
const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/**
 * Returns 'performance-zimska-kolekcija-2026-11-21.csv': the parts of the name, then the operator's
 * day.
 *
 * @param time in milliseconds
 */
export function csvFileName(parts: readonly string[], time: number): string {
  const day = new Date(time);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const words = parts.map(wordOf).filter((word) => word !== "");
  return `${[...words, date].join("-")}.csv`;
}

/** Keeps letters and digits of any script: other characters may have a meaning to a file system. */
const wordOf = (part: string) =>
  Array.from(
    part
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-"),
  )
    .slice(0, 60)
    .join("")
    .replace(/^-+|-+$/g, "");
