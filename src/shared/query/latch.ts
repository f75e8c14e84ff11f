/**
 * One press, one effect. `disabled` comes too late for a double click on a busy page, because it
 * waits for a render; this is taken in the very event that presses.
 */
const doubleClick = 500;

/** Scope of a write under way or just done → when it was pressed, in milliseconds. */
const held = new Map<string, number>();

/** Scope and contents of a write of unknown end → the key under which it was sent. */
const openIntents = new Map<string, string>();

export const latch = {
  /** @returns whether the press may go on */
  take(scope: string): boolean {
    if (held.has(scope)) return false;
    held.set(scope, Date.now());
    return true;
  },

  /** A second click of the same double click may come after a fast answer: it is still held off. */
  release(scope: string, wasDone: boolean) {
    const rest = wasDone ? (held.get(scope) ?? 0) + doubleClick - Date.now() : 0;
    if (rest <= 0) held.delete(scope);
    else setTimeout(() => held.delete(scope), rest);
  },

  isHeld: (scope: string) => held.has(scope),
};

export const intents = {
  /** The key of this intent: the same again as long as we do not know how it ended. */
  keyOf(scope: string, contents: unknown): string {
    const name = `${scope} ${fingerprint(JSON.stringify(contents) ?? "")}`;
    const key = openIntents.get(name) ?? crypto.randomUUID();
    openIntents.set(name, key);
    return key;
  },

  /** It is known how it ended: pressed again, it is a new intent. */
  close(key: string) {
    for (const [name, open] of openIntents) if (open === key) openIntents.delete(name);
  },
};

/** 53 bits of a text, so that what was typed, secrets included, is not kept to compare it. */
function fingerprint(text: string) {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
