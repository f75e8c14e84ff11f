import type { Columns } from "./columns";
import {
  type ConsentColumn,
  kindOf,
  namesMail,
  planEnds,
  tellsUnsubscribes,
} from "./consent-heads";
import { folded, isSaid, wordOf } from "./consent-words";
import { plainCell, type RawRow } from "./rows";

/** A value in its column. */
export type Cell = { readonly column: number; readonly value: string };

/** What a row says about consent. Only words that are known to mean yes count as yes. */
export type Consent = { readonly is: "given" } | ({ readonly is: "refused" | "unclear" } & Cell);

/** A value of which only the operator knows what it means, and how many rows hold it. */
export type ConsentQuestion = Cell & {
  readonly rows: number;
  /** The answer about this value alone. Until there is one, that of its column counts, if any. */
  readonly answer: Answer | undefined;
};

export type Answer = "import" | "skip";
/** The operator's answers, by `answerKey`. */
export type Answers = Readonly<Record<string, Answer>>;
/** The key of the answer about one value, or about every unknown value of a column. */
export const answerKey = (column: number, value?: string) =>
  value === undefined ? `${column}` : `${column}:${value.toLowerCase()}`;

/** A status has few values. In a column of more, which is free text, only a refusal counts. */
const mostStatuses = 12;

/** The columns that speak of consent, by their heads, or by words that only such columns hold. */
export function consentColumns(
  rows: readonly RawRow[],
  { hasHead, email, name }: Columns,
): readonly ConsentColumn[] {
  const head = hasHead ? (rows[0]?.cells ?? []) : [];
  const records = hasHead ? rows.slice(1) : rows;
  const titles = Array.from({ length: widest(rows) }, (_, column) =>
    folded(plainCell(head[column])),
  );
  const ofUnsubscribes = tellsUnsubscribes(titles);
  const isPlanEnd = planEnds(titles);
  const found = titles.map((title, column): ConsentColumn["is"] | undefined => {
    if (column === email || name.includes(column)) return undefined;
    const kind = isPlanEnd(title) ? "plan end" : kindOf(title);
    const isAnswered = holdsOnlyAnswers(records, column);
    if (ofUnsubscribes && isAnswered) return "block";
    if (kind === "other") return undefined;
    // A column without a head may be one of consent, or of numbers of rows.
    const isInHead = column < head.length && hasLetters(records, column);
    const isUntitled = title === "" && (!hasHead || isInHead);
    if (kind === "beside" || isUntitled) return isAnswered ? "ask" : byWords(records, column);
    // The status of a member or a customer may be one of a reader, or a text of its own.
    if (kind === "status" && countOf(records, column) > mostStatuses)
      return byWords(records, column);
    if (kind === "state") return isState(records, column) ? "allow" : undefined;
    return kind ?? byWords(records, column);
  });
  const isAlone = found.every((is) => is === undefined || is === "ask alone");
  return found.flatMap((kind, column): ConsentColumn[] => {
    const is = kind === "ask alone" && !isAlone ? byWords(records, column) : kind;
    return is ? [{ column, is, ofMail: namesMail(titles[column] ?? "") }] : [];
  });
}

/** The columns that hold nothing but yes and no, and are not read: one of them may be a consent. */
export function unreadAnswers(
  rows: readonly RawRow[],
  { hasHead, email, name }: Columns,
  consent: readonly ConsentColumn[],
): readonly number[] {
  const records = hasHead ? rows.slice(1) : rows;
  const heads = hasHead ? (rows[0]?.cells ?? []) : [];
  // Beyond a head that is shorter than its rows, too.
  const width = hasHead ? widest(rows) : 0;
  return Array.from({ length: width }, (_, column) => heads[column]).flatMap((head, column) => {
    const isRead = column === email || name.includes(column);
    if (isRead || consent.some((one) => one.column === column)) return [];
    // Figures, as 0 and 1, may be of anything.
    const mayBeOne = hasLetters(records, column) && kindOf(folded(plainCell(head))) !== "other";
    return mayBeOne && holdsOnlyAnswers(records, column) ? [column] : [];
  });
}

const widest = (rows: readonly RawRow[]) =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

const hasLetters = (records: readonly RawRow[], column: number) =>
  records.some(({ cells }) => /\p{L}/u.test(cells[column] ?? ""));

/** True if a column holds yes and no alone, and one of them at least. */
function holdsOnlyAnswers(records: readonly RawRow[], column: number): boolean {
  const values = new Set(records.map(({ cells }) => plainCell(cells[column])));
  const said = [...values].filter(isSaid).map(wordOf);
  return said.length > 0 && said.every((word) => word === "yes" || word === "no");
}

/** True if the values are those of a subscriber: a state may also be a part of a country. */
const isState = (records: readonly RawRow[], column: number) =>
  records.some(({ cells }) => {
    const word = wordOf(plainCell(cells[column]));
    return word !== undefined && !["yes", "no", "moment"].includes(word);
  });

function byWords(records: readonly RawRow[], column: number): "status" | "words" | undefined {
  const words = new Map<string, ReturnType<typeof wordOf>>();
  for (const { cells } of records) {
    const value = plainCell(cells[column]);
    // No word of consent has a digit or is as long.
    if (value === "" || value.length > 40 || /[\d@]/.test(value)) words.set("", undefined);
    else if (!words.has(value)) words.set(value, wordOf(value));
  }
  const found = [...words.values()];
  if (found.includes("refused")) {
    return countOf(records, column) > mostStatuses ? "words" : "status";
  }
  return found.includes("perhaps refused") ? "words" : undefined;
}

/** How many different values a column has. */
const countOf = (records: readonly RawRow[], column: number) =>
  new Set(records.map(({ cells }) => cells[column])).size;

type Means = "yes" | "no" | "unclear" | "nothing";

/**
 * Returns a function that says what the cells of one row mean, and what has to be asked about them.
 * A column that means no outweighs all others, and no answer changes it.
 */
export function consentReader(
  columns: readonly ConsentColumn[],
  answers: Answers,
  /** The number of cells of the head, or of the first row. */
  width: number,
) {
  const meanings = columns.map(({ is }) => meaningReader(is));
  const givers = columns.filter(({ is }) => is.startsWith("allow"));
  return (cells: readonly string[]): { consent: Consent; asked: readonly Cell[] } => {
    const read = columns.map(({ column, is, ofMail }, index) => {
      const value = plainCell(cells[column]);
      const means = meanings[index]?.(value) ?? "nothing";
      // The cell that is missing may be any of the row, so that the others have moved.
      const isLost = column >= cells.length && column < width && means === "nothing";
      return { column, value, is, ofMail, means: isLost ? "unclear" : means };
    });
    const no = read.find(({ means }) => means === "no");
    if (no) return { consent: { is: "refused", column: no.column, value: no.value }, asked: [] };
    const isOn = read.some(
      ({ is, ofMail, means, value }) =>
        ofMail &&
        (is === "block" ? wordOf(value) === "no" : is.startsWith("allow") && means === "yes"),
    );
    const asked: Cell[] = read.filter(
      ({ is, means, value }) => means === "unclear" && !(is === "plan end" && isOn && value !== ""),
    );
    const [giver] = givers;
    if (giver && asked.length === 0 && !read.some(({ means }) => means === "yes")) {
      asked.push({ column: giver.column, value: plainCell(cells[giver.column]) });
    }
    const answered = asked.map(({ column, value }) => ({
      column,
      value,
      answer: answers[answerKey(column, value)] ?? answers[answerKey(column)],
    }));
    const worst =
      answered.find(({ answer }) => answer === "skip") ??
      answered.find(({ answer }) => answer === undefined);
    if (!worst) return { consent: { is: "given" }, asked };
    const { column, value, answer } = worst;
    return { consent: { is: answer ? "refused" : "unclear", column, value }, asked };
  };
}

/** The same value occurs in thousands of rows. */
function meaningReader(is: ConsentColumn["is"]) {
  const known = new Map<string, Means>();
  return (value: string): Means => {
    const before = known.get(value);
    if (before) return before;
    const means = meaningOf(value, is);
    known.set(value, means);
    return means;
  };
}

function meaningOf(value: string, is: ConsentColumn["is"]): Means {
  const word = wordOf(value);
  if (word === "refused") return "no";
  if (is === "words" || is === "status") {
    if (word === "perhaps refused") return is === "status" ? "no" : "unclear";
    if (is === "words" || !isSaid(value)) return "nothing";
    return word === "agreed" || word === "subscribed" ? "yes" : "unclear";
  }
  if (is === "block" || is === "unsure block") {
    // 'DND: active' and the reason of a bounce mean no, as 'true' and a time do.
    if (!isSaid(value)) return "nothing";
    if (word !== "no" && word !== "subscribed") return "no";
    return is === "block" ? "nothing" : "unclear";
  }
  if (is === "plan end") return isSaid(value) && word !== "no" ? "unclear" : "nothing";
  if (is === "ask alone") {
    if (word === "subscribed") return "yes";
    return isSaid(value) ? "unclear" : "nothing";
  }
  if (word === "perhaps refused") return "no";
  if (word === "agreed" || word === "subscribed") return "yes";
  if (is === "ask") return "unclear";
  // The code of a mail that was refused, as 5.1.1, reads like a date; x is a cross or a tick.
  if (is === "allowing status" && (word === "moment" || /^x$/i.test(value))) return "unclear";
  if (word === "yes" || word === "moment") return "yes";
  if (word === "no") return "no";
  return is === "allowing time" && !isSaid(value) ? "nothing" : "unclear";
}
