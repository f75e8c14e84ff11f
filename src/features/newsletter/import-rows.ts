import Papa from "papaparse";

/** One record of a file, as it stands there. */
export type RawRow = {
  /** On which line of the file it begins, the first being 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with how it is written. */
  readonly fault?: string;
};

export type RawRows = {
  readonly rows: readonly RawRow[];
  readonly delimiter: string;
  /** There are more than may be; the rest was not read. */
  readonly isTooLong: boolean;
};

/** The records of a CSV file, whatever divides them; lines with nothing on them are none. */
export function rowsOf(text: string, most: number): RawRows {
  // With this line Excel says what divides its cells.
  const told = /^sep=(.)\n/i.exec(text);
  const skipped = told?.[0].length ?? 0;
  const rows: RawRow[] = [];
  const lineAt = lineCounter(text);
  const body = text.slice(skipped);
  const delimiter = told?.[1] ?? delimiterOf(body);
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

/** Asked beforehand, because empty lines would speak against all that divides others. */
const delimiterOf = (text: string) =>
  Papa.parse(text.slice(0, 100_000), { preview: 20, skipEmptyLines: "greedy", newline: "\n" }).meta
    .delimiter;

/** Counts on from where it was asked last, so that all of them together read the text once. */
function lineCounter(text: string) {
  let line = 1;
  let counted = 0;
  return (position: number) => {
    for (; counted < position; counted += 1) if (text[counted] === "\n") line += 1;
    return line;
  };
}
