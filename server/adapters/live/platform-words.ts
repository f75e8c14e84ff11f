import type { PlatformAccount } from "../../ports/publisher.ts";

/**
 * Returns a platform's own words for the operator: on one line, at most 500 characters, and without the
 * account's credentials, which some platforms repeat in their errors.
 */
export function platformWords(
  { credentials }: Pick<PlatformAccount, "credentials">,
  words: string,
): string {
  // The longest first: one secret may be the beginning of another.
  const secrets = Object.values(credentials)
    .filter((value) => value.length > 3)
    .sort((one, other) => other.length - one.length);
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), words);
  return safe.replace(/\s+/g, " ").trim().slice(0, 500);
}
