import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { errorCode, StartError } from "../kernel/fault.ts";
import { keyLength } from "./secret-box.ts";

/** The installation's keys, of 32 bytes each. */
export type SecretKeys = {
  /** Seals texts and signs sessions. */
  readonly current: Uint8Array;
  /** Earlier keys, newest first, which only open what they have sealed. */
  readonly old: readonly Uint8Array[];
};

const keyFile = "secret.key";

export const newKey = (): Uint8Array => randomBytes(keyLength);

/**
 * Returns the name of the keys for messages: `/data/secret.key`, `SECRET_KEY`, or the path in
 * SECRET_KEY_FILE.
 */
export const nameOfKeys = ({ secretKey, dataDir }: Pick<Config, "secretKey" | "dataDir">) =>
  secretKey === undefined
    ? join(dataDir, keyFile)
    : "file" in secretKey
      ? secretKey.file
      : "SECRET_KEY";

/**
 * Returns the keys of SECRET_KEY, of the file SECRET_KEY_FILE, or else of `secret.key` in the data
 * folder; undefined if that folder has none. Throws a StartError for a key that is damaged or missing.
 */
export function findKeys(config: Pick<Config, "secretKey" | "dataDir">): SecretKeys | undefined {
  const { secretKey } = config;
  if (secretKey && "text" in secretKey) {
    return parseKeys(secretKey.text) ?? fail(`SECRET_KEY ${mustBe}`);
  }
  const path = nameOfKeys(config);
  if (secretKey) {
    const content = readGivenFile(path);
    return parseFile(content) ?? fail(`The content of SECRET_KEY_FILE ${mustBe}`);
  }
  try {
    return readFileOfKeys(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

const mustBe = "must be 32 bytes in hex or base64, like the output of: openssl rand -hex 32";

function readGivenFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    return fail(
      `The file of SECRET_KEY_FILE cannot be read (${errorCode(error) ?? error}): ${path}.`,
    );
  }
}

/**
 * Stores keys in the folder, unless it has some: of processes that start at the same time all get the
 * same ones. The file is readable by its owner only.
 *
 * @returns the keys that the folder has then
 */
export function storeKeys(folder: string, keys: SecretKeys): SecretKeys {
  const path = join(folder, keyFile);
  const fresh = writeBeside(path, keys);
  try {
    // link() is atomic, and fails if another process has stored its keys first.
    linkSync(fresh, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileOfKeys(path);
}

/** Replaces the folder's keys, in one step. */
export function replaceKeys(folder: string, keys: SecretKeys): void {
  const path = join(folder, keyFile);
  renameSync(writeBeside(path, keys), path);
}

/** Stores a single key as it is, as earlier releases did; several as lines of hex. */
function writeBeside(path: string, { current, old }: SecretKeys): string {
  const fresh = `${path}.${randomBytes(4).toString("hex")}`;
  const lines = [current, ...old].map((key) => `${Buffer.from(key).toString("hex")}\n`);
  writeFileSync(fresh, old.length > 0 ? lines.join("") : current, {
    mode: 0o600,
    flag: "wx",
    flush: true,
  });
  return fresh;
}

const readFileOfKeys = (path: string): SecretKeys =>
  parseFile(readFileSync(path)) ??
  fail(`The key file ${path} is damaged: restore it from a backup, stored credentials need it.`);

/** Reads 32 bytes as they are, or the text of `parseKeys`; undefined for anything else. */
function parseFile(content: Buffer): SecretKeys | undefined {
  const text = content.toString("latin1");
  // 32 random bytes are never all printable: that is a text, of a key that is too short.
  const isText = /^[\x20-\x7e]*$/.test(text);
  if (content.length === keyLength && !isText) return { current: content, old: [] };
  return parseKeys(text);
}

/**
 * Returns one or several keys in hex or base64, separated by commas or white space; undefined for
 * anything else.
 */
function parseKeys(text: string): SecretKeys | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter((word) => word !== "")
    .map(parseKey);
  const [current, ...old] = keys;
  return current && old.every((key) => key !== undefined) ? { current, old } : undefined;
}

function parseKey(word: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(word)) return Buffer.from(word, "hex");
  // Node reads both alphabets of base64.
  if (/^[\w+/-]{43}=?$/.test(word)) return Buffer.from(word, "base64");
  return undefined;
}

function fail(sentence: string): never {
  throw new StartError(sentence);
}
