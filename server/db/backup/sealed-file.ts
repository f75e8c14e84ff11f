import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, type Readable, Transform, type TransformCallback } from "node:stream";
import { promisify } from "node:util";
import { StartError } from "../../kernel/fault.ts";

/*
 * A sealed file: the mark, a salt, a check of the passphrase, then the content in records of 64 KB,
 * each encrypted with AES-256-GCM and followed by its tag. A record's nonce is its number and
 * whether it is the last one, so that records cannot be exchanged or left out unnoticed.
 */
const mark = Buffer.from("social-publishing-console sealed backup 1\n");
const saltLength = 16;
const checkLength = 16;
const tagLength = 16;
const contentLength = 65_536;
const recordLength = contentLength + tagLength;
const headLength = mark.length + saltLength + checkLength;

type Keys = { readonly key: Buffer; readonly check: Buffer };

/**
 * Derives the keys by scrypt, which with 64 MB takes about 0.2 s: a passphrase cannot be
 * guessed quickly.
 */
async function deriveKeys(passphrase: string, salt: Buffer): Promise<Keys> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
  const bytes = await derive(passphrase.normalize("NFC"), salt, 32 + checkLength, cost);
  return { key: bytes.subarray(0, 32), check: bytes.subarray(32) };
}

/** Returns a stream that seals what is written to it with the passphrase. */
export async function createSealing(passphrase: string): Promise<Transform> {
  const salt = randomBytes(saltLength);
  const { key, check } = await deriveKeys(passphrase, salt);
  let number = 0;
  const seal = (content: Buffer, isLast: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number++, isLast));
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = inRecords(contentLength, seal);
  stream.push(Buffer.concat([mark, salt, check]));
  return stream;
}

/**
 * Reads a file, decrypted if it is sealed. Throws a StartError if its passphrase is another one or
 * missing; the stream fails with one if the file was changed or cut off.
 */
export async function openSealed(path: string, passphrase: string | undefined): Promise<Readable> {
  const head = await readHead(path);
  if (!head.subarray(0, mark.length).equals(mark)) return createReadStream(path);
  if (head.length < headLength) throw new SealedFileError("cut off");
  if (passphrase === undefined) {
    throw new StartError(
      `The backup ${path} is sealed: set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
    );
  }
  const { key, check } = await deriveKeys(passphrase, head.subarray(mark.length, -checkLength));
  if (!timingSafeEqual(check, head.subarray(-checkLength))) {
    throw new StartError(`The passphrase in BACKUP_PASSPHRASE does not open the backup ${path}.`);
  }
  let number = 0;
  const unseal = (record: Buffer, isLast: boolean) => {
    const content = decrypt(key, record, nonceOf(number, isLast));
    if (content) {
      number += 1;
      return content;
    }
    // The end of the file is here, but this record was not its last one.
    const isCutOff = isLast && decrypt(key, record, nonceOf(number, false));
    throw new SealedFileError(isCutOff ? "cut off" : "damaged");
  };
  const source = createReadStream(path, { start: headLength });
  // An error of either stream is an error of the last one, which the caller reads.
  return pipeline(source, inRecords(recordLength, unseal), () => undefined);
}

/** A sealed file is not as it was written. */
export class SealedFileError extends Error {
  override readonly name = "SealedFileError";
  readonly state: "cut off" | "damaged";
  constructor(state: "cut off" | "damaged") {
    super(`The sealed file is ${state}.`);
    this.state = state;
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function decrypt(key: Buffer, record: Buffer, nonce: Buffer): Buffer | undefined {
  if (record.length < tagLength) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
  decipher.setAuthTag(record.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(record.subarray(0, -tagLength)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Applies `change` to parts of exactly `length` bytes; the last one may be shorter, or empty. */
function inRecords(length: number, change: (part: Buffer, isLast: boolean) => Buffer): Transform {
  let rest: Buffer[] = [];
  let size = 0;
  const attempt = (done: TransformCallback, work: () => Buffer | undefined) => {
    try {
      done(null, work());
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      rest.push(chunk);
      size += chunk.length;
      // A full part waits for one more byte: it may be the last one.
      if (size <= length) return done();
      attempt(done, () => {
        let all = Buffer.concat(rest);
        const parts: Buffer[] = [];
        while (all.length > length) {
          parts.push(change(all.subarray(0, length), false));
          all = all.subarray(length);
        }
        rest = [all];
        size = all.length;
        return Buffer.concat(parts);
      });
    },
    flush(done) {
      attempt(done, () => change(Buffer.concat(rest), true));
    },
  });
}
