import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../config.ts";
import type { Secrets } from "../ports/secrets.ts";

const keyLength = 32;
const keyFile = "secret.key";

/**
 * The installation's key: 32 bytes in `secret.key` of the folder, readable by its owner only. It is
 * created on first use; processes that start at the same time get the same key.
 */
export function readKey(folder: string): Buffer {
  return findKey(folder) ?? storeKey(folder, randomBytes(keyLength));
}

/** The key of an existing installation; undefined if the folder has none. */
export function findKey(folder: string): Buffer | undefined {
  const path = join(folder, keyFile);
  try {
    return checked(path, readFileSync(path));
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Stores a key in the folder, unless it has one. @returns the key that the folder has then */
export function storeKey(folder: string, key: Uint8Array): Buffer {
  const path = join(folder, keyFile);
  const fresh = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(fresh, key, { mode: 0o600, flag: "wx" });
    // link() is atomic, and fails if another process has stored its key first.
    linkSync(fresh, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return checked(path, readFileSync(path));
}

function checked(path: string, key: Buffer) {
  if (key.length === keyLength) return key;
  throw new StartError(
    `The key file ${path} is damaged: restore it from a backup, stored credentials need it.`,
  );
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** Derives a separate key for each purpose (HKDF). */
export const deriveKey = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", key, "", purpose, keyLength));

/** AES-256-GCM. Format: `v1.`, then nonce, tag and ciphertext in base64url. */
export function createSecretBox(key: Uint8Array): Secrets {
  const sealing = deriveKey(key, "secrets");
  return {
    seal: (plain) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url")}`;
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed.replace(/^v1\./, ""), "base64url");
      if (!sealed.startsWith("v1.") || bytes.length < 28)
        throw new Error("Not a ciphertext of this format.");
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
    },
  };
}
