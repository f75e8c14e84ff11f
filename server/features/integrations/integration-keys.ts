import type { integrations } from "../../db/schema.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { placeIn } from "../../keys/sealed-columns.ts";
import type { Secrets } from "../../ports/secrets.ts";
import type { ShopConnection } from "../../ports/shop.ts";

export type IntegrationRow = typeof integrations.$inferSelect;

export type Keys = Readonly<Record<string, string>>;

/** Returns the decrypted keys, by field name; throws if they cannot be decrypted. */
export const openKeys = (
  secrets: Secrets,
  { id, credentials }: Pick<IntegrationRow, "id" | "credentials">,
): Keys =>
  // Encrypted by this module from a record of strings; a changed ciphertext does not decrypt.
  JSON.parse(secrets.open(credentials, placeIn("integrations.credentials", id))) as Keys;

/** Returns the decrypted keys; 409 if they cannot be decrypted. */
export function readKeys(secrets: Secrets, integration: IntegrationRow) {
  try {
    return openKeys(secrets, integration);
  } catch {
    throw new Refusal(
      409,
      "The keys of this integration cannot be read: remove it and add it again.",
    );
  }
}

/** Returns the connection for the shop port; throws if the keys cannot be decrypted. */
export const shopConnection = (secrets: Secrets, integration: IntegrationRow): ShopConnection => ({
  store: integration.store_name,
  credentials: openKeys(secrets, integration),
});

/** Returns the encrypted keys for the integration of this id. */
export const sealKeys = (secrets: Secrets, id: number, keys: Keys) =>
  secrets.seal(JSON.stringify(keys), placeIn("integrations.credentials", id));
