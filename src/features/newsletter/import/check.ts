import { formatFigure } from "@/shared/format/number";
import { addressKey, newSubscriberSchema } from "../schema";
import { type Columns, columnNames, guessColumns, withoutTitle } from "./columns";
import {
  type Answers,
  answerKey,
  type Consent,
  type ConsentQuestion,
  consentColumns,
  consentReader,
  unreadAnswers,
} from "./consent";
import type { ConsentColumn } from "./consent-heads";
import { Objections, sayCell } from "./objections";
import { plainAddress, plainCell, type RawRow, rowsOf } from "./rows";
import { type Encoding, type EncodingName, textOf } from "./text";

/** The limits of one import. A larger file would take long and is better imported in parts. */
export const importLimits = { bytes: 10_000_000, rows: 50_000 } as const;

/** A row that can be sent. */
export type ImportRow = {
  readonly line: number;
  readonly email: string;
  readonly name: string | null;
};

/**
 * A row that is not sent: it is invalid, nobody agreed to get mail there, another row says that
 * nobody did, or its address occurs earlier in the file or is on the list already.
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
  readonly consent: readonly ConsentColumn[];
  readonly questions: readonly ConsentQuestion[];
  /** The columns that hold yes and no alone, and are not read as a consent. */
  readonly unread: readonly number[];
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
  const { rows: all, delimiter, isTooLong } = rowsOf(file.text, importLimits.rows + 1);
  const rows = withoutTitle(all);
  const columns = chosen ?? guessColumns(rows);
  const records = columns.hasHead ? rows.slice(1) : rows;
  if (isTooLong || records.length > importLimits.rows) {
    const most = formatFigure(importLimits.rows);
    return { is: "refused", reason: `The file has more than ${most} rows. Import it in parts.` };
  }
  // A head that cannot be read, or is within a torn title, would hide a column of refusals.
  const above = all.slice(0, all.length - records.length);
  const torn = above.find(({ fault }) => fault !== undefined);
  if (torn) return { is: "refused", reason: `The header cannot be read. ${torn.fault}` };
  if (records.length === 0) return { is: "refused", reason: "The file has no rows." };
  const names = columnNames(rows, columns.hasHead);
  const consent = consentColumns(rows, columns);
  const { good, left, questions } = sortRows(records, known, {
    columns,
    width: rows[0]?.cells.length ?? 0,
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
    consent,
    questions,
    unread: unreadAnswers(rows, columns, consent),
    good,
    left,
  };
}

type Reading = {
  readonly columns: Columns;
  /** The number of cells in the first row. */
  readonly width: number;
  readonly names: readonly string[];
  readonly answers: Answers;
  readonly consent: readonly ConsentColumn[];
  readonly unreadable: string | undefined;
};

/** What a record says by itself. */
type ReadRow = {
  readonly line: number;
  readonly given: { readonly email: string; readonly name: string };
  /** The row to send, or why it cannot be sent whatever it says about consent. */
  readonly sendable: ImportRow | string;
  readonly consent: Consent;
};

function sortRows(records: readonly RawRow[], known: KnownAddresses, reading: Reading) {
  const questions = new Map<string, ConsentQuestion>();
  const objections = new Objections(reading.names);
  const consentOf = consentReader(reading.consent, reading.answers, reading.width);
  const rows = records.map((record): ReadRow => {
    const row = readRow(record, reading);
    if (isTorn(record, reading)) {
      objections.addUnread(record);
      return { ...row, consent: { is: "given" } };
    }
    const { consent, asked } = consentOf(record.cells);
    // A row without an address, such as a sum below the others, is not sent whatever the answer.
    for (const { column, value } of row.given.email.includes("@") ? asked : []) {
      const key = answerKey(column, value);
      const count = (questions.get(key)?.rows ?? 0) + 1;
      questions.set(key, { column, value, rows: count, answer: reading.answers[key] });
    }
    objections.add(row.line, row.given.email, consent);
    return { ...row, consent };
  });

  const listed = new Map<string, string>();
  for (const one of known.subscribed) listed.set(addressKey(one), subscribedHere);
  for (const one of known.unsubscribed) listed.set(addressKey(one), "Has unsubscribed.");
  const lines = new Map<string, number>();
  const good: ImportRow[] = [];
  const left: LeftRow[] = [];
  for (const row of rows) {
    const { line, given, sendable, consent } = row;
    const { names } = reading;
    const against = againstSending(row, { names, objections, listed, lines });
    if (against) left.push({ line, ...given, ...against });
    if (typeof sendable === "string") continue;
    if (!against) good.push(sendable);
    const address = addressKey(sendable.email);
    const isWanted = consent.is === "given" && !objections.reasonFor(address, line);
    if (isWanted && !lines.has(address)) lines.set(address, line);
  }
  return { good, left, questions: [...questions.values()] };
}

type Knowledge = {
  readonly names: readonly string[];
  readonly objections: Objections;
  /** Why an address of the list is not added. */
  readonly listed: ReadonlyMap<string, string>;
  /** The line of each address that stands above and has agreed. */
  readonly lines: ReadonlyMap<string, number>;
};

const subscribedHere = "Already subscribed.";

/** Returns why a row is left out; undefined if it is sent. */
function againstSending(
  { line, given, sendable, consent }: ReadRow,
  { names, objections, listed, lines }: Knowledge,
): Pick<LeftRow, "because" | "reason"> | undefined {
  if (isDeleted(given.email)) {
    return { because: "unwanted", reason: "No consent: this person asked to be deleted." };
  }
  if (typeof sendable === "string") return { because: "bad", reason: sendable };
  const address = addressKey(sendable.email);
  const onList = listed.get(address);
  const elsewhere = objections.reasonFor(address, line);
  const refuse = (reason: string) => {
    const isHere = onList === subscribedHere;
    return {
      because: "unwanted",
      reason: isHere ? `${reason} Still subscribed here.` : reason,
    } as const;
  };
  if (consent.is === "refused") return refuse(`No consent: ${sayCell(consent, names)}.`);
  if (elsewhere?.is === "refused") return refuse(elsewhere.reason);
  if (consent.is === "unclear") {
    return { because: "unwanted", reason: `Unclear consent: ${sayCell(consent, names)}.` };
  }
  if (elsewhere) return { because: "unwanted", reason: elsewhere.reason };
  const before = lines.get(address);
  if (before !== undefined) return { because: "repeated", reason: `Duplicate of line ${before}.` };
  return onList === undefined ? undefined : { because: "known", reason: onList };
}

/** True if the cells of a record may not be those of their columns. */
const isTorn = ({ cells, fault }: RawRow, { columns, width, consent }: Reading) =>
  fault !== undefined ||
  (columns.hasHead && consent.length > 0 && cells.slice(width).some((cell) => cell.trim() !== ""));

function readRow(record: RawRow, reading: Reading): Omit<ReadRow, "consent"> {
  const { line, cells, fault } = record;
  const { email, name } = reading.columns;
  const given = {
    email: plainAddress(cells[email]),
    name: name
      .map((column) => plainCell(cells[column]))
      .filter((part) => part !== "")
      .join(" "),
  };
  const { unreadable } = reading;
  const hasLost = unreadable !== undefined && cells.some((cell) => cell.includes(unreadable));
  if (fault !== undefined) return { line, given, sendable: fault };
  if (isTorn(record, reading)) return { line, given, sendable: "More cells than the header has." };
  if (hasLost) return { line, given, sendable: "Unreadable character, shown as \ufffd." };
  const read = newSubscriberSchema.safeParse(given);
  const sendable = read.success ? { line, ...read.data } : complaintOf(read.error.issues);
  return { line, given, sendable };
}

/**
 * Addresses that stand for people who asked to be deleted: those of Substack, and those below the
 * reserved domain `invalid`, which WordPress and others write in their place.
 */
const isDeleted = (email: string) =>
  /@(.+\.)?deletion-request\.substack\.com$|@(.+\.)?invalid$/i.test(email);

const complaintOf = (issues: readonly { path: readonly PropertyKey[]; message: string }[]) =>
  issues
    .map(({ path, message }) => (path[0] === "name" ? `Name: ${message.toLowerCase()}` : message))
    .join(" ");
