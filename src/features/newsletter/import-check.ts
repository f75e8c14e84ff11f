import { formatFigure } from "@/shared/format/number";
import { type Columns, columnNames, guessColumns, plainAddress, plainCell } from "./import-columns";
import {
  type Answers,
  answerKey,
  type ConsentQuestion,
  consentColumns,
  consentOf,
} from "./import-consent";
import { type RawRow, rowsOf } from "./import-rows";
import { type Encoding, type EncodingName, textOf } from "./import-text";
import { newSubscriberSchema } from "./schema";

/** The limits of one import. A larger file would take long and is better imported in parts. */
export const importLimits = { bytes: 10_000_000, rows: 50_000 } as const;

/** A row that can be sent. */
export type ImportRow = {
  readonly line: number;
  readonly email: string;
  readonly name: string | null;
};

/**
 * A row that is not sent: it is invalid, nobody agreed to get mail there, or its address occurs
 * earlier in the file or is on the list already.
 */
export type LeftRow = {
  readonly line: number;
  readonly email: string;
  readonly name: string;
  readonly because: "bad" | "unwanted" | "repeated" | "known";
  readonly reason: string;
};

export type CheckedFile = {
  readonly is: "checked";
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly columns: Columns;
  readonly columnNames: readonly string[];
  /** The cells of the first rows below the head. */
  readonly first: readonly (readonly string[])[];
  /** The columns that say whether an address may be written to. */
  readonly consent: readonly number[];
  readonly questions: readonly ConsentQuestion[];
  readonly good: readonly ImportRow[];
  readonly left: readonly LeftRow[];
};

export type FileCheck = CheckedFile | { readonly is: "refused"; readonly reason: string };

/** The addresses on the list, by whether they get the newsletter. */
export type KnownAddresses = {
  readonly subscribed: readonly string[];
  readonly unsubscribed: readonly string[];
};

/** The operator's choices, where the guesses were wrong or something cannot be guessed. */
export type Choices = {
  readonly encoding?: EncodingName | undefined;
  readonly columns?: Columns | undefined;
  readonly answers?: Answers | undefined;
};

/** Returns what importing a file would do, before anything is sent. */
export function checkFile(
  bytes: Uint8Array,
  known: KnownAddresses,
  { encoding, columns: chosen, answers = {} }: Choices = {},
): FileCheck {
  const file = textOf(bytes, encoding);
  if ("refusal" in file) return { is: "refused", reason: file.refusal };
  // One row more, for the head.
  const { rows, delimiter, isTooLong } = rowsOf(file.text, importLimits.rows + 1);
  const columns = chosen ?? guessColumns(rows);
  const records = columns.hasHead ? rows.slice(1) : rows;
  if (isTooLong || records.length > importLimits.rows) {
    const most = formatFigure(importLimits.rows);
    return { is: "refused", reason: `The file has more than ${most} rows. Import it in parts.` };
  }
  if (records.length === 0) return { is: "refused", reason: "The file has no rows." };
  const names = columnNames(rows, columns.hasHead);
  const consent = consentColumns(rows, columns);
  const { good, left, questions } = sortRows(records, known, {
    columns,
    names,
    answers,
    consent,
    // The mark of a byte that is no UTF-8, or of a letter that another program lost; other encodings
    // have none.
    unreadable: file.encoding === "UTF-8" ? "\ufffd" : undefined,
  });
  return {
    is: "checked",
    encoding: file.encoding,
    delimiter,
    columns,
    columnNames: names,
    first: records
      .slice(0, 3)
      .map(({ cells }) => cells.map((cell) => plainCell(cell).slice(0, 200))),
    consent: consent.map(({ column }) => column),
    questions,
    good,
    left,
  };
}

type Reading = {
  readonly columns: Columns;
  readonly names: readonly string[];
  readonly answers: Answers;
  readonly consent: ReturnType<typeof consentColumns>;
  readonly unreadable: string | undefined;
};

function sortRows(
  records: readonly RawRow[],
  { subscribed, unsubscribed }: KnownAddresses,
  { columns: { email, name }, names, answers, consent, unreadable }: Reading,
) {
  const listed = new Map<string, string>();
  for (const one of subscribed) listed.set(one.toLowerCase(), "Already subscribed.");
  for (const one of unsubscribed) listed.set(one.toLowerCase(), "Has unsubscribed.");
  const lines = new Map<string, number>();
  const good: ImportRow[] = [];
  const left: LeftRow[] = [];
  const questions = new Map<string, ConsentQuestion>();
  const ask = (column: number, value: string, answer: ConsentQuestion["answer"]) => {
    const key = answerKey(column, value);
    const rows = (questions.get(key)?.rows ?? 0) + 1;
    questions.set(key, { column, value, rows, answer });
  };
  for (const { line, cells, fault } of records) {
    const given = {
      email: plainAddress(cells[email]),
      name: name
        .map((column) => plainCell(cells[column]))
        .filter((part) => part !== "")
        .join(" "),
    };
    const leave = (because: LeftRow["because"], reason: string) =>
      left.push({ line, ...given, because, reason });
    if (fault) {
      leave("bad", fault);
      continue;
    }
    if (unreadable && cells.some((cell) => cell.includes(unreadable))) {
      leave("bad", "Unreadable character, shown as \ufffd.");
      continue;
    }
    const read = newSubscriberSchema.safeParse(given);
    if (!read.success) {
      leave("bad", complaintOf(read.error.issues));
      continue;
    }
    for (const { column } of consent) {
      const value = plainCell(cells[column]);
      const answer = answers[answerKey(column, value)];
      if (answer) ask(column, value, answer);
    }
    const agreement = consentOf(cells, consent, answers);
    if (agreement.is !== "given") {
      const { is, column, value } = agreement;
      const cell =
        value === "" ? `nothing in "${names[column]}"` : `"${value}" in "${names[column]}"`;
      if (is === "unclear") {
        ask(column, value, undefined);
        leave("unwanted", `Unclear consent: ${cell}.`);
      } else leave("unwanted", `No consent: ${cell}.`);
      continue;
    }
    const address = read.data.email.toLowerCase();
    const before = lines.get(address);
    const onList = listed.get(address);
    if (before !== undefined) leave("repeated", `Duplicate of line ${before}.`);
    else if (onList) leave("known", onList);
    else good.push({ line, ...read.data });
    if (before === undefined) lines.set(address, line);
  }
  return { good, left, questions: [...questions.values()] };
}

const complaintOf = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  issues
    .map(({ path, message }) => (path[0] === "name" ? `Name: ${message.toLowerCase()}` : message))
    .join(" ");
