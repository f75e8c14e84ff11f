import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { errorCode, StartError } from "../../kernel/fault.ts";
import { openSealed, SealedFileError } from "./sealed-file.ts";

/*
 * A backup is gzipped text with one JSON value per line: a header; for each table its name and a line
 * for each row, an array of strings and nulls in the order of the header's columns; a trailer. A file
 * without a trailer was cut off. The trailer contains the hash of all lines before it. With a
 * passphrase the whole file is sealed.
 */

const contentSchema = z.object({ rows: z.int().min(0), sha256: z.string() });

/** The number of a table's rows, and a hash of their content. */
export type Content = z.infer<typeof contentSchema>;

const format = "social-publishing-console backup";
const headerBegins = `{"format":"${format}"`;

const headerSchema = z.object({
  format: z.literal(format),
  version: z.literal(1),
  /** The moment of the snapshot. */
  createdAt: z.iso.datetime(),
  /** True if a server was running, which changes data after the snapshot. */
  isLive: z.boolean(),
  /** The installation's key in base64; without it the stored credentials cannot be decrypted. */
  key: z.base64(),
  /** Keys that were replaced, newest first: they open unsubscribe links in mails of their time. */
  oldKeys: z.array(z.base64()).optional(),
  schema: z.object({
    migrations: z.array(z.object({ hash: z.string(), at: z.number() })),
    queue: z.number().nullable(),
  }),
  /** The names of the job queues. */
  queues: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0) }),
  ),
  counters: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
});
export type Header = z.infer<typeof headerSchema>;

const trailerSchema = z.object({
  end: z.literal(true),
  contents: z.record(z.string(), contentSchema),
  sha256: z.string(),
});
export type Trailer = z.infer<typeof trailerSchema>;

const tableSchema = z.object({ table: z.string() });

export const lineOf = (value: Header | Trailer) => `${JSON.stringify(value)}\n`;
export const tableLine = (name: string) => `${JSON.stringify({ table: name })}\n`;
export const rowsOf = (lines: readonly string[]) => `${lines.join("\n")}\n`;

/** A backup file that was read completely and is intact. */
export type Backup = {
  readonly path: string;
  /** Of a sealed file; an unsealed one is read without. */
  readonly passphrase: string | undefined;
  readonly header: Header;
  readonly contents: Trailer["contents"];
};

/**
 * Reads a whole backup file. Throws a StartError that explains if it is no backup, cut off, damaged, or
 * sealed with another passphrase.
 */
export async function checkBackup(path: string, passphrase?: string): Promise<Backup> {
  const all = createHash("sha256");
  let header: Header | undefined;
  let table = "";
  const counts = new Map<string, number>();
  let trailer: Trailer | undefined;
  try {
    for await (const line of readLines({ path, passphrase })) {
      if (trailer) throw damaged(path);
      if (!header) header = readHeader(path, line);
      else if (line.startsWith("[")) counts.set(table, (counts.get(table) ?? 0) + 1);
      else {
        const value: unknown = JSON.parse(line);
        trailer = trailerSchema.safeParse(value).data;
        if (trailer) continue;
        table = tableSchema.parse(value).table;
        counts.set(table, 0);
      }
      all.update(`${line}\n`);
    }
  } catch (error) {
    throw explain(path, error, header !== undefined);
  }
  if (!header) throw foreign(path);
  if (!trailer) throw cutOff(path);
  const { contents } = trailer;
  const isWhole =
    all.digest("hex") === trailer.sha256 &&
    header.tables.length === counts.size &&
    header.tables.every(
      ({ name, rows }) => counts.get(name) === rows && contents[name]?.rows === rows,
    );
  if (!isWhole) throw damaged(path);
  return { path, passphrase, header, contents };
}

/** Returns the rows of every table, in batches of up to 1 MB or 1000 rows, after `checkBackup`. */
export async function* readBackupRows(
  backup: Backup,
): AsyncGenerator<{ table: string; lines: string[] }> {
  let table = "";
  let lines: string[] = [];
  let size = 0;
  for await (const line of readLines(backup)) {
    if (line.startsWith("[")) {
      lines.push(line);
      size += line.length;
      if (size < 1_000_000 && lines.length < 1000) continue;
    }
    if (lines.length > 0) yield { table, lines };
    lines = [];
    size = 0;
    if (!line.startsWith("[")) table = tableSchema.safeParse(JSON.parse(line)).data?.table ?? "";
  }
}

/** Splits at line feeds only. readline also splits at U+2028 and U+2029, which JSON may have. */
async function* readLines({
  path,
  passphrase,
}: Pick<Backup, "path" | "passphrase">): AsyncGenerator<string> {
  const text = createGunzip();
  const reading = pipeline(await openSealed(path, passphrase), text);
  // The loop below throws the error; without a handler here it would also be an unhandled rejection.
  reading.catch(() => undefined);
  let rest = "";
  for await (const chunk of text.setEncoding("utf8")) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  await reading;
  if (rest !== "") throw cutOff(path);
}

function readHeader(path: string, line: string): Header {
  const value = parseHeader(path, line);
  const read = headerSchema.safeParse(value);
  if (read.success) return read.data;
  const named = z.object({ format: headerSchema.shape.format, version: z.number() });
  if (named.safeParse(value).success) {
    throw new StartError(`The backup ${path} was made by another version of this program.`);
  }
  throw foreign(path);
}

/**
 * Reads the header. If a byte of it has changed, its beginning still says that the file is one of ours.
 */
function parseHeader(path: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw line.startsWith(headerBegins) ? damaged(path) : foreign(path);
  }
}

const foreign = (path: string) =>
  new StartError(`The file ${path} is not a backup of this program.`);
const damaged = (path: string) =>
  new StartError(`The backup ${path} is damaged: what it says is not what was written.`);
const cutOff = (path: string) =>
  new StartError(
    `The backup ${path} is incomplete: it was cut off while it was written or copied.`,
  );

function explain(path: string, error: unknown, isOurs: boolean): unknown {
  if (error instanceof StartError) return error;
  if (error instanceof SealedFileError) {
    return error.state === "cut off" ? cutOff(path) : damaged(path);
  }
  const code = errorCode(error);
  if (code === "ENOENT") return new StartError(`There is no file ${path}.`);
  if (code === "Z_BUF_ERROR") return cutOff(path);
  if (code === "Z_DATA_ERROR") {
    const isOther = error instanceof Error && error.message === "incorrect header check";
    return isOther ? foreign(path) : damaged(path);
  }
  if (code !== undefined) return new StartError(`The file ${path} cannot be read (${code}).`);
  if (!(error instanceof SyntaxError || error instanceof z.core.$ZodError)) return error;
  return isOurs ? damaged(path) : foreign(path);
}
