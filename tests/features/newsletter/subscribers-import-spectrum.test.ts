import csvSpectrum from "csv-spectrum";
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../src/features/newsletter/import/rows";
import { textOf } from "../../../src/features/newsletter/import/text";
import { checked } from "./imported-file";

const samples = await new Promise<Parameters<Parameters<typeof csvSpectrum>[0]>[1]>(
  (resolve, reject) => {
    csvSpectrum((error, found) => (error ? reject(error) : resolve(found)));
  },
);

/** The records that the set's authors expect: each has its cells by column. */
const expected: Readonly<Record<string, readonly Record<string, string>[]>> = Object.fromEntries(
  samples.map(({ name, json }) => {
    // Line breaks within a cell are read as \n, whatever they are in the file.
    const found: unknown = JSON.parse(json.toString().replaceAll("\\r\\n", "\\n"));
    return [name, Array.isArray(found) ? found : [found]];
  }),
);

/** The set's own answer is for another file: it has a telephone number that its file has not. */
const wronglyExpected = {
  location_coordinates: [
    {
      "Contact Phone Number": "2095257564",
      "Location Coordinates": "37\ufffd36'37.8\"N 121\ufffd2'17.9\"W",
      Cities: "Modesto",
      Counties: "Stanislaus",
    },
  ],
};

function recordsOf(bytes: Uint8Array) {
  const file = textOf(bytes);
  if ("refusal" in file) throw new Error(file.refusal);
  const [head, ...rows] = rowsOf(file.text, 1000).rows;
  return rows.map(({ cells, fault }) => {
    expect(fault).toBeUndefined();
    return Object.fromEntries(cells.map((cell, column) => [head?.cells[column], cell]));
  });
}

describe("Each file of csv-spectrum", () => {
  it("is there", () => {
    expect(samples.map(({ name }) => name).toSorted()).toEqual([
      "comma_in_quotes",
      "empty",
      "empty_crlf",
      "escaped_quotes",
      "json",
      "location_coordinates",
      "newlines",
      "newlines_crlf",
      "quotes_and_newlines",
      "simple",
      "simple_crlf",
      "utf8",
    ]);
  });

  it.each(samples)("is read as its authors expect: $name", ({ name, csv }) => {
    expect(recordsOf(csv)).toEqual({ ...expected, ...wronglyExpected }[name]);
  });

  it.each(samples)("is imported with each row in one place: $name", ({ name, csv }) => {
    const read = checked(csv);
    expect(read.delimiter).toBe(",");
    // None of them holds an address, so each row is left out, with its reason.
    expect(read.good).toEqual([]);
    expect(read.left).toHaveLength(recordsOf(csv).length);
    for (const { reason } of read.left) expect(reason).toMatch(/^[A-Z].*\.$/);
    expect(read.columnNames, name).toEqual(Object.keys(expected[name]?.[0] ?? {}));
  });
});
