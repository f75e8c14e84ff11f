import Papa from "papaparse";
import { formatFigure } from "@/shared/format/number";
import { isEmail } from "../schema";

/** Puts a cell on one line, without the apostrophe that keeps spreadsheets from running it. */
export const plainCell = (cell = "") =>
  cell
    .trim()
    .replace(/^'(?=[=+\-@])/, "")
    .replace(/\s+/g, " ");

/** Marks that are not seen: word processors and web pages leave them around a copied address. */
const invisible =
  /^[\p{Cf}\p{Default_Ignorable_Code_Point}\s\u2800\u0085]+|[\p{Cf}\p{Default_Ignorable_Code_Point}\s\u2800\u0085]+$/gu;

/** The same for an address, without invisible marks around it. */
export const plainAddress = (cell = "") => plainCell(cell.replace(invisible, ""));

export const isAddress = (cell: string | undefined) => isEmail(plainAddress(cell));

/** One record of a file, as written there. */
export type RawRow = {
  /** The line of the file on which the record begins; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Describes a syntax error in the record. */
  readonly fault?: string;
};

type RawRows = {
  readonly rows: readonly RawRow[];
  readonly delimiter: string;
  /** True if the file has more rows than allowed; the rest was not read. */
  readonly isTooLong: boolean;
};

/** Returns the records of a CSV file with any delimiter; skips empty lines. */
export function rowsOf(text: string, most: number): RawRows {
  const read = readRows(text, most);
  if (!text.includes('\\"')) return read;
  // MailPoet and databases write \" for a quotation mark in a cell. In other files it ends a cell.
  const escaped = readRows(text.replaceAll('\\"', '""'), most);
  return countEven(escaped) > countEven(read) ? escaped : read;
}

/** Counts the rows that are complete: torn cells have other numbers of them. */
const countEven = ({ rows }: RawRows) =>
  rows.filter(({ cells, fault }) => !fault && cells.length === rows[0]?.cells.length).length;

function readRows(text: string, most: number): RawRows {
  // In this line Excel names the delimiter. A program that saved the file again has quoted or filled it.
  const sepLine = /^"?sep=(.)"?[,;\t| ]*\n/i.exec(text);
  const skipped = sepLine?.[0].length ?? 0;
  const rows: RawRow[] = [];
  const delimiter = delimiterOf(text.slice(skipped), sepLine?.[1]);
  const body = withoutBlanks(text.slice(skipped), delimiter);
  // The blanks that are taken away are no line breaks.
  const lineAt = lineCounter(body, sepLine ? 2 : 1);
  let begin = 0;
  let isTooLong = false;
  Papa.parse<string[]>(body, {
    delimiter,
    newline: "\n",
    step: ({ data, errors, meta }, parser) => {
      const start = begin;
      const line = lineAt(start);
      begin = meta.cursor;
      if (data.every((cell) => cell.trim() === "")) return;
      if (rows.length === most) {
        isTooLong = true;
        return parser.abort();
      }
      const codes = errors.filter(({ type }) => type === "Quotes").map(({ code }) => code);
      const fault = codes.length > 0 && sayFault(codes, line, body.slice(start, begin).trimEnd());
      rows.push({ line, cells: data, ...(fault && { fault }) });
    },
  });
  return { rows, delimiter, isTooLong };
}

/**
 * A cell that is not closed takes in all that follows. A mark in the middle of a cell may be one that
 * should be doubled, or the end of a cell that began lines above.
 */
function sayFault(codes: readonly string[], line: number, record: string): string {
  const last = line + record.split("\n").length - 1;
  const isUnclosed = codes.includes("MissingQuotes");
  if (last === line) {
    return isUnclosed
      ? "Unclosed quotation mark."
      : "Stray quotation mark in a quoted cell: it has to be written twice.";
  }
  const lines = `lines ${formatFigure(line)} to ${formatFigure(last)} are read as one row.`;
  return `${isUnclosed ? "Unclosed" : "Unclosed or stray"} quotation mark: ${lines}`;
}

/** Takes away the blanks around a quoted cell, which would make its quotation marks part of it. */
function withoutBlanks(text: string, delimiter: string): string {
  const blank = delimiter === "\t" ? "[ \u00a0]" : "[ \u00a0\t]";
  if (!new RegExp(`${blank}"|"${blank}`).test(text)) return text;
  const sign = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const cell = new RegExp(
    `(^|[${sign}\\n])${blank}*("[^"]*(?:""[^"]*)*")${blank}*(?=[${sign}\\n]|$)|[^${sign}\\n]+`,
    "g",
  );
  return text.replace(cell, (all, before?: string, quoted?: string) =>
    quoted === undefined ? all : `${before}${quoted}`,
  );
}

/**
 * The delimiter by which most of the first rows have an address in a cell of its own: a title above
 * them may hold another one, or none. Guessed beforehand, because empty lines would count against all.
 */
function delimiterOf(text: string, named: string | undefined): string {
  const sample = text.slice(0, 100_000);
  const read = (delimiter: string) =>
    Papa.parse<string[]>(sample, {
      ...{ delimiter, preview: 50, skipEmptyLines: "greedy", newline: "\n" },
    });
  const guessed = named ?? read("").meta.delimiter;
  const scored = [guessed, ",", ";", "\t", "|"].map((delimiter) => ({
    delimiter,
    score: read(delimiter).data.filter((cells) => cells.some(isAddress)).length,
  }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** Continues to count from the last position, so that all calls together read the text once. */
function lineCounter(text: string, first: number) {
  let line = first;
  let counted = 0;
  return (position: number) => {
    for (; counted < position; counted += 1) if (text[counted] === "\n") line += 1;
    return line;
  };
}
