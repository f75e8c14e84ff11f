import Papa from "papaparse";

/** One record of a file, as written there. */
export type RawRow = {
  /** The line of the file on which the record begins; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Describes a syntax error in the record. */
  readonly fault?: string;
};

export type RawRows = {
  readonly rows: readonly RawRow[];
  readonly delimiter: string;
  /** True if the file has more rows than allowed; the rest was not read. */
  readonly isTooLong: boolean;
};

/** Returns the records of a CSV file with any delimiter; skips empty lines. */
export function rowsOf(text: string, most: number): RawRows {
  // In this line Excel names the delimiter.
  const sepLine = /^sep=(.)\n/i.exec(text);
  const skipped = sepLine?.[0].length ?? 0;
  const rows: RawRow[] = [];
  const lineAt = lineCounter(text);
  const body = text.slice(skipped);
  const delimiter = sepLine?.[1] ?? delimiterOf(body);
  let begin = skipped;
  let isTooLong = false;
  Papa.parse<string[]>(body, {
    delimiter,
    newline: "\n",
    step: ({ data, errors, meta }, parser) => {
      const line = lineAt(begin);
      begin = skipped + meta.cursor;
      if (data.every((cell) => cell.trim() === "")) return;
      if (rows.length === most) {
        isTooLong = true;
        return parser.abort();
      }
      const isTorn = errors.some(({ type }) => type === "Quotes");
      rows.push({ line, cells: data, ...(isTorn && { fault: "A quotation mark is not closed." }) });
    },
  });
  return { rows, delimiter, isTooLong };
}

/** Guessed beforehand, because empty lines would count against every delimiter. */
const delimiterOf = (text: string) =>
  Papa.parse(text.slice(0, 100_000), { preview: 20, skipEmptyLines: "greedy", newline: "\n" }).meta
    .delimiter;

/** Continues to count from the last position, so that all calls together read the text once. */
function lineCounter(text: string) {
  let line = 1;
  let counted = 0;
  return (position: number) => {
    for (; counted < position; counted += 1) if (text[counted] === "\n") line += 1;
    return line;
  };
}
