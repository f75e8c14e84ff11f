import { describe, expect, it, vi } from "vitest";
import { type CsvCell, csvFileName, csvOf } from "@/shared/csv/csv";
import { saveCsv } from "@/shared/csv/export-csv";
import { fc } from "../support/random-seed";

/** Parses RFC 4180 character by character, and throws on anything else. */
function parse(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      record.push(text[at] === '"' ? quoted() : plain());
      if (text[at] !== ",") break;
      at++;
    }
    if (text.slice(at, at + 2) !== "\r\n") throw new Error(`No end of record at ${at}.`);
    at += 2;
    records.push(record);
  }
  return records;

  function plain() {
    const from = at;
    while (at < text.length && !/[",\r\n]/.test(text.charAt(at))) at++;
    return text.slice(from, at);
  }

  function quoted() {
    let field = "";
    for (at++; ; at++) {
      if (at >= text.length) throw new Error("A quote stays open.");
      if (text[at] !== '"') field += text[at];
      else if (text[at + 1] === '"') field += text[at++];
      else break;
    }
    at++;
    return field;
  }
}

/** Returns the text that a reader finds for a written cell. */
function read(cell: CsvCell): string {
  if (cell === null || cell === undefined || (typeof cell === "number" && !Number.isFinite(cell)))
    return "";
  return typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
}

const table = (rows: readonly (readonly CsvCell[])[], heads: readonly string[]) =>
  csvOf(
    heads.map((head, index) => ({ head, cell: (row: readonly CsvCell[]) => row[index] })),
    rows,
  );

/** Texts full of characters with a meaning in a CSV file or in a spreadsheet. */
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom('"', ",", "\r", "\n", "\t", "=", "+", "-", "@", "'", " ", "č", "1"))
    .map((letters) => letters.join("")),
);
const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
);

describe("A table as CSV", () => {
  it("writes the heads first, ends every record with CRLF, and quotes only if needed", () => {
    const rows = [
      ["Čaj, ćebe", 4210, 'rekla je "da"'],
      ["dva\r\nreda", -5, null],
    ];
    expect(table(rows, ["Text", "Likes", "Words"])).toBe(
      'Text,Likes,Words\r\n"Čaj, ćebe",4210,"rekla je ""da"""\r\n"dva\r\nreda",-5,\r\n',
    );
  });

  it.each([
    '=HYPERLINK("https://example.com","Win")',
    "+381 11 123",
    "-1+1|cmd",
    "@SUM(A1)",
    "\tx",
    "\rx",
  ])("makes plain text of a formula that a spreadsheet would run: %j", (formula) => {
    expect(parse(table([[formula]], ["Text"]))[1]).toEqual([`'${formula}`]);
  });

  it("keeps numbers as numbers, and leaves the cell of NaN empty", () => {
    expect(table([[-5, 0.0499, 0, Number.NaN]], ["a", "b", "c", "d"])).toContain(
      "\r\n-5,0.0499,0,\r\n",
    );
  });

  it("is read back as it was written, whatever was written", () => {
    const tables = fc
      .integer({ min: 1, max: 5 })
      .chain((width) =>
        fc.tuple(
          fc.array(text, { minLength: width, maxLength: width }),
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }),
        ),
      );
    fc.assert(
      fc.property(tables, ([heads, rows]) => {
        expect(parse(table(rows, heads))).toEqual([heads, ...rows].map((row) => row.map(read)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("The name of a file", () => {
  const noon = new Date(2026, 10, 3, 12).getTime();

  it.each([
    [["performance", "Zimska kolekcija"], "performance-zimska-kolekcija-2026-11-03.csv"],
    [["performance", "Štrudla & Co."], "performance-štrudla-co-2026-11-03.csv"],
    [["performance", "../../etc/passwd"], "performance-etc-passwd-2026-11-03.csv"],
    [["performance", "!?"], "performance-2026-11-03.csv"],
  ])("of %j is %s", (parts, name) => {
    expect(csvFileName(parts, noon)).toBe(name);
  });
});

it("A file is saved with a byte order mark, under its name", async () => {
  const saved: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  // jsdom has no URLs for blobs.
  Object.assign(URL, {
    createObjectURL: (made: Blob) => {
      blob = made;
      return "blob:http://localhost:4100/1";
    },
    revokeObjectURL: () => {},
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob });
  });

  saveCsv("posts.csv", "Čaj\r\n");

  expect(saved.map(({ name }) => name)).toEqual(["posts.csv"]);
  expect(blob.type).toBe("text/csv;charset=utf-8");
  expect([...new Uint8Array(await blob.arrayBuffer())].slice(0, 5)).toEqual([
    0xef, 0xbb, 0xbf, 0xc4, 0x8c,
  ]);
});
