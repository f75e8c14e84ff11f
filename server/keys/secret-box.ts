import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secrets } from "../ports/secrets.ts";

/** The length of every key, in bytes. */
export const keyLength = 32;

/** Derives a separate key for each purpose (HKDF). */
export const deriveKey = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", key, "", purpose, keyLength));

/**
 * Seals by AES-256-GCM, with the place as additional authenticated data. Format: `v2.`, the key's id,
 * `.`, then nonce, tag and ciphertext in base64url. Earlier releases wrote `v1.` without key id and
 * place.
 *
 * @param current the key that seals
 * @param old keys that only open
 */
export function createSecretBox(current: Uint8Array, old: readonly Uint8Array[] = []): Secrets {
  const own = sealingKey(current);
  const keys = [own, ...old.map(sealingKey)];
  const currentPrefix = `v2.${own.id}.`;
  return {
    currentPrefix,
    seal: (plain, place) => currentPrefix + encrypt(own.sealing, plain, place),
    open: (sealed, place) => {
      const [, keyId, text] = /^v2\.([\w-]{8})\.([\w-]+)$/.exec(sealed) ?? [];
      if (text === undefined) throw notOurs();
      const key = keys.find((known) => known.id === keyId);
      if (!key) throw new Error("Sealed with a key that this server does not have.");
      return decrypt(key.sealing, text, place);
    },
    openUnbound: (sealed) => {
      const [, text] = /^v1\.([\w-]+)$/.exec(sealed) ?? [];
      if (text === undefined) throw notOurs();
      for (const key of keys) {
        try {
          return decrypt(key.sealing, text);
        } catch {
          // This format does not name its key: try the next one.
        }
      }
      throw new Error("Sealed with a key that this server does not have, or changed.");
    },
  };
}

const sealingKey = (key: Uint8Array) => ({
  id: Buffer.from(deriveKey(key, "key id")).toString("base64url").slice(0, 8),
  sealing: deriveKey(key, "secrets"),
});

const notOurs = () => new Error("Not a ciphertext of this format.");

function encrypt(key: Uint8Array, plain: string, place: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

function decrypt(key: Uint8Array, text: string, place?: string): string {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < 28) throw notOurs();
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  if (place !== undefined) decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}
