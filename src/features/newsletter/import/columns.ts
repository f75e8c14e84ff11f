import { kindOf } from "./consent-heads";
import { folded, isSaid, wordOf } from "./consent-words";
import { isAddress, plainCell, type RawRow } from "./rows";

/** The columns of the file by meaning. A name may have two columns, joined in this order. */
export type Columns = {
  readonly hasHead: boolean;
  readonly email: number;
  /** Empty if the file has no names. */
  readonly name: readonly number[];
};

/** The number of rows that are inspected. */
const sample = 200;

const emailHead = /\be ?mails?\b|\bmail\b|e ?posta|imejl|mejl|correo|courriel/;

/** Whose name it is: 'Billing First Name'. */
const owner =
  /^(subscriber|contact|customer|client|recipient|member|user|billing|shipping|primary|your) (?=.*name)/;

/** Heads of names in the languages of other tools' screens, folded. */
const nameHeads = {
  full: /^((full|display|complete|whole) name|full ?name|name surname|ime( i)? prezime|prezime i ime|puno ime|naziv|nombre (completo|y apellidos?)|nom (complet|et prenom)|prenom et nom|nome (completo|e cognome)|cognome e nome|vollstandiger name|vor und nachname|name vorname|imie i nazwisko|jmeno a prijmeni|volledige naam|fullstandigt namn)$/,
  first:
    /^((first|given) ?names?|fname|forenames?|first|vornamen?|rufname|prenoms?|(primer )?nombres?|(primeiro )?nome|ime|imie|(krestni )?jmeno|(krstne )?meno|prenume|voornaam|fornamn|fornavn|etunimi|keresztnev|emri|imja)$/,
  last: /^((last|family) ?name|lname|surname|last|nachname|familienname|zuname|nom de famille|apellidos|(primer )?apellido( 1)?|cognome|sobrenome|apelido|prezime|priimek|nazwisko|prijmeni|priezvisko|nume de familie|achternaam|efternamn|efternavn|etternavn|sukunimi|vezeteknev|soyadi?|familija|mbiemri)$/,
  /** The whole name, or the last one beside a first name, or the first one beside a last name. */
  either: /^(name|nom|nume|naam|nev|nimi|navn|namn|ad|adi)$/,
};

/** Guesses the columns from their heads and from the cells that hold addresses. */
export function guessColumns(rows: readonly RawRow[]): Columns {
  const first = rows[0]?.cells ?? [];
  const hasHead = isHead(first);
  const heads = hasHead ? first.map((cell) => folded(plainCell(cell))) : [];
  const seen = rows.slice(hasHead ? 1 : 0, sample);
  const headed = heads.findIndex((head) => emailHead.test(head));
  const scores = first.map(
    (_, column) =>
      seen.filter(({ cells }) => isAddress(cells[column])).length + (column === headed ? 0.5 : 0),
  );
  const email = Math.max(0, scores.indexOf(Math.max(...scores)));
  if (hasHead) return { hasHead, email, name: nameColumns(heads, seen) };
  // Without heads, a name is expected only beside its address.
  const beside = email === 0 ? 1 : 0;
  const isName =
    first.length > 1 &&
    !holdsAnswers(seen, beside) &&
    !seen.some(({ cells }) => isAddress(cells[beside]));
  return { hasHead, email, name: isName ? [beside] : [] };
}

/** A head may show how an address looks: 'E-mail (name@example.com)'. */
const isHead = (cells: readonly string[]) =>
  !cells.some(isAddress) &&
  (!cells.some((cell) => cell.includes("@")) ||
    cells.some((cell) => emailHead.test(folded(plainCell(cell)))));

/** Returns the rows from the head on, or from the first address: exports may have their title above. */
export function withoutTitle(rows: readonly RawRow[]): readonly RawRow[] {
  const first = rows.slice(0, 10).findIndex(({ cells }) => cells.some(isAddress));
  const above = rows.slice(0, Math.max(0, first));
  const below = rows[first];
  if (!below) return rows;
  // A title fills the first cell, and fewer cells than the head.
  const least = Math.min(2, filledIn(below));
  const named = above.filter((row) => {
    const column = row.cells.findIndex((cell) => emailHead.test(folded(plainCell(cell))));
    const isWhole = row.cells.length >= below.cells.length;
    return isWhole && (column > 0 || (column === 0 && filledIn(row) >= least));
  });
  const others = above.filter((row) => filledIn(row) >= least);
  // A row that is wider than the head, and holds no address, must not hide a column of consent. The
  // first of equals, because the others hold no address.
  const [head] = (named.length > 0 ? named : others).toSorted(
    (one, other) => speaksOf(other) - speaksOf(one) || filledIn(other) - filledIn(one),
  );
  const start = head ? rows.indexOf(head) : first;
  // Without a head that names addresses or consent, a mistyped address above is a row and no title.
  if (named.length > 0 || (head && speaksOf(head) > 0)) return rows.slice(start);
  const mistyped = above.findIndex(({ cells }) => cells.some(isMistyped));
  return rows.slice(mistyped < 0 ? start : Math.min(mistyped, start));
}

/** Like an address, without the blanks that the text of a title has. */
const isMistyped = (cell: string) => /^[^\s@]+@[^\s@]*$/.test(cell.trim());

/** How surely a row names a column of consent: 'Unsubscribed' may also be the value of one. */
const speaksOf = ({ cells }: RawRow) =>
  cells.map(plainCell).reduce((most, cell) => {
    const kind = kindOf(folded(cell));
    if (kind === undefined || kind === "other" || kind === "beside" || kind === "state")
      return most;
    return Math.max(most, wordOf(cell) === undefined ? 2 : 1);
  }, 0);

const filledIn = ({ cells }: RawRow) => cells.filter((cell) => cell.trim() !== "").length;

/** True if most values of a column say yes or no, or one of them refuses mail: it holds no names. */
function holdsAnswers(rows: readonly RawRow[], column: number): boolean {
  const said = rows.map(({ cells }) => plainCell(cells[column])).filter(isSaid);
  const words = said.map(wordOf).filter((word) => word !== undefined);
  return words.includes("refused") || words.length * 2 > said.length;
}

function nameColumns(heads: readonly string[], rows: readonly RawRow[]): readonly number[] {
  const own = heads.map((head) => head.replace(owner, ""));
  const find = (kind: keyof typeof nameHeads) => {
    const found = own.findIndex((head) => nameHeads[kind].test(head));
    return found < 0 ? undefined : found;
  };
  const [full, first, last, either] = [find("full"), find("first"), find("last"), find("either")];
  if (first !== undefined && last !== undefined) return [first, last];
  if (full !== undefined) return [full];
  if (either !== undefined) {
    const other = first ?? last;
    if (other === undefined || repeats(rows, either, other)) return [either];
    return first === undefined ? [either, other] : [other, either];
  }
  const alone = first ?? last;
  return alone === undefined ? [] : [alone];
}

/** True if most names in a column hold the one in the other column: they are whole names. */
function repeats(rows: readonly RawRow[], whole: number, part: number): boolean {
  const pairs = rows
    .map(({ cells }) => [folded(cells[whole] ?? ""), folded(cells[part] ?? "")] as const)
    .filter(([name, piece]) => name !== "" && piece !== "");
  const holding = pairs.filter(([name, piece]) => ` ${name} `.includes(` ${piece} `));
  return holding.length * 2 > pairs.length;
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
