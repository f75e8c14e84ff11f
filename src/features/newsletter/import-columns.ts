import type { RawRow } from "./import-rows";
import { isEmail } from "./schema";

/** The columns of the file by meaning. A name may have two columns, first name and last name. */
export type Columns = {
  readonly hasHead: boolean;
  readonly email: number;
  /** Empty if the file has no names. */
  readonly name: readonly number[];
};

/** The number of rows that are inspected. */
const sample = 200;

const heads = {
  email: /e-?mail|e-?pošta|e-?posta|imejl|mejl/i,
  name: /^(full |subscriber |contact )?name$|^ime( i prezime)?$|^puno ime$|^naziv$/i,
  firstName: /^(first|given)[ _-]?name$|^fname$|^ime$/i,
  lastName: /^(last|family)[ _-]?name$|^surname$|^lname$|^prezime$/i,
};

const isAddress = (cell: string | undefined) => isEmail(plainAddress(cell));

/** Guesses the columns from their heads and from the cells that hold addresses. */
export function guessColumns(rows: readonly RawRow[]): Columns {
  const first = rows[0]?.cells ?? [];
  const hasHead = !first.some((cell) => cell.includes("@"));
  const headed = (pattern: RegExp) =>
    hasHead ? first.findIndex((cell) => pattern.test(plainCell(cell))) : -1;
  const seen = rows.slice(hasHead ? 1 : 0, sample);
  const scores = first.map(
    (_, column) =>
      seen.filter(({ cells }) => isAddress(cells[column])).length +
      (column === headed(heads.email) ? 0.5 : 0),
  );
  const email = Math.max(0, scores.indexOf(Math.max(...scores)));
  const [firstName, lastName] = [headed(heads.firstName), headed(heads.lastName)];
  if (firstName >= 0 && lastName >= 0) return { hasHead, email, name: [firstName, lastName] };
  const name = [headed(heads.name), firstName].find((column) => column >= 0);
  if (name !== undefined) return { hasHead, email, name: [name] };
  // Without heads, a name is expected only beside its address.
  const beside = hasHead || first.length < 2 ? [] : [email === 0 ? 1 : 0];
  return { hasHead, email, name: beside };
}

/** Returns each column's head, such as 'Email', or 'Column 1' if it has none. */
export const columnNames = (rows: readonly RawRow[], hasHead: boolean): readonly string[] => {
  const width = rows.slice(0, sample).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const head = hasHead ? rows[0]?.cells : undefined;
  return Array.from(
    { length: width },
    (_, column) => plainCell(head?.[column]) || `Column ${column + 1}`,
  );
};

/** Puts a cell on one line, without the apostrophe that keeps spreadsheets from running it. */
export const plainCell = (cell = "") =>
  cell
    .trim()
    .replace(/^'(?=[=+\-@])/, "")
    .replace(/\s+/g, " ");

/** Marks that are not seen: word processors and web pages leave them around a copied address. */
const invisible = /^[\p{Cf}\s]+|[\p{Cf}\s]+$/gu;

/** The same for an address, without invisible marks around it. */
export const plainAddress = (cell = "") => plainCell(cell.replace(invisible, ""));
