const storageKey = "openIntents";

/** The names of writes whose outcome is unknown, each with the Idempotency-Key it was sent under. */
export type OpenIntents = ReadonlyMap<string, string>;

/**
 * Survives a reload of this tab, as drafts do: a restored draft whose answer was lost would
 * otherwise be sent under a new key and done twice. A name holds a fingerprint of the contents,
 * never the contents.
 */
export const keptIntents = {
  read(): OpenIntents {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
      const entries = Array.isArray(stored) ? stored : [];
      return new Map(
        entries.filter(
          (entry): entry is [string, string] =>
            Array.isArray(entry) &&
            entry.length === 2 &&
            entry.every((it) => typeof it === "string"),
        ),
      );
    } catch {
      return new Map();
    }
  },
  write(open: OpenIntents) {
    try {
      if (open.size === 0) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify([...open]));
    } catch {
      // The storage is full or forbidden: the key is still known until a reload.
    }
  },
};
