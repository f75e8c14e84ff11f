import {
  type Choices,
  checkFile,
  type FileCheck,
  type KnownAddresses,
} from "@/features/newsletter/import/check";

export const bytesOf = (text: string) => new TextEncoder().encode(text);

const isLines = (file: Uint8Array | readonly string[]): file is readonly string[] =>
  Array.isArray(file);

/** Checks a file, as its bytes, its text or its lines; `listed` is on the list already. */
export function check(
  file: Uint8Array | string | readonly string[],
  choices: Choices = {},
  listed: Partial<KnownAddresses> = {},
): FileCheck {
  const known = { subscribed: [], unsubscribed: [], ...listed };
  if (typeof file === "string") return checkFile(bytesOf(file), known, choices);
  // By `Array.isArray`, because bytes of jsdom are no `Uint8Array` of Node.
  const bytes = isLines(file) ? bytesOf(`${file.join("\n")}\n`) : file;
  return checkFile(bytes, known, choices);
}

/** The same for a file that is read. */
export function checked(...given: Parameters<typeof check>) {
  const read = check(...given);
  if (read.is === "refused") throw new Error(read.reason);
  return read;
}

/** The same in short: rows and names by the part of their addresses before the @. */
export function imported(...given: Parameters<typeof check>) {
  const { good, left, questions, consent, columnNames } = checked(...given);
  return {
    good: good.map(({ email }) => local(email)),
    names: Object.fromEntries(good.map(({ email, name }) => [local(email), name])),
    reasons: Object.fromEntries(
      left.map(({ line, email, reason }) => [`${line} ${local(email)}`, reason]),
    ),
    asked: questions.map(({ column, value, rows }) => [columnNames[column], value, rows]),
    consent: consent.map(({ column, is }) => `${columnNames[column]}: ${is}`),
  };
}

const local = (email: string) => email.split("@")[0] ?? "";
