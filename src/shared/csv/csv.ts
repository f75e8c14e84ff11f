/** What a cell may hold: null and undefined are empty cells. */
export type CsvCell = string | number | boolean | null | undefined;

export type CsvColumn<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => CsvCell;
};

/**
 * Rows as RFC 4180 has them: commas, CRLF after every record, quotes only where they are needed,
 * the heads first. Without the byte order mark, which belongs to the file.
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const records = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return records.map(recordOf).join("");
}

function recordOf(cells: readonly CsvCell[]) {
  const fields = cells.map(fieldOf);
  // An empty line would be taken for no record at all.
  const line = fields.length === 1 && fields[0] === "" ? '""' : fields.join(",");
  return `${line}\r\n`;
}

function fieldOf(cell: CsvCell) {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const text = typeof cell === "string" ? defused(cell) : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet runs a text that begins like this as a formula, and posts are written by anyone.
 * The apostrophe makes it text again. Numbers are no text, so that −5 stays a number.
 */
const defused = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/**
 * 'performance-zimska-kolekcija-2026-11-21.csv': what it is, of what, and the operator's day.
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

/** Letters and digits of any script: what else a name holds may mean something to a file system. */
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
